import ChannelPipeline
import CommandLine
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

/// Which fleets commands start to look at days, and what they say of others.
@Suite struct DayFleetTests {
    private static func help(of table: FlagTable) -> String {
        table.flags.first { $0.name == "--schedule" }?.help ?? ""
    }

    private static func exports(_ arguments: String...) throws -> Bool {
        try ExportCommand.fleet(ExportCommand.table.parse(["--out", "x"] + arguments))
            .restsBetweenRuns
    }

    @Test func `an export of days is of a fleet by the calendar unless it is told otherwise`()
        throws
    {
        #expect(try Self.exports("--from", "2026-03-01"))
        #expect(try Self.exports("--format", "health", "--from", "2026-03-01"))
        #expect(try !Self.exports("--session", "s0"))
        #expect(try !Self.exports("--from", "2026-03-01", "--schedule", "laps"))
        #expect(Self.help(of: ExportCommand.table).contains("(default: laps; days with --from"))
    }

    @Test func `a logbook of its own has days unless it is told otherwise`() throws {
        func schedule(_ arguments: String...) throws -> String? {
            LogCommand.embedding(try LogCommand.table.parse(arguments))["--schedule"]
        }
        #expect(try schedule("--embedded") == "days")
        #expect(try schedule("--embedded", "--schedule", "laps") == "laps")
        #expect(try schedule("--embedded", "--replay", "run.fit") == nil)
        #expect(try schedule("s1") == nil)
        #expect(Self.help(of: LogCommand.table).contains("(default: days; laps with a recording)"))
    }

    @Test func `a plot of days has days unless it is told otherwise`() throws {
        func rests(_ byCalendar: Bool, _ arguments: String...) throws -> Bool {
            let flags = try PlotCommand.table.parse(["--out", "x"] + arguments)
            return try PlotFleet(flags, byCalendar: byCalendar).fleet.restsBetweenRuns
        }
        #expect(try rests(true))
        #expect(try !rests(true, "--schedule", "laps"))
        #expect(try !rests(false))
        #expect(
            Self.help(of: PlotCommand.table)
                .contains("(default: laps; days with --day and --metrics)"))
    }

    @Test func `a query by days of a fleet by laps says what to start instead`() throws {
        func note(
            _ interval: CivilInterval, _ lanes: [LaneID], _ greeted: String
        ) throws -> String? {
            var request = QueryRequest(from: .date(20_454))
            request.interval = interval
            if !lanes.isEmpty {
                request.selection = SessionSelection(lanes.map { SelectedSessions(lane: $0) })
            }
            let greeting = #"{"type":"hello","sessions":3\#(greeted)}"#
            return LapsNotice.note(
                on: request, try #require(JSONValue(line: Array(greeting.utf8)[...])))
        }
        for lanes: [LaneID] in [[], [2], [1, 2]] {
            for interval in [CivilInterval.days(1), .months(1)] {
                #expect(try note(interval, lanes, "") == LapsNote.text)
                #expect(try note(interval, lanes, #","recordings":2"#) == LapsNote.text)
                #expect(try note(interval, lanes, #","schedule":"days""#) == nil)
                #expect(try note(interval, lanes, #","recordings":3"#) == nil)
            }
            #expect(try note(.elapsed(.seconds(900)), lanes, "") == nil)
        }
        #expect(try note(.days(1), [1], #","recordings":2"#) == nil)
        #expect(try note(.days(1), [], #","shard":"7/3""#) == LapsNote.text)
    }
}
