import ChannelPipeline
import CivilTime
import CommandLine
import Configuration
import Logbook
import StreamClient
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

/// Every spelling of a moment, a span and a session in every command and request that reads one.
@Suite struct MomentTableTests {
    /// 2026-03-29T10:00:00Z in Berlin, a Sunday whose clocks were changed.
    private static let greeting =
        #"{"type":"hello","t":"2026-03-29T10:00:00.000000Z","time_zone":"Europe/Berlin"}"#

    private static func clock() throws -> FleetClock {
        try FleetClock(try #require(JSONValue(line: greeting.utf8)))
    }

    private static let moments: [(text: String, time: String)] = [
        ("2026-03-06T06:00:00Z", "2026-03-06T06:00:00"),
        ("2026-03-06T07:00:00+01:00", "2026-03-06T06:00:00"),
        ("2026-03-06", "2026-03-05T23:00:00"), ("2026-03-06 07:30", "2026-03-06T06:30:00"),
        ("today", "2026-03-28T23:00:00"), ("yesterday", "2026-03-27T23:00:00"),
        ("yesterday 18:00", "2026-03-28T17:00:00"), ("07:30", "2026-03-29T05:30:00"),
        ("12:30", "2026-03-28T11:30:00"), ("5m", "2026-03-29T09:55:00"),
        ("-5m", "2026-03-29T09:55:00"), ("5 minutes ago", "2026-03-29T09:55:00"),
        ("1h 30m", "2026-03-29T08:30:00"), ("1d", "2026-03-27T23:00:00"),
        ("2 days ago", "2026-03-26T23:00:00"), ("-1w", "2026-03-21T23:00:00"),
    ]

    /// A place that reads a moment: what it is called, and how it reads one.
    struct Place: Sendable, CustomTestStringConvertible {
        let name: String
        let read: @Sendable (String) throws -> FleetInstant
        var testDescription: String { name }
    }

    private static func tail(
        _ table: FlagTable, _ flag: String, _ rest: String...
    ) -> Place {
        Place(name: "\(table.command) \(flag)") { text in
            let flags = try table.parse(rest + ["\(flag)=\(text)"])
            let options = try TailOptions(flags)
            let line = try #require(JSONValue(line: greeting.utf8))
            let beginning = try options.bounds.resolve(by: line, isChecked: false)
            switch beginning.start {
            case nil: return try #require(beginning.until)
            case .back(let span)?: return try clock().present - span
            case .time(let instant)?:
                return instant + FleetDuration(ticks: flag == "--since" ? 1 : 0)
            case .now?, .sessionStart?, .after?: throw Unexpected()
            }
        }
    }

    private static func query(_ table: FlagTable, _ flag: String) -> Place {
        Place(name: "\(table.command) \(flag)") { text in
            let ends = ["--from", "--to"].filter { $0 != flag }.map { _ in "--from=2026-01-01" }
            let flags = try table.parse((flag == "--to" ? ends : []) + ["\(flag)=\(text)"])
            let clock = try clock()
            let request = try QueryQuestion(flags).request(at: clock.present, clock.zone)
            let anchor = flag == "--to" ? try #require(request.to) : request.from
            return instant(anchor, clock.zone)
        }
    }

    private static func instant(_ anchor: CivilAnchor, _ zone: TimeZoneRules) -> FleetInstant {
        switch anchor {
        case .date(let day): zone.start(ofDay: day)
        case .instant(let instant): instant
        }
    }

    private static func entry(_ flags: String..., flag: String, field: String) -> Place {
        Place(name: "runway add \(flag)") { text in
            let flags = try EntryCommand.add.table.parse(["s7"] + flags + ["\(flag)=\(text)"])
            let line = try EntryCommand.add.request(flags, at: try clock().moments)
            let time = JSONValue(line: line.utf8)?[field]?.text
            return FleetInstant(
                notAfter: try #require(time.flatMap { CalendarTime(rfc3339: $0) }).microseconds)
        }
    }

    private static func wire(
        _ name: String, _ line: @escaping @Sendable (String) -> String,
        _ read: @escaping @Sendable (Request, TimeZoneRules) throws -> FleetInstant
    ) -> Place {
        Place(name: name) { text in
            let clock = try clock()
            let bytes = Array(line(text).utf8)
            let message = try RequestDecoder.decode(bytes[...], number: 1, clock: clock.moments)
            return try read(message.request, clock.zone)
        }
    }

    private static let places: [Place] = [
        tail(TailCommand.table, "--since"), tail(TailCommand.table, "--until"),
        tail(TailCommand.table, "--from"), tail(RecordCommand.table, "--from"),
        tail(RelayCommand.table, "--since"), tail(RelayCommand.table, "--until"),
        tail(RelayCommand.table, "--from"),
        query(QueryCommand.table, "--from"), query(QueryCommand.table, "--to"),
        query(PlotCommand.table, "--from"), query(PlotCommand.table, "--to"),
        entry("body_mass_kg", "71", flag: "--at", field: "at"),
        entry("steps", "71", flag: "--start", field: "start"),
        entry("steps", "71", "--start=2026-03-05", flag: "--end", field: "end"),
        wire("subscribe after", { #"{"op":"subscribe","after":"\#($0)"}"# }) { request, _ in
            guard case .subscribe(let subscription) = request else { throw Unexpected() }
            switch subscription.start {
            case .time(let instant): return instant
            case .back(let span): return try clock().present - span
            case .now, .sessionStart, .after: throw Unexpected()
            }
        },
        wire(
            "add at",
            {
                #"{"op":"add","session":"s7","metric":"body_mass_kg","value":71,"at":"\#($0)"}"#
            }
        ) { request, _ in
            guard case .command(.add(let sample, lane: _)) = request else { throw Unexpected() }
            return sample.start
        },
        wire("query from", { #"{"op":"query","from":"\#($0)"}"# }) { request, zone in
            guard case .query(let query) = request else { throw Unexpected() }
            return instant(query.from, zone)
        },
        wire("query to", { #"{"op":"query","from":"2026-01-01","to":"\#($0)"}"# }) {
            request, zone in
            guard case .query(let query) = request else { throw Unexpected() }
            return instant(try #require(query.to), zone)
        },
    ]

    private struct Unexpected: Error {}

    @Test(arguments: places) func `a moment is the same wherever it is read`(place: Place) throws {
        for (text, time) in Self.moments {
            let instant = try place.read(text)
            let read = CalendarTime(microseconds: instant.microseconds).description
            #expect(read == "\(time).000000Z", "\(place.name) \(text)")
        }
        for text in ["soon", "25:00", "5", "2026-02-30", "", "2026-03-29 02:30"] {
            #expect(throws: (any Error).self, "\(place.name) \(text)") { try place.read(text) }
        }
    }

    @Test func `a start looks ahead`() throws {
        for (text, time) in [
            ("12:30", "2026-03-29T10:30:00"), ("07:30", "2026-03-30T05:30:00"),
            ("2026-03-30 07:30", "2026-03-30T05:30:00"), ("2026-03-30", "2026-03-29T22:00:00"),
            ("2026-03-29T12:00:00Z", "2026-03-29T12:00:00"),
        ] {
            let flags = try ControlCommand.start.table.parse(["--at", text])
            let line = try #require(try ControlCommand.start.requests(flags).first).line
            let clock = try Self.clock().moments
            let bytes = Array(line.utf8)
            let message = try RequestDecoder.decode(bytes[...], number: 1, clock: clock)
            guard case .command(.start(_, at: let instant?)) = message.request else {
                throw Unexpected()
            }
            #expect("\(CalendarTime(microseconds: instant.microseconds))" == "\(time).000000Z")
        }
    }

    @Test func `a day is the date that holds the moment, in log and plot`() throws {
        for (text, day) in [
            ("2026-03-06", "2026-03-06"), ("today", "2026-03-29"), ("yesterday", "2026-03-28"),
            ("-7", "2026-03-22"), ("7d", "2026-03-22"), ("7 days ago", "2026-03-22"),
            ("0", "2026-03-29"), ("12:30", "2026-03-28"), ("2026-03-06T23:30:00Z", "2026-03-07"),
        ] {
            for table in [LogCommand.table, PlotCommand.table] {
                let asked = try #require(try table.parse(["--day", text]).day("--day"))
                let number = try Self.clock().moments.dayNumber(of: asked.moment)
                #expect("\(CivilDate(dayNumber: number))" == day, "\(table.command) \(text)")
            }
        }
        for text in ["7", "+7", "-100001", "soon", "- 7", "٧"] {
            #expect(throws: ProgramFailure.self) {
                try LogCommand.table.parse(["--day=\(text)"]).day("--day")
            }
        }
    }

    @Test func `an epoch is a moment too`() throws {
        for (text, _) in Self.moments {
            let flags = try DaemonFlags.table.parse(["--epoch=\(text)"])
            #expect(ChosenSettings(flags: flags).findings == [], "\(text)")
        }
        let fleet = try FleetFlags.fleet(
            DaemonFlags.table.parse([
                "--epoch", "2026-03-06 07:30", "--time-zone", "Europe/Berlin", "--seed", "1",
            ]), defaultEpoch: 0)
        #expect(fleet.epoch.microseconds == 1_772_778_600_000_000)
    }

    @Test func `the help of every command with a moment says by which zone it is read`() {
        for command in Command.allCases {
            let moments = command.table.flags.filter { ["MOMENT", "DAY"].contains($0.value) }
            guard !moments.isEmpty else { continue }
            let told = command.table.flags.map(\.help).joined(separator: " ")
            #expect(told.contains("by the fleet's time zone, or else in UTC"), "\(command)")
        }
    }
}

/// Spans and sessions.
@Suite struct SpellingTableTests {
    @Test(arguments: ["90s", "1m30s", "1m 30s", "90 seconds", "1.5m", "1 minute 30 seconds"])
    func `a span is the same wherever it is read`(text: String) throws {
        for table in [
            TailCommand.table, RecordCommand.table, RelayCommand.table, LiveCommand.table,
            LogCommand.table, LoadCommand.table,
        ] {
            let flags = try table.parse(["--for", text])
            #expect(try flags.span("--for") == .seconds(90), "\(table.command)")
        }
        for table in [TailCommand.table, RecordCommand.table, RelayCommand.table] {
            let flags = try table.parse(["--silence", text])
            #expect(try flags.span("--silence") == .seconds(90), "\(table.command)")
        }
        for field in ["window", "every"] {
            let line = Array(#"{"op":"subscribe","\#(field)":"\#(text)"}"#.utf8)
            _ = try RequestDecoder.decode(line[...], number: 1)
        }
        let query = Array(#"{"op":"query","from":"2026-03-01","interval":"\#(text)"}"#.utf8)
        _ = try RequestDecoder.decode(query[...], number: 1)
    }

    @Test func `sessions stand behind a command as they stand behind --session`() throws {
        for command in [
            Command.tail, .record, .relay, .load, .query, .export, .sessions, .pause, .resume,
            .stop,
        ] {
            let words = try command.table.parse(["s0", "s7"])
            let flag = try command.table.parse(["--session", "s0,s7"])
            #expect(words["--session"] == "s0,s7" && flag["--session"] == "s0,s7", "\(command)")
        }
        for command in [Command.live, .plot] {
            #expect(try command.table.parse(["s7"])["--session"] == "s7")
            #expect(throws: ProgramFailure.self) { try command.table.parse(["s0", "s7"]) }
        }
        #expect(try LogOptions(LogCommand.table.parse(["s7"])).place.chosenLane == 7)
    }
}
