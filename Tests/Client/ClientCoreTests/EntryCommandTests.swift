import CommandLine
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

@Suite struct EntryCommandTests {
    /// 2026-11-20T06:00:00.020000Z.
    private static let clock = MomentClock(
        present: FleetInstant(ticks: 1_795_154_400 * 50 + 1), zone: UTCZone())

    private func request(_ command: EntryCommand, _ arguments: [String]) throws -> String {
        try command.request(command.table.parse(arguments), at: Self.clock)
    }

    @Test(arguments: [
        (
            ["s7", "body_mass_kg", "71.3"],
            #""metric":"body_mass_kg","value":71.3,"at":"2026-11-20T06:00:00.020000Z""#
        ),
        (
            ["s7", "body_mass_kg", "071.30", "--at", "90m", "--json"],
            #""metric":"body_mass_kg","value":71.30,"at":"2026-11-20T04:30:00.020000Z""#
        ),
        (
            ["--at=yesterday", "s7", "HKQuantityTypeIdentifierBodyMass", "71"],
            #""metric":"HKQuantityTypeIdentifierBodyMass","value":71,"#
                + #""at":"2026-11-19T00:00:00.000000Z""#
        ),
        (
            ["s7", "steps", "1200", "--start", "2026-11-20T05:00:00Z"],
            #""metric":"steps","value":1200,"start":"2026-11-20T05:00:00.000000Z","#
                + #""end":"2026-11-20T06:00:00.020000Z""#
        ),
        (
            ["s7", "steps", "1200", "--start", "2h", "--end", "1h"],
            #""metric":"steps","value":1200,"start":"2026-11-20T04:00:00.020000Z","#
                + #""end":"2026-11-20T05:00:00.020000Z""#
        ),
    ])
    func `an addition is for now unless it says for when`(
        arguments: [String], fields: String
    ) throws {
        #expect(
            try request(.add, arguments) == #"{"op":"add","session":"s7",\#(fields)}"#)
    }

    @Test(arguments: [
        (["body_mass", "130lb"], "59", "59.0 kg"), (["body_mass", "130 lb"], "59", "59.0 kg"),
        (["body_mass_kg", "130", "lb"], "59", "59.0 kg"), (["body_mass", "59kg"], "59", nil),
        (["body_mass", "59.0"], "59.0", nil),
        (["HKQuantityTypeIdentifierBodyMass", "157.2", "LBS"], "71.3", "71.3 kg"),
        (["distance", "5km", "--start", "1h"], "5000", "5000.00 m"),
        (["distance", "1mi", "--start", "1h"], "1609.34", "1609.34 m"),
    ])
    func `a value may have a unit, and what is kept in another is said`(
        arguments: [String], value: String, kept: String?
    ) throws {
        let flags = try EntryCommand.add.table.parse(["s1"] + arguments)
        let request = try EntryCommand.add.request(flags, at: Self.clock)
        #expect(request.contains(#","value":\#(value),"#), "\(request)")
        #expect(EntryCommand.measured(flags) == kept)
        let answer = try #require(
            JSONValue(line: Array(#"{"entry":"e1.8","session":"d1.0"}"#.utf8)))
        #expect(
            EntryCommand.add.text(answer, kept)
                == "e1.8 is in d1.0" + (kept.map { ", kept as \($0)" } ?? ""))
    }

    @Test func `a removal names the entry`() throws {
        #expect(try request(.remove, ["e7.8"]) == #"{"op":"remove","entry":"e7.8"}"#)
    }

    @Test(arguments: [
        (EntryCommand.add, [], "no lane is named"), (.add, ["s7"], "no metric is named"),
        (.add, ["s7", "steps"], "no value is named"),
        (.add, ["s7", "body_mass_kg", "heavy"], "\"heavy\" is no value"),
        (.add, ["s7", "body_mass", "130st"], "behind it kg or lb"),
        (.add, ["s7", "body_mass", "1000001lb"], "is no value"),
        (.add, ["s7", "steps", "12", "lb", "--start", "1h"], "\"12 lb\" is no value"),
        (.add, ["s7", "body_mass_kg", "7e1"], "\"7e1\" is no value"),
        (.add, ["s7", "body_mass_kg", "nan"], "\"nan\" is no value"),
        (.add, ["s7", "body_mass_kg", "71.35"], "at most 1 decimals"),
        (.add, ["s7", "speed_mps", "3"], "a metric of runs"),
        (.add, ["s7", "sleep_rem_min", "71"], "comes from the phone or the watch alone"),
        (.add, ["s7.0", "steps", "71", "--start", "1h"], "not the name of a lane"),
        (.add, ["s7", "steps", "71"], "start"),
        (.add, ["s7", "steps", "71", "--start", "1h", "--at", "1h"], "has no at"),
        (.add, ["s7", "body_mass_kg", "71", "--at", "noon"], "a span back such as 5m"),
        (.add, ["s7", "body_mass_kg", "71", "--at", "999999h"], "--at lies outside fleet time"),
        (.remove, [], "no entry is named"), (.remove, ["7"], "\"7\" is not the name of an entry"),
    ])
    func `a mistake is told before anything is sent`(
        command: EntryCommand, arguments: [String], told: String
    ) throws {
        let flags = try command.table.parse(arguments)
        do {
            let line = try command.request(flags, at: Self.clock)
            Issue.record("\(line) would be sent")
        } catch {
            #expect(error.code == .usage)
            #expect(error.description.contains(told), "\(error)")
        }
    }

    @Test func `a word behind the unit is one too many`() {
        #expect(throws: ProgramFailure.self) {
            try EntryCommand.add.table.parse(["s7", "body_mass", "71", "kg", "72"])
        }
        #expect(throws: ProgramFailure.self) {
            try EntryCommand.remove.table.parse(["e7.8", "e7.9"])
        }
    }

    @Test func `a person is told the name of what was entered`() {
        let answer = JSONValue(line: #"{"entry":"e7.8","session":"d7.12"}"#.utf8) ?? .null
        #expect(EntryCommand.add.text(answer) == "e7.8 is in d7.12")
        #expect(EntryCommand.remove.text(answer) == "removed, by e7.8 in d7.12")
    }
}
