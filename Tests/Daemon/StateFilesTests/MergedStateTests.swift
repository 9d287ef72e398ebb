import Glibc
import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

@Suite struct MergedStateTests {
    private let scratch: SharedDirectory
    private static let now = instant(1_795_154_500)
    private static let wall: Int64 = 1_795_154_500_000_000

    init() throws { scratch = try SharedDirectory(prefix: "runway-merge") }

    /// The state folder of a shard; those of each round of merging lie in a folder of their own.
    private func path(_ shard: FleetShard, _ round: Int = 0) -> String {
        "\(scratch.path)/\(round)/\(shard.index)-\(shard.count)"
    }

    private func shard(_ text: String) throws -> FleetShard {
        try #require(FleetShard(parsing: text))
    }

    private static func shards(_ count: Int) -> [FleetShard] {
        (0..<count).compactMap { FleetShard(index: $0, count: count) }
    }

    private func state(_ shard: FleetShard, seed: UInt64 = 5, _ clock: ClockPoint? = nil)
        -> StoredState
    {
        StoredState(
            fleet: storedFleet(seed: seed, shard: shard), clock: clock ?? storedState().clock)
    }

    /// Has a daemon keep commands in the folder of a shard until an instant, and leave.
    private func keep(
        _ commands: [SessionCommand] = [], _ state: StoredState, until now: FleetInstant = now
    ) throws {
        let folder = try StateFolder(path(state.fleet.shard))
        var file = try folder.open(state, at: now, end: { _ in nil }).file
        _ = try folder.openFrontier(at: now, speed: state.clock.speed)
        if !commands.isEmpty { try file.append(commands) }
    }

    private func merged(
        _ sources: [FleetShard], to shard: FleetShard, _ round: Int = 0
    ) throws -> MergedState {
        let folders = try sources.map { try StateFolder(path($0, round)) }
        return try MergedState(of: folders, as: shard, at: Self.wall)
    }

    /// Makes the folder of a shard, and opens it as a daemon does.
    private func begin(_ merged: MergedState, _ round: Int) throws -> Journal {
        let shard = merged.state.fleet.shard
        do {
            try StateFolder(path(shard, round)).begin(with: merged)
        }
        let folder = try StateFolder(path(shard, round))
        #expect(folder.stored == merged.state)
        #expect(folder.frontier.record?.promise == merged.promise)
        return try folder.open(merged.state, at: Self.now, end: { _ in nil }).journal
    }

    @Test(arguments: [("25", "0/1"), ("7", nil)])
    func `settings that all folders have go on with the new shard`(
        other: String, shard: String?
    ) throws {
        for (part, sessions) in zip(Self.shards(2), ["25", other]) {
            let folder = try StateFolder(path(part))
            let settings = KeptSettings(["sessions": [sessions], "shard": ["\(part)"]])
            _ = try folder.open(state(part), settings: settings, at: Self.now, end: { _ in nil })
            _ = try folder.openFrontier(at: Self.now, speed: .realTime)
        }
        let merged = try merged(Self.shards(2), to: .whole)
        _ = try begin(merged, 1)
        let kept = try StateFolder.settings(in: path(.whole, 1))
        #expect(kept?.values == shard.map { ["sessions": ["25"], "shard": [$0]] })
    }

    private func refusal(_ sources: [FleetShard], to target: String) throws -> String {
        do {
            _ = try merged(sources, to: try shard(target))
        } catch let failure as MergeFailure {
            return failure.description
        }
        Issue.record("nothing is refused")
        return ""
    }

