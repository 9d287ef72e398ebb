import Glibc
import LinuxIO
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StateFiles

extension EndToEnd {
    /// A daemon that is killed again and again while it makes its journal shorter: no command that
    /// it has acknowledged is lost but those of sessions that ended long before.
    @Suite struct CompactionKillTests {
        private let place: Place

        init() throws { place = try Place() }

        private static let month = FleetDuration.seconds(31 * 86_400)
        private static let lanes = 8
        /// Each round starts the daemon a month later, and so makes it forget the sessions that
        /// were started in the round before.
        private static let rounds = 8
        private static let requestsOfRound = 160
        private static let requestsAtOnce = 3
        private static let entries = 2000
        /// A slow machine plays fewer rounds.
        private static let patience = Duration.seconds(4)

        private var file: String { place.path("state/journal") }

        /// What the daemon has acknowledged.
        private struct Acknowledged {
            var entries: Set<EntryName> = []
            /// By the round in which they were started.
            var started: [[LaneID]] = []
        }

        @Test func `whenever it is killed, what was acknowledged is there`() throws {
            let seed = UInt64(MonotonicClock.now.microseconds)
            var dice = SeededGenerator(seed: seed)
            var known = Acknowledged()
            try begin()
            let end = MonotonicClock.now + Self.patience
            var isLast = false
            for round in 1...Self.rounds where !isLast {
                isLast = round == Self.rounds || round > 1 && MonotonicClock.now >= end
                let daemon = try startDaemon()
                // The last one makes its journal shorter before it is killed.
                if isLast { try daemon.waitForErrors(containing: "dropped ") }
                try command(daemon, killedAfter: dice.number(2...Self.requestsOfRound), &known)
                try check(known, "seed \(seed), round \(round)")
                try letMonthPass()
            }
            let journal = try journal()
            #expect(journal.retention.lastForgottenLane != nil, "seed \(seed)")
            let daemon = try startDaemon()
            try daemon.waitForErrors(
                containing: "keeping the state in \(place.path("state")), "
                    + "\(journal.commands.count) commands")
        }

        private func startDaemon() throws -> Program {
            try place.startDaemon([
                "--state", place.path("state"), "--sessions", "\(Self.lanes)", "--seed", "42",
                "--epoch", "2026-01-01T00:00:00Z",
            ])
        }

        private func kill(_ daemon: Program) throws {
            daemon.signal(SIGKILL)
            #expect(try daemon.waitForEnd().end == .killed(signal: SIGKILL))
        }

        /// Makes a journal that is long enough for the daemon to be killed while it writes another.
        private func begin() throws {
            try kill(try startDaemon())
            let folder = try StateFolder(place.path("state"))
            let state = try #require(folder.stored)
            let opened = try folder.open(state, at: state.clock.fleet) { _ in nil }
            var file = opened.file
            let epoch = state.fleet.epoch
            let mass = ManualSample(.bodyMass, value: 713, from: epoch, to: epoch)
            let sample = try #require(mass)
            try file.append(
                (1...Self.entries).map { tick in
                    SessionCommand(
                        .add(sample), .book(of: LaneID(index: Self.lanes - 1), lap: 0),
                        at: epoch + FleetDuration(ticks: Int64(tick)))
                })
        }

        /// Has fleet time go on while no daemon runs.
        private func letMonthPass() throws {
            let path = place.path("state/identity")
            let state = try StoredState(
                try FileContent.read(path, limitBytes: 1 << 16), file: path)
            let clock = ClockPoint(
                fleet: state.clock.fleet + Self.month,
                wallMicroseconds: state.clock.wallMicroseconds, speed: state.clock.speed)
            let later = StoredState(fleet: state.fleet, clock: clock)
            try FileContent.replace(path, with: later.bytes, mode: 0o600, durable: false)
        }

        /// Gives commands, a few at a time, and kills the daemon after so many answers. Those that
        /// it has sent besides count too.
        private func command(
            _ daemon: Program, killedAfter count: Int, _ known: inout Acknowledged
        ) throws {
            let peer = try Peer(place.socket)
            known.started.append([])
            for number in 0..<Self.requestsAtOnce { try peer.say(request(number)) }
            for number in 0..<count {
                note(try peer.next(["ok", "error"]), &known)
                try peer.say(request(number + Self.requestsAtOnce))
            }
            try kill(daemon)
            while let line = try? peer.next(["ok", "error"]) { note(line, &known) }
        }

        private func request(_ number: Int) -> String {
            guard number % 2 == 1 else { return #"{"op":"start"}"# }
            return #"{"op":"add","session":"s\#(number / 2 % (Self.lanes - 1))","#
                + #""metric":"body_mass_kg","value":70.5,"at":"2026-01-01T00:00:00Z"}"#
        }

        private func note(_ line: Line, _ known: inout Acknowledged) {
            let isKept = line.text.contains(#""durable":true"#)
            #expect(line.type == "ok" && isKept, "\(line.text)")
            if let entry = line.word("entry").flatMap({ EntryName(parsing: $0) }) {
                known.entries.insert(entry)
            } else if let started = line.session.flatMap({ SelectedSessions(parsing: $0) }) {
                known.started[known.started.count - 1].append(started.lane)
            }
        }

        /// The journal, which must be one that the frontier vouches for.
        private func journal() throws -> Journal {
            let path = place.path("state/frontier")
            let frontier = try FrontierRecord(
                try FileContent.read(path, limitBytes: 1000), file: path)
            return try JournalReading(
                try FileContent.read(file, limitBytes: 1 << 24), file: file,
                vouchedBy: frontier.seals
            ).journal
        }

        private func check(_ known: Acknowledged, _ context: Comment) throws {
            let journal = try journal()
            let entries = journal.commands.filter(\.session.isBook).map {
                EntryName(lane: $0.session.flownLane, instant: $0.instant)
            }
            #expect(known.entries.isSubset(of: entries), context)
            #expect(entries.count >= Self.entries + known.entries.count, context)
            let kept = Set(journal.commands.filter { !$0.session.isBook }.map(\.session.lane))
            let forgotten = journal.retention.lastForgottenLane ?? LaneID(index: 0)
            for (round, lanes) in known.started.enumerated() {
                let hasEnded = round < known.started.count - 1
                for lane in lanes where !kept.contains(lane) {
                    #expect(hasEnded && lane <= forgotten, "s\(lane), \(context)")
                }
            }
            let all = known.started.joined()
            #expect(Set(all).count == all.count, context)
        }
    }
}
