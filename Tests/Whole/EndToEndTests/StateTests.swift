import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// What outlives a daemon that is killed.
    @Suite struct StateTests {
        private let place: Place

        init() throws { place = try Place() }

        /// No athlete is in a pause of its own when a test commands one.
        private func arguments(_ more: [String] = []) -> [String] {
            ["--state", place.path("state"), "--without-pauses"] + more
        }

        /// Ends the daemon without a warning.
        private func kill(_ daemon: Program) throws {
            daemon.signal(SIGKILL)
            #expect(try daemon.waitForEnd().end == .killed(signal: SIGKILL))
        }

        @Test(arguments: [[], ["--speed", "600"]])
        func `a killed daemon comes back as the same fleet, and its anchors hold`(
            speed: [String]
        ) throws {
            let first = try place.startDaemon(
                arguments(speed + ["--epoch", "2026-11-20T06:00:00Z"]))
            let peer = try Peer(place.socket)
            try peer.say(#"{"op":"subscribe","after":"start","select":{"session":"s0"}}"#)
            let lines = try peer.data(40)
            try kill(first)
            let second = try place.startDaemon(arguments(speed))
            let again = try Peer(place.socket)
            let anchor = try #require(lines[9].anchor)
            try again.say(#"{"op":"subscribe","after":"\#(anchor)","select":{"session":"s0"}}"#)
            let resumed = try again.data(30)
            #expect(resumed.map(\.withoutClock) == lines[10...].map(\.withoutClock))
            try kill(second)
        }

        @Test func `a second daemon on its state names the first and is busy`() throws {
            let first = try place.startDaemon(arguments())
            let second = try place.start(
                Programs.daemon, ["--socket", place.path("y.sock")] + arguments()
            ).waitForEnd()
            #expect(second.end == .exited(75))
            #expect(second.errors.contains("another daemon, process \(first.id), keeps its state"))
        }

        @Test func `another seed is refused, and a torn journal is cut and told`() throws {
            try kill(try place.startDaemon(arguments(["--seed", "5"])))
            let wrong = try place.start(
                Programs.daemon, ["--socket", place.socket, "--seed", "7"] + arguments()
            ).waitForEnd()
            #expect(wrong.end == .exited(2))
            #expect(wrong.errors.contains("holds a fleet with seed 5, not 7; leave out"))
            let journal = place.path("state/journal")
            let bytes = try FileContent.read(journal, limitBytes: 1000)
            try FileContent.replace(journal, with: bytes + Array("pause s7".utf8), durable: false)
            let daemon = try place.startDaemon(arguments())
            try daemon.waitForErrors(
                containing:
                    "\(journal) ended with 8 bytes of a command that was not whole and not "
                    + "answered: cut off, and kept in \(journal).torn-1")
            #expect(try FileContent.read(journal, limitBytes: 1000) == bytes)
            #expect(try place.read("state/journal.torn-1") == "pause s7")
        }

        /// The answer to a command.
        private func command(_ text: String) throws -> Line {
            let peer = try Peer(place.socket)
            try peer.say(text)
            return try peer.next(["ok", "error"])
        }

        private func refusal(_ more: [String] = []) throws -> Program.Outcome {
            try place.start(
                Programs.daemon, ["--socket", place.path("y.sock")] + arguments(more)
            ).waitForEnd()
        }

        @Test func `a deleted lock lets no second daemon in, and is noticed by the first`() throws {
            let first = try place.startDaemon(arguments())
            #expect(try command(#"{"op":"pause","session":"s0"}"#).type == "ok")
            try #require(unlink(place.path("state/lock")) == 0)
            let second = try refusal()
            #expect(second.end == .exited(75), "\(second.errors)")
            #expect(second.errors.contains("keeps its state in \(place.path("state"))"))
            let refused = try command(#"{"op":"resume","session":"s0"}"#)
            #expect(refused.type == "error")
            let reason = "\(place.path("state/lock")) is no longer the one that this daemon opened"
            #expect(refused.text.contains(reason), "\(refused.text)")
            try first.waitForErrors(containing: reason)
            try kill(first)
            let third = try place.startDaemon(arguments())
            #expect(try command(#"{"op":"resume","session":"s0"}"#).type == "ok")
            try kill(third)
        }

        @Test func `a journal that was cut at a record's border is refused with what to do`() throws
        {
            let first = try place.startDaemon(arguments())
            for lane in 0..<3 {
                #expect(try command(#"{"op":"pause","session":"s\#(lane)"}"#).type == "ok")
            }
            try kill(first)
            let journal = place.path("state/journal")
            let bytes = try FileContent.read(journal, limitBytes: 1000)
            try FileContent.replace(
                journal, with: Array(bytes.dropLast(88)), mode: 0o600, durable: false)
            let second = try refusal()
            #expect(second.end == .exited(66))
            #expect(
                second.errors.contains(
                    "runwayd: \(journal):4: the line is missing, and frontier says that 4 lines "
                        + "were kept; put a copy of the folder back, or name another directory "
                        + "with --state\n"), "\(second.errors)")
            try FileContent.replace(journal, with: bytes, mode: 0o600, durable: false)
            let third = try place.startDaemon(arguments())
            try third.waitForErrors(containing: "3 commands")
        }

        @Test(arguments: ["identity", "journal", "frontier"])
        func `a file that was changed, cut or removed is refused and stays as it is`(
            name: String
        ) throws {
            let first = try place.startDaemon(arguments())
            for lane in 0..<3 {
                #expect(try command(#"{"op":"pause","session":"s\#(lane)"}"#).type == "ok")
            }
            try kill(first)
            let path = place.path("state/\(name)")
            let sound = try FileContent.read(path, limitBytes: 1 << 20)
            var changed = sound
            changed[changed.count - 10] ^= 1
            let cut = stride(from: 0, to: sound.count, by: 44).map { Array(sound[..<$0]) }
            for bytes in [changed] + cut {
                try FileContent.replace(path, with: bytes, mode: 0o600, durable: false)
                try expectRefused(path)
                #expect(try FileContent.read(path, limitBytes: 1 << 20) == bytes)
            }
            try #require(unlink(path) == 0)
            try expectRefused(path)
            try FileContent.replace(path, with: sound, mode: 0o600, durable: false)
            let second = try place.startDaemon(arguments())
            try second.waitForErrors(containing: "3 commands")
        }

        /// Expects that no daemon starts, because of this file.
        private func expectRefused(_ path: String) throws {
            let outcome = try refusal()
            #expect(outcome.end == .exited(66), "\(outcome.errors)")
            #expect(outcome.errors.contains(path))
            #expect(outcome.errors.contains("name another directory with --state"))
        }

        @Test func `a folder that others may write is not permitted`() throws {
            try #require(mkdir(place.path("state"), 0o700) == 0)
            try #require(chmod(place.path("state"), 0o777) == 0)
            let outcome = try refusal()
            #expect(outcome.end == .exited(77))
            #expect(outcome.errors.contains("run chmod go-w \(place.path("state"))"))
        }

        @Test func `a link instead of the lock is refused, and its target stays`() throws {
            try #require(mkdir(place.path("state"), 0o700) == 0)
            _ = try place.write("precious", to: "precious")
            try #require(symlink(place.path("precious"), place.path("state/lock")) == 0)
            let outcome = try refusal()
            #expect(outcome.end == .exited(66))
            #expect(outcome.errors.contains("state/lock is a symbolic link, not a regular file"))
            #expect(try place.read("precious") == "precious")
        }
    }
}