    @Test(arguments: UInt64(0)..<10)
    func `each lane has its commands in their order, however the fleet was divided`(
        seed: UInt64
    ) throws {
        var dice = SeededGenerator(seed: seed)
        let counts = [dice.number(1...6), dice.number(1...6), dice.number(1...6), 1]
        let all = dice.commands(dice.below(200))
        let byLane = Dictionary(grouping: all) { $0.session.flownLane }
        for shard in Self.shards(counts[0]) {
            try keep(all.filter { shard.contains(lane: $0.session.flownLane) }, state(shard))
        }
        for round in 1..<counts.count {
            var found: [SessionCommand] = []
            for shard in Self.shards(counts[round]) {
                let merged = try merged(
                    Self.shards(counts[round - 1]).shuffled(using: &dice), to: shard, round - 1)
                let commands = try begin(merged, round).commands
                #expect(commands.allSatisfy { shard.contains(lane: $0.session.flownLane) })
                found += commands
            }
            #expect(
                Dictionary(grouping: found) { $0.session.flownLane } == byLane,
                "seed \(seed), shards \(counts), round \(round)")
            #expect(found.count == all.count)
        }
    }

    @Test func `a lane that was started later than a higher one comes before it`() throws {
        let lanes: [LaneID] = [600_004, 600_000]
        for (index, lane) in lanes.enumerated() {
            let start = SessionCommand(
                .start(StartOrder()), SessionName(lane: lane, lap: 0),
                at: instant(1_795_154_401 + Int64(index)))
            let old = try #require(FleetShard(index: lane.index % 8, count: 8))
            try keep([start], state(old))
        }
        let journal = try merged([shard("0/8"), shard("4/8")], to: try shard("0/4")).journal
        #expect(journal.commands.map(\.session.lane) == lanes.sorted())
    }

    @Test func `the most careful of what the shards know holds for the new one`() throws {
        let retentions = [
            CommandRetention(
                own: instant(1_795_000_100), started: instant(1_795_000_400),
                lastForgottenLane: 600_007),
            CommandRetention(own: instant(1_795_000_200)),
        ]
        for (shard, retention) in zip(Self.shards(2), retentions) {
            try keep([], state(shard), until: Self.now + .seconds(Int64(shard.index)))
            let journal = Journal(identity: "mkzz710x", retention: retention)
            let folder = try StateFolder(path(shard))
            try folder.replace("journal", with: journal.bytes)
            try folder.frontier.vouch(for: [journal.seal])
        }
        let merged = try merged(Self.shards(2), to: .whole)
        #expect(
            merged.journal.retention
                == CommandRetention(
                    own: instant(1_795_000_200), started: instant(1_795_000_400),
                    lastForgottenLane: 600_007))
        let reach = StateLimits.frontierReach(at: .realTime)
        #expect(merged.promise == Self.now + .seconds(1) + reach)
        #expect(try begin(merged, 1).retention == merged.journal.retention)
    }

    @Test func `of clocks that differ the one that is ahead goes on`() throws {
        let speed = try #require(PlaybackSpeed(parsing: "10"))
        let clocks = [0, 7, 3].map { minutes in
            ClockPoint(
                fleet: instant(1_795_154_400 + 600 * minutes), wallMicroseconds: Self.wall,
                speed: speed)
        }
        for (shard, clock) in zip(Self.shards(3), clocks) { try keep([], state(shard, clock)) }
        #expect(try merged(Self.shards(3), to: try shard("1/2")).state.clock == clocks[1])
        // Two of the three have lanes of it.
        #expect(
            try merged(Self.shards(3), to: try shard("2/6")).state
                == state(try shard("2/6"), clocks[2]))
    }

    @Test func `shards that do not make one fleet are refused`() throws {
        for shard in Self.shards(4).dropLast() { try keep([], state(shard)) }
        try keep([], state(try shard("0/8"), seed: 6))
        let all = Self.shards(4)
        #expect(try merged([all[0], all[1], all[2]], to: try shard("0/2")).journal.commands == [])
        #expect(
            try refusal([all[1]], to: "1/2")
                == "shard 1/2 has lanes of shard 3/4, whose folder is not named; add it with "
                + "--merge-state")
        #expect(
            try refusal([all[0], try shard("0/8")], to: "0/2").contains(
                "holds a fleet with seed 5, not 6; 4 shards, not 8, as"))
        #expect(
            try refusal([try shard("3/4")], to: "3/8")
                == "\(path(try shard("3/4"))) holds no fleet; name the folder that a daemon had "
                + "with --state")
    }

    @Test func `two folders of a shard, and a folder with a fleet, are refused`() throws {
        try keep([], state(.whole))
        let other = "\(scratch.path)/other"
        do {
            let folder = try StateFolder(other)
            _ = try folder.open(state(.whole), at: Self.now, end: { _ in nil })
        }
        let folders = try [StateFolder(path(.whole)), StateFolder(other)]
        #expect(throws: MergeFailure.twice(.whole, paths: [path(.whole), other])) {
            _ = try MergedState(of: folders, as: .whole, at: Self.wall)
        }
        #expect(throws: MergeFailure.taken(path: other)) {
            let merged = try MergedState(of: [folders[0]], as: .whole, at: Self.wall)
            try folders[1].begin(with: merged)
        }
    }

    @Test func `a damaged journal is refused, and a folder that was not finished never opens`()
        throws
    {
        let source = try shard("1/2")
        let kept = pause(at: 1_795_154_401)
        try keep([kept], state(source))
        #expect(try merged([source], to: try shard("1/4")).journal.commands == [])
        #expect(try merged([source], to: try shard("3/4")).journal.commands == [kept])
        // What a merge writes, in its order; whatever comes last, it is no fleet.
        _ = try begin(try merged([source], to: source), 1)
        for name in ["identity", "journal"] {
            try #require(unlink("\(path(source, 1))/\(name)") == 0)
            let cut = try StateFolder(path(source, 1))
            #expect(throws: StateFailure.self, "without \(name)") {
                _ = try cut.open(state(source), at: Self.now, end: { _ in nil })
            }
        }
        try FileContent.replace(
            "\(path(source))/journal", with: Journal(identity: "mkzz710x").bytes, durable: false)
        #expect(try refusal([source], to: "1/4").contains("journal:2: the line is missing"))
    }
}
