import Testing
import WireProtocol

@testable import LoadReport

@Suite struct SeriesLinesTests {
    @Test func `there is an object for every second`() throws {
        let result = SyntheticResult.lively
        let lines = SeriesLines.text(of: result).split(separator: "\n")
        #expect(lines.count == result.seconds.count)
        for (line, second) in zip(lines, result.seconds) {
            let value = try #require(JSONValue(line: line.utf8))
            #expect(value["second"]?.integer == second.second)
            #expect(value["measured"] == .boolean(second.second >= 0))
            #expect(value["lines"]?.integer == second.lines)
            #expect(value["max"]?.integer == second.maximum.map(Int.init))
            #expect(value["generator.max"]?.integer == second.generatorMaximum.map(Int.init))
        }
    }

    @Test func `a second without a live line has no latency`() {
        var result = SyntheticResult.empty
        result.seconds = [LoadSecond(connected: 3)]
        #expect(
            SeriesLines.text(of: result)
                == #"{"second":0,"measured":true,"lines":0,"bytes":0,"announced_lost":0,"#
                + #""not_received":0,"connected":3,"tester.cpu":0}"# + "\n")
    }
}
