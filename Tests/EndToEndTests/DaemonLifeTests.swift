import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// How a daemon comes to its socket, and how it leaves.
    @Suite struct DaemonLifeTests {
        private let place: Place

        init() throws { place = try Place() }

        private func socketExists() -> Bool { access(place.socket, F_OK) == 0 }

        @Test(arguments: [SIGTERM, SIGINT])
        func `a signal ends it with a farewell, and its socket goes`(signal: Int32) throws {
            let daemon = try place.startDaemon()
            let peer = try Peer(place.socket)
            try peer.say(#"{"op":"subscribe"}"#)
            _ = try peer.next(["live"])
            daemon.signal(signal)
            let farewell = try peer.next(["bye"])
            #expect(farewell.word("code") == "shutdown")
            #expect(throws: Program.Failure.self) { try peer.nextLine() }
            #expect(peer.isAtEnd)
            let outcome = try daemon.waitForEnd()
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
            #expect(!socketExists())
        }

        @Test func `a second one on its socket is busy, and the first goes on`() throws {
            let first = try place.startDaemon()
            let peer = try Peer(place.socket)
            let second = try place.start(Programs.daemon, ["--socket", place.socket]).waitForEnd()
            #expect(second.end == .exited(75))
            #expect(
                second.errors == "runwayd: another daemon is already listening on \(place.socket); "
                    + "stop it or choose another path\n")
            try peer.say("status")
            #expect(try peer.nextLine().type == "status")
            let newcomer = try Peer(place.socket)
            try newcomer.say("status")
            #expect(try newcomer.nextLine().type == "status")
            first.signal(SIGTERM)
            #expect(try first.waitForEnd().end == .exited(0))
        }

        @Test func `what a killed one left behind is replaced`() throws {
            let killed = try place.startDaemon()
            killed.signal(SIGKILL)
            #expect(try killed.waitForEnd().end == .killed(signal: SIGKILL))
            #expect(socketExists())
            #expect(try place.client(["sessions"]).end == .exited(69))
            let daemon = try place.startDaemon()
            let sessions = try place.client(["sessions"])
            #expect(sessions.end == .exited(0), "\(sessions.errors)")
            #expect(sessions.output.contains("s0."))
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }
    }
}
