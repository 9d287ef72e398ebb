import ChannelPipeline
import CommandLine
import LinuxIO
import Simulation
import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import Configuration

/// Fleets whose athletes are ordered.
@Suite struct OrderedFleetTests: ~Copyable {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory(prefix: "runway-athletes") }

    private static let base = ["--seed", "42", "--epoch", "2026-03-20T11:00:00Z"]
    private static let days = ["--schedule", "days", "--time-zone", "Europe/Berlin"]
    private static let list = """
        [{name: 'Ada', sex: 'female', best: '5 km in 24:30'}, {like: 'mock-week'},
         {mass_kg: 81, habits: {runs_a_week: 0}}]
        """

    private func settings(
        _ arguments: [String], athletes: String?, inline: String? = nil
    ) throws -> ChosenSettings {
        var arguments = Self.base + arguments
        if let athletes { arguments += ["--athletes", try file(athletes)] }
        let configuration = inline.map {
            ConfigurationFile(
                path: "\(folder.path)/x.json5", bytes: Array("{athletes: \($0)}".utf8))
        }
        return ChosenSettings(
            flags: try DaemonFlags.table.parse(arguments), file: configuration)
    }

    private func file(_ text: String, _ name: String = "athletes.json5") throws -> String {
        let path = "\(folder.path)/\(name)"
        try FileContent.replace(path, with: Array(text.utf8), durable: false)
        return path
    }

    private func fleet(
        _ arguments: [String] = days, athletes: String?, inline: String? = nil
    ) throws -> Fleet {
        let settings = try settings(arguments, athletes: athletes, inline: inline)
        try settings.refuse()
        return try settings.fleet(defaultEpoch: 0)
    }

    private func refusal(_ athletes: String) throws -> String {
        let settings = try settings([], athletes: athletes)
        let error = #expect(throws: ProgramFailure.self) { try settings.fleet(defaultEpoch: 0) }
        return error.map { "\($0)" } ?? ""
    }

    private func lines(of lane: LaneID, in fleet: Fleet) throws -> [Substring] {
        var shape = ChannelShape()
        (shape.kinds, shape.dayMetrics) = ([.sample, .event, .entry], .all)
        let start = fleet.epoch - .seconds(5 * 86_400)
        let replay = LiveFleet(fleet, at: fleet.epoch).replay(
            shape, [LaneChoice(lane: lane)], from: .after(StreamPosition(after: start)),
            schedule: nil)
        var text = ""
        var isPresent = false
        while !isPresent {
            isPresent = replay.advance(to: fleet.epoch, steps: 10_000, bytes: 1 << 20)
            replay.consumeLines { block in
                for index in block.entries.indices where block.entries[index].isData {
                    text += Self.withoutAnchor(
                        String(decoding: block.bytes[block.range(of: index)], as: UTF8.self))
                }
            }
        }
        return text.split(separator: "\n")
    }

    /// The anchor knows the identity.
    private static func withoutAnchor(_ line: String) -> String {
        let parts = line.split(separator: #""anchor":""#, maxSplits: 1)
        let rest = parts.count == 2 ? parts[1].drop { $0 != "\"" } : ""
        return parts[0] + rest + "\n"
    }

    @Test func `the content of the list is a part of the identity, where there is one`() throws {
        let drawn = try fleet(athletes: nil)
        for nothing in ["[]", "[{}]", "[{}, {}]"] {
            #expect(try fleet(athletes: nothing).identity == drawn.identity)
        }
        let one = try fleet(athletes: "[{age: 40}]").identity
        #expect(try fleet(athletes: "[{age: 40}, {}]").identity == one)
        let others = try [
            fleet(athletes: Self.list), fleet(athletes: "[{name: 'Ada'}]"),
            fleet(athletes: "[{name: 'Bo'}]"), fleet(athletes: "[{age: 40}]"),
            fleet(athletes: "[{}, {age: 40}]"), fleet(athletes: "[{habits: {runs_a_week: 3}}]"),
        ].map(\.identity)
        #expect(Set(others).union([drawn.identity]).count == others.count + 1)
        let inline = try fleet(athletes: nil, inline: Self.list)
        #expect(try inline.identity == fleet(athletes: Self.list).identity)
    }

    @Test func `lanes without an order keep every byte of their lines`() throws {
        let drawn = try fleet(Self.days + ["--sessions", "5"], athletes: nil)
        let ordered = try fleet(Self.days + ["--sessions", "5"], athletes: "[{}, {age: 61}]")
        for lane: LaneID in [0, 2, 4] {
            let lines = try lines(of: lane, in: drawn)
            #expect(
                try !lines.isEmpty && self.lines(of: lane, in: ordered) == lines,
                "\(lane): \(lines.count)")
        }
        #expect(try lines(of: 1, in: drawn) != lines(of: 1, in: ordered))
    }

    @Test func `a lane flies who is ordered for it`() throws {
        let fleet = try fleet(["--sessions", "3"], athletes: "[{}, {name: 'Ada', age: 61}]")
        let profiles = [0, 1].map { lane in
            fleet.profile(of: fleet.source(of: SessionName(lane: LaneID(index: lane), lap: 0)))
        }
        #expect(profiles[1].athlete?.age == 61 && profiles.map(\.athleteName) == [nil, "Ada"])
    }

    @Test func `who never runs has one run to come, on the last day of all`() throws {
        let fleet = try fleet(athletes: Self.list)
        guard case .days(let calendar) = fleet.schedule else { return #expect(Bool(false)) }
        for instant in [fleet.epoch, fleet.epoch + .seconds(86_400 * 365 * 100)] {
            let run = try #require(calendar.nextRun(of: 2, after: instant))
            #expect(run.lap == calendar.laps.upperBound)
            #expect(fleet.session(of: 2, at: instant) == SessionName(lane: 2, lap: run.lap))
        }
        let last = try #require(calendar.run(of: 2, on: calendar.laps.upperBound))
        #expect(calendar.nextRun(of: 2, after: last.start) == nil)
        #expect(fleet.session(of: 2, at: last.start + .seconds(86_400)).lap == last.lap)
        #expect((-300...300).allSatisfy { calendar.run(of: 2, on: $0) == nil })
        #expect(try !lines(of: 2, in: fleet).isEmpty)
    }

    @Test func `a file of a route is read beside the list, and where it lies is no identity`()
        throws
    {
        let points = (0...30).map { "<trkpt lat='\(47 + Double($0) * 0.0009)' lon='8'/>" }
        let text = "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
        for name in ["a.gpx", "b.gpx"] { _ = try file(text, name) }
        let one = try fleet([], athletes: "[{}, {route: 'a.gpx'}]")
        #expect(one.grounds[0] == nil && one.grounds[1] != nil)
        #expect(try one.identity == fleet([], athletes: "[{}, {route: 'b.gpx'}]").identity)
        let home = try fleet([], athletes: "[{home: '45.8,6.9,10'}]")
        #expect(home.grounds[0] != nil && home.grounds[1] == nil)
    }

    @Test(arguments: [
        ("[{}, {}, {}, {}]", "there are 4 athletes, and the fleet has 3 lanes; give --sess"),
        ("[{habits: {runs_a_week: 3}}]", "s0 is ordered to have habits, and athletes by laps"),
        ("{}", "athletes.json5:1:1: a list is expected here, not {; write [ first"),
        ("[{age: 3}]", "athletes.json5:1:8: age: 3 years is out of range; give 16 to 95 years"),
        ("[{age: 40}, \n  {agee: 3}]", "athletes.json5:2:4: agee: there is no such field"),
        ("[{route: 'none.gpx'}]", "cannot read the route of s0: "),
    ])
    func `a list that cannot be flown is refused with its place`(
        athletes: String, words: String
    ) throws {
        let found = try refusal(athletes)
        #expect(found.contains(words), "\(found)")
    }
}
