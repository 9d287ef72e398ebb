import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// Machines without /proc, with another way to name their zone, with a clock far away.
    @Suite struct OtherMachineTests {
        private let place: Place

        init() throws { place = try Place() }

        /// Runs the client to its end where nothing is mounted on /proc.
        private func client(_ number: Int, _ words: String) throws -> Program.Outcome {
            try OtherMachine.start(
                .withoutProc, in: place.path("client\(number)"), Programs.client,
                words.split(separator: " ").map(String.init) + ["--socket", place.socket]
            ).waitForEnd()
        }

        @Test(.enabled(if: OtherMachine.isPossible, "this user cannot change what is mounted"))
        func `a daemon and its clients need no proc`() throws {
            let daemon = try OtherMachine.start(
                .withoutProc, in: place.path("daemon"), Programs.daemon,
                ["--socket", place.socket, "--seed", "42", "--state", place.path("state")])
            try daemon.waitForErrors(containing: "listening on \(place.socket)")
            #expect(try FileStatus.of(place.socket)?.permissions == 0o660)
            let questions = [
                "status", "sessions --json", "clients", "metrics", "describe", "start",
                "tail --json -n 3", "load --subscribers 5 --warm-up 1s --for 1s",
                "relay --exec cat --for 1s --anchor-file \(place.path("relay"))",
            ]
            for (number, question) in questions.enumerated() {
                let outcome = try client(number, question)
                #expect(outcome.end == .exited(0), "\(question): \(outcome.errors)")
                #expect(!outcome.output.isEmpty, "\(question)")
            }
            let version = try client(questions.count, "--version")
            #expect(version.output.hasPrefix("runway 0."), "\(version.errors)")
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test(arguments: ["CET-1CEST,M3.5.0,M10.5.0/3", "<+0330>-3:30"])
        func `what a daemon says of its days is read by all who ask for days`(rule: String) throws {
            let daemon = try Program(
                Programs.daemon,
                ["--socket", place.socket, "--seed", "42", "--schedule", "days"],
                environment: ["TZ": rule])
            try daemon.waitForErrors(containing: "by days in \(rule)")
            let questions = [
                ["query", "--session", "s0", "--metrics", "steps", "--stats", "sum"],
                ["log", "s0"], ["status"], ["sessions", "--forecast"],
                [
                    "plot", "--session", "s0", "--metrics", "steps", "--from", "7d", "--socket",
                    place.socket, "--out", place.path("steps.html"),
                ],
                [
                    "export", "--seed", "42", "--schedule", "days", "--time-zone", rule,
                    "--session",
                    "s0", "--from", "2026-03-01", "--out", place.path("days"),
                ],
            ]
            for question in questions {
                let outcome = try place.client(question)
                #expect(outcome.end == .exited(0), "\(question): \(outcome.errors)")
                #expect(!outcome.output.contains("not known"))
            }
            daemon.signal(SIGTERM)
        }

        @Test(.enabled(if: OtherMachine.isPossible, "this user cannot change what is mounted"))
        func `a zone without a name is refused when a fleet by days begins`() throws {
            let zone = OtherMachine.Change.namelessZone("Europe/Berlin")
            let refused = try OtherMachine.start(
                zone, in: place.path("first"), Programs.daemon,
                ["--socket", place.socket, "--schedule", "days"]
            ).waitForEnd()
            #expect(refused.end == .exited(66))
            #expect(refused.errors.contains("/etc/localtime is a file, not a link"))
            #expect(refused.errors.contains("give the name of one of the system's zones"))
            let daemon = try OtherMachine.start(
                zone, in: place.path("second"), Programs.daemon,
                ["--socket", place.socket, "--schedule", "days", "--time-zone", "Europe/Berlin"])
            try daemon.waitForErrors(containing: "listening on")
            daemon.signal(SIGTERM)
        }

        /// The library that shows programs another time of the machine's clock.
        private static let otherClock: String? = {
            let folders = (try? Directory.names(in: "/usr/lib")) ?? []
            return folders.map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }
                .first { (try? FileStatus.of($0)) != nil }
        }()

        @Test(
            .enabled(if: otherClock != nil, "libfaketime is not installed here"),
            arguments: ["1960-01-01 00:00:00", "2300-01-01 00:00:00", "9000-01-01 00:00:00"])
        func `a clock far away is named, whoever reads it`(time: String) throws {
            let clock = ["LD_PRELOAD": Self.otherClock ?? "", "FAKETIME": time]
            let begin = "the machine's clock says \(time.prefix(4))-01-01T00:00:00"
            for words in [["live"], ["log", "s0"], ["tail"], ["load", "--dry-run"]] {
                let outcome = try place.client(words + ["--embedded"], environment: clock)
                #expect(outcome.errors.contains(begin), "\(words): \(outcome.errors)")
                #expect(outcome.errors.contains("give --epoch"), "\(words)")
            }
            for words in [["--socket", place.socket], ["--check-config"]] {
                let outcome = try Program.run(Programs.daemon, words, environment: clock)
                #expect(outcome.errors.contains(begin), "\(words): \(outcome.errors)")
            }
            let asked = try place.client(["status"], environment: clock)
            #expect(asked.end == .exited(69))
        }
    }
}
