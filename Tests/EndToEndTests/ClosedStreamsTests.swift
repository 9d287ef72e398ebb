import Glibc
import LinuxIO
import TestSupport
import Testing

extension EndToEnd {
    /// The programs with standard streams that are closed when they start, one bit for each.
    @Suite struct ClosedStreamsTests {
        private let place: Place

        init() throws { place = try Place() }

        /// Starts a program without some of its standard streams.
        private func start(
            _ program: String, _ arguments: [String], closed: Int,
            environment: [String: String] = [:]
        ) throws -> Program {
            let words = ["<&-", ">&-", "2>&-"].enumerated()
                .filter { closed & 1 << $0.offset != 0 }.map(\.element)
            let script = #"exec "$@" "# + words.joined(separator: " ")
            return try Program(
                "/bin/sh", ["-c", script, "sh", program] + arguments, environment: environment)
        }

        /// Flies a daemon on its state until its manager hears that it is ready, and ends it.
        private func fly(closed: Int) throws -> String {
            let notify = place.path("notify")
            defer { unlink(notify) }
            let manager = try ManagerSocket(notify)
            let daemon = try start(
                Programs.daemon, ["--socket", place.socket, "--state", place.path("state")],
                closed: closed, environment: ["NOTIFY_SOCKET": notify])
            #expect(try manager.next().first == "READY=1")
            let peer = try Peer(place.socket)
            try peer.say(#"{"op":"start"}"#)
            #expect(try peer.next(["ok", "error"]).type == "ok")
            let lock = try place.read("state/lock")
            #expect(lock == "\(daemon.id)\n")
            daemon.signal(SIGTERM)
            let outcome = try daemon.waitForEnd()
            #expect(outcome.end == .exited(0))
            return outcome.errors
        }

        @Test(arguments: 0..<8)
        func `a daemon writes its log into no file of its state`(closed: Int) throws {
            let log = try fly(closed: closed)
            #expect(log.contains("listening on") == (closed & 4 == 0))
            // Every byte of its files is checked when it starts.
            let again = try fly(closed: 0)
            #expect(again.contains("keeping the state in \(place.path("state")), 1 command"))
        }

        @Test(arguments: 0..<8)
        func `a client ends with the code that it would have`(closed: Int) throws {
            let arguments = ["status", "--socket", place.socket]
            let missing = try start(Programs.client, arguments, closed: closed).waitForEnd()
            #expect(missing.end == .exited(69))
            let daemon = try place.startDaemon()
            let outcome = try start(Programs.client, arguments, closed: closed).waitForEnd()
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(outcome.output.contains("sessions") == (closed & 2 == 0))
            daemon.signal(SIGTERM)
        }
    }
}
