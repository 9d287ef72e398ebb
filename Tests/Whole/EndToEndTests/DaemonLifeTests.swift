import Glibc
import LinuxIO
import TestSupport
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

        @Test func `a log that nobody reads holds up neither clients nor the end`() throws {
            let (log, notify) = (place.path("log"), place.path("notify"))
            #expect(mkfifo(log, 0o600) == 0)
            let pipe = Descriptor(adopting: open(log, O_RDWR | O_NONBLOCK | O_CLOEXEC))
            let page = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
            var room = 1 << 20
            while room > 0, write(pipe.raw, page, page.count) > 0 { room -= page.count }
            #expect(room > 0, "the pipe is full")
            let manager = try ManagerSocket(notify)
            let daemon = try Program(
                "/bin/sh",
                [
                    "-c", #"exec "$@" 2>\#(log)"#, "sh", Programs.daemon, "--socket", place.socket,
                    "--seed", "42",
                ],
                environment: ["NOTIFY_SOCKET": notify])
            #expect(try manager.next().first == "READY=1")
            let peer = try Peer(place.socket)
            for operation in ["pause", "resume"] {
                try peer.say(#"{"op":"\#(operation)","session":"s0"}"#)
                #expect(try peer.next(["ok", "error"]).type == "ok")
            }
            daemon.signal(SIGTERM)
            #expect(try peer.next(["bye"]).word("code") == "shutdown")
            #expect(try daemon.waitForEnd().end == .exited(0))
        }
    }
}
