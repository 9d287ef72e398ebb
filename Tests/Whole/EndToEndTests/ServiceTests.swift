import Glibc
import LinuxIO
import TestSupport
import Testing

extension EndToEnd {
    /// The daemon as a service manager starts it.
    @Suite struct ServiceTests {
        private let place: Place

        init() throws { place = try Place() }

        /// Starts `runwayd` with a socket at descriptor 3, meant for it.
        private func startPassing(
            _ raw: Int32, _ arguments: [String] = [], environment: [String: String] = [:]
        ) throws -> Program {
            let script = #"export LISTEN_PID=$$ LISTEN_FDS=1; exec "$@""#
            return try Program(
                "/bin/sh", ["-c", script, "sh", Programs.daemon, "--seed", "42"] + arguments,
                environment: environment, passing: raw)
        }

        @Test func `its manager hears that it is ready, how it is, that it lives, and its end`()
            throws
        {
            let manager = try ManagerSocket(place.path("notify"))
            let daemon = try Program(
                Programs.daemon, ["--socket", place.socket, "--sessions", "4"],
                environment: ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "100000"])
            let status = "sessions flying: 4, clients: 0, subscriptions: 0, lines lost: 0"
            #expect(try manager.next() == ["READY=1", "STATUS=\(status)"])
            let peer = try Peer(place.socket)
            for _ in 0..<4 { #expect(try manager.next() == ["WATCHDOG=1"]) }
            daemon.signal(SIGTERM)
            var last = try manager.next()
            while last == ["WATCHDOG=1"] { last = try manager.next() }
            #expect(last == ["STOPPING=1"])
            #expect(try peer.next(["bye"]).word("code") == "shutdown")
            let outcome = try daemon.waitForEnd()
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(try manager.next(within: .zero) == [])
        }

        @Test func `a watchdog that waits for another process hears nothing`() throws {
            let manager = try ManagerSocket(place.path("notify"))
            let daemon = try Program(
                Programs.daemon, ["--socket", place.socket],
                environment: [
                    "NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "1", "WATCHDOG_PID": "1",
                ])
            #expect(try manager.next().first == "READY=1")
            let peer = try Peer(place.socket)
            try peer.say(#"{"op":"subscribe"}"#)
            _ = try peer.data(1)
            daemon.signal(SIGTERM)
            #expect(try manager.next() == ["STOPPING=1"])
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test func `it serves on a passed socket and leaves it to the next`() throws {
            let path = place.path("passed.sock")
            let listener = try ListeningSocket.bind(path: try SocketPath(path))
            for _ in 0..<2 {
                let early = try StreamSocket.connect(to: try SocketPath(path))
                let daemon = try startPassing(listener.raw, ["--socket", place.socket])
                try daemon.waitForErrors(
                    containing: "listening on \(path) (from the service manager, instead of "
                        + "\(place.socket))\n")
                let peer = try Peer(path)
                try peer.say("status")
                #expect(try peer.nextLine().type == "status")
                #expect(
                    try Poll.readable(
                        early.raw, timeout: Program.patience))
                daemon.signal(SIGTERM)
                #expect(try daemon.waitForEnd().end == .exited(0))
                #expect(access(path, F_OK) == 0)
                #expect(access(place.socket, F_OK) != 0)
            }
            withExtendedLifetime(listener) {}
        }

        @Test func `a passed socket at the usual place needs no explanation`() throws {
            let listener = try ListeningSocket.bind(path: try SocketPath(place.socket))
            let daemon = try startPassing(
                listener.raw, environment: ["RUNWAY_SOCKET": place.socket])
            try daemon.waitForErrors(
                containing: "listening on \(place.socket) (from the service manager)\n")
            withExtendedLifetime(listener) {}
        }

        @Test func `what cannot be listened on is told`() throws {
            let pair = try SocketPair()
            let daemon = try startPassing(pair.first.raw)
            let outcome = try daemon.waitForEnd()
            #expect(outcome.end == .exited(2))
            #expect(
                outcome.errors
                    == "runwayd: descriptor 3 from the service manager does not listen; what is "
                    + "accepted comes from ListenStream=/PATH and Accept=no in the socket unit\n")
        }
    }
}
