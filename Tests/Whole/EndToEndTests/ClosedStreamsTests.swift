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
        func `a client says by its code whether somebody could have its output`(closed: Int) throws
        {
            let arguments = ["status", "--socket", place.socket]
            let missing = try start(Programs.client, arguments, closed: closed).waitForEnd()
            #expect(missing.end == .exited(69))
            let daemon = try place.startDaemon()
            let outcome = try start(Programs.client, arguments, closed: closed).waitForEnd()
            let isLost = closed & 2 != 0
            #expect(outcome.end == .exited(isLost ? 73 : 0), "\(outcome.errors)")
            #expect(outcome.output.contains("sessions") != isLost)
            let isTold = outcome.errors.contains("standard output is closed")
            #expect(isTold == (isLost && closed & 4 == 0))
            daemon.signal(SIGTERM)
        }

        /// Every way to ask the client for an output, each of which ends by itself.
        private static let questions = [
            "--help", "--version", "help tail", "tail --help", "status", "status --json",
            "sessions", "sessions --json", "metrics", "describe", "describe --json", "clients",
            "clients --json", "start", "pause s1", "resume s1", "stop s2", "tail -n 3",
            "tail --json -n 3", "add s0 body_mass_kg 71.3 --at 5m",
            "query --session s0 --metrics heart_rate_bpm --stats average",
            "query --session s0 --metrics heart_rate_bpm --stats average --csv", "log s0",
            "log s0 --json", "load --subscribers 1 --warm-up 1s --for 1s", "load --figures",
            "load --dry-run",
            "export --seed 1 --session s0 --out -", "export --format fit --session s0 --out -",
            "plot --seed 1 --session s0.0 --out -",
        ]

        @Test(arguments: [">&-", ">/dev/full"])
        func `no client loses its output in silence`(redirection: String) throws {
            let daemon = try place.startDaemon(["--seed", "42", "--sessions", "3"])
            for question in Self.questions {
                let outcome = try run(Programs.client, question, redirection)
                #expect(outcome.end == .exited(73), "\(question): \(outcome.errors)")
                #expect(outcome.errors.contains("cannot write"), "\(question)")
            }
            daemon.signal(SIGTERM)
        }

        @Test(arguments: [">&-", ">/dev/full"])
        func `no daemon that is asked for its settings loses them`(redirection: String) throws {
            for flag in ["--help", "--version", "--print-config", "--check-config"] {
                let outcome = try run(Programs.daemon, flag, redirection)
                #expect(outcome.end == .exited(73), "\(flag): \(outcome.errors)")
            }
        }

        private func run(
            _ program: String, _ words: String, _ redirection: String
        ) throws -> Program.Outcome {
            try Program.run(
                "/bin/sh", ["-c", "exec \(program) \(words) \(redirection)"],
                environment: ["RUNWAY_SOCKET": place.socket])
        }
    }
}
