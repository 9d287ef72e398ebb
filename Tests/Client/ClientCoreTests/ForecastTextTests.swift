import CivilTime
import CommandLine
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

/// The sessions that are expected in the hours of a week.
@Suite struct ForecastTextTests {
    @Test func `a forecast has a row a day and a bar an hour`() throws {
        var hours = [Double](repeating: 0, count: 168)
        (hours[7], hours[24 + 18], hours[24 + 19]) = (4, 2, 0.3)
        let monday = try #require(CivilDate(parsing: "2026-03-23"))
        let forecast = SessionsForecast(
            week: monday, zone: "Europe/Berlin", sessions: 20, ordered: 2, hours: hours)
        let lines = forecast.text(hasBlocks: false).split(separator: "\n")
        #expect(lines.count == 11)
        #expect(lines[10] == "2 athletes are ordered, and counted here as if they were drawn")
        #expect(lines[0] == "Sessions aloft, week of 2026-03-23, Europe/Berlin, of 20 athletes")
        let dots = String(repeating: "..", count: 24)
        #expect(
            lines[2] == "Mon 03-23  \(dots.prefix(14))99\(dots.prefix(32))      0.2      4.0 at 7 h"
        )
        #expect(
            lines[3]
                == "Tue 03-24  \(dots.prefix(36))5500\(dots.prefix(8))      0.1      2.0 at 18 h")
        #expect(lines[9] == "9 is 4.0 sessions, the week's most")
        #expect(forecast.text(hasBlocks: true).contains("\u{2588}\u{2588}"))
        let json = try #require(JSONValue(line: forecast.json.dropLast().utf8))
        #expect(json["hours"]?.items.count == 168 && json["hours"]?.items[7].double == 4)
    }

    @Test func `a fleet that flies laps has no forecast`() throws {
        let greeting = try #require(
            JSONValue(line: #"{"type":"hello","seed":1,"sessions":3}"#.utf8))
        let error = #expect(throws: ProgramFailure.self) { try SessionsForecast(greeting) }
        #expect(error?.code == .refused)
        #expect(error?.description.contains("flies laps") == true)
    }
}
