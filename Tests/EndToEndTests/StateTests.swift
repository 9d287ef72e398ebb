import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// What outlives a daemon that is killed.
    @Suite struct StateTests {
        private let place: Place

        init() throws { place = try Place() }

        private func arguments(_ more: [String] = []) -> [String] {
            ["--state", place.path("state")] + more
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
            try daemon.waitForErrors(containing: "the last 8 bytes of \(journal) were no whole")
            #expect(try FileContent.read(journal, limitBytes: 1000) == bytes)
        }
    }
}
