import Glibc
import LinuxIO
import TestSupport
import Testing

extension EndToEnd {
    /// `runway record`: whatever is killed or stopped, every line is in the files once.
    @Suite struct RecordTests {
        private let place: Place

        init() throws { place = try Place() }

        /// A minute of fleet time in a second: two days in an hour's test.
        private func startDaemon() throws -> Program {
            try place.startDaemon([
                "--seed", "42", "--sessions", "3", "--epoch", "2026-03-01T23:59:00Z",
                "--speed", "60", "--state", place.path("state"),
            ])
        }

        private func record() throws -> Program {
            try place.start(
                Programs.client,
                ["record", "--out", place.path("record"), "--kinds", "stat,entry,event,phase"]
                    + ["--every", "10s", "--from", "2026-03-01T23:59:00Z", "--sync-every", "1s"])
        }

        private func kill(_ program: Program) throws {
            program.signal(SIGKILL)
            #expect(try program.waitForEnd().end == .killed(signal: SIGKILL))
        }

        /// How many lines all files have.
        private var count: Int {
            ["2026-03-01", "2026-03-02"].reduce(0) { sum, day in
                let text = (try? place.read("record/\(day).ndjson")) ?? ""
                return sum + text.utf8.count { $0 == UInt8(ascii: "\n") }
            }
        }

        /// The lines of all files, one day after the other.
        private func recorded() -> [Line] {
            ["2026-03-01", "2026-03-02"].flatMap { day in
                Line.numbered(in: (try? place.read("record/\(day).ndjson")) ?? "")
            }
        }

        /// Reads the daemon's lines beside the recorder until it has so many more.
        private func wait(for more: Int) throws {
            let wanted = count + more
            let peer = try Peer(place.socket)
            try peer.say(#"{"op":"subscribe"}"#)
            for _ in 0..<500 where count < wanted { _ = try peer.data(50) }
            try #require(count >= wanted)
        }

        /// Holds all lines against those of one tail.
        private func expectEachOnce() throws {
            let lines = recorded()
            let outcome = try place.client([
                "tail", "--json", "--since", "2026-03-01T23:59:00.020Z", "-n", "\(lines.count)",
                "--kinds", "stat,entry,event,phase", "--every", "10s",
            ])
            try #require(outcome.end == .exited(0), "\(outcome.errors)")
            // Snapshots of books have a number too.
            let wanted = Line.numbered(in: outcome.output).filter { $0.type != "snapshot" }
                .map(\.withoutClock)
            let texts = lines.map(\.withoutClock)
            let same = zip(texts, wanted).prefix { $0 == $1 }.count
            #expect(texts == wanted, "line \(same) of \(texts.count)")
        }

        @Test func `a recorder that is killed at any time has every line once`() throws {
            var dice = SeededGenerator(seed: 7)
            let daemon = try startDaemon()
            for _ in 0..<6 {
                let recorder = try record()
                try wait(for: dice.number(1...40))
                try kill(recorder)
            }
            #expect(try place.client(["add", "s1", "body_mass_kg", "71.3"]).end == .exited(0))
            let last = try record()
            try wait(for: 30)
            last.signal(SIGTERM)
            #expect(try last.waitForEnd().end == .exited(0))
            #expect(recorded().contains { $0.text.contains(#""source":"manual""#) })
            try expectEachOnce()
            try kill(daemon)
        }

        @Test func `a daemon that is killed is waited for, and missed by nobody`() throws {
            let recorder = try record()
            try recorder.waitForErrors(containing: "no daemon answers")
            for _ in 0..<3 {
                let daemon = try startDaemon()
                try wait(for: 30)
                try kill(daemon)
            }
            let daemon = try startDaemon()
            try wait(for: 30)
            recorder.signal(SIGTERM)
            let outcome = try recorder.waitForEnd()
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(outcome.errors.contains("the link is back"))
            try expectEachOnce()
            try kill(daemon)
        }

        @Test func `a daemon that stands still is noticed, and asked on a new link`() throws {
            let daemon = try startDaemon()
            let recorder = try record()
            try wait(for: 20)
            daemon.signal(SIGSTOP)
            try recorder.waitForErrors(containing: "the daemon is silent: 3 beats did not come")
            daemon.signal(SIGCONT)
            try wait(for: 20)
            recorder.signal(SIGTERM)
            #expect(try recorder.waitForEnd().end == .exited(0))
            try expectEachOnce()
            try kill(daemon)
        }

        @Test func `one folder has one recorder, and another fleet none`() throws {
            let daemon = try startDaemon()
            let recorder = try record()
            try wait(for: 5)
            let second = try record().waitForEnd()
            #expect(second.end == .exited(75), "\(second.errors)")
            try kill(recorder)
            try kill(daemon)
            let other = try place.startDaemon(["--seed", "43"])
            let foreign = try record().waitForEnd()
            #expect(foreign.end == .exited(66), "\(foreign.errors)")
            try kill(other)
        }
    }
}
