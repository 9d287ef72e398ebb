import Glibc
import LinuxIO
import PlainText
import TestSupport
import Testing

extension EndToEnd {
    /// `runwayd` with a configuration file and the environment's variables.
    @Suite struct ConfigurationTests {
        private let place: Place

        init() throws { place = try Place() }

        private func run(
            _ arguments: [String], _ environment: [String: String] = [:]
        ) throws -> Program.Outcome {
            try Program.run(Programs.daemon, arguments, environment: environment)
        }

        private func write(_ text: String) throws -> String {
            try place.write(text, to: "x.json5")
        }

        @Test func `a right file is right, and so is the one that is shipped`() throws {
            for path in [try write("{}"), Checkout.path("config/runwayd.json5")] {
                let outcome = try run(["--config", path, "--check-config"])
                #expect(outcome.end == .exited(0), "\(outcome.errors)")
                // The groups of the shipped file exist where the service is installed.
                let told = outcome.errors.split(separator: "\n")
                let missing = told.filter {
                    $0.hasPrefix("warning: ") && $0.contains("access: there is no group \"runway")
                }
                #expect(missing == told)
                let but = told.isEmpty ? "" : ", with \(told.count.counted("warning"))"
                #expect(outcome.output.hasPrefix("\(path) is right\(but)\nmemory at most: "))
                #expect(outcome.output.contains(" MiB ("))
            }
        }

        @Test func `a check tells all that is wrong, a line each, and nothing else`() throws {
            let path = try write("{\n  sede: 1,\n  rate_hz: 3, replay: ['none.csv'],\n}\n")
            let outcome = try run(["--config", path, "--check-config"], ["RUNWAY_SPEED": "fast"])
            #expect(outcome.end == .exited(78))
            #expect(outcome.output.isEmpty)
            let lines = outcome.errors.split(separator: "\n", omittingEmptySubsequences: false)
            let expected = [
                "\(path):2:3: sede: there is no such key; did you mean seed?",
                "\(path):3:12: rate_hz: cannot be 3; give one of 1, 2, 5, 10, 25, 50",
                "RUNWAY_SPEED cannot be \"fast\"; give a number from 0.1 to 3600 ",
                "\(path):3:24: replay: cannot read the recording: open \(place.path("none.csv")): ",
                "",
            ]
            #expect(lines.count == expected.count, "\(outcome.errors)")
            for (line, start) in zip(lines, expected) { #expect(line.hasPrefix(start)) }
        }

        @Test(arguments: [
            ("{ rate_hz: 3 }", ":1:12: rate_hz: cannot be 3; give one of 1, 2, 5, 10, 25, 50"),
            ("{ rate_hz 3 }", ":1:11: a colon after the name is expected here, not 3"),
            ("", ":1:1: an object is expected here, but the file ends; write { first"),
            ("\u{FEFF}{\r\n\r\nseed: null }", ":3:7: seed: cannot be null"),
            ("{ replay: ['x.json5'] }", ":1:12: replay: "),
        ])
        func `what is wrong ends the daemon before it listens`(text: String, told: String) throws {
            let path = try write(text)
            let outcome = try run(["--config", path, "--socket", place.socket])
            #expect(outcome.end == .exited(78))
            #expect(outcome.errors.hasPrefix("runwayd: \(path)\(told)"), "\(outcome.errors)")
            #expect(outcome.errors.count { $0 == "\n" } == 1)
        }

        @Test func `what is no file is refused and not waited for`() throws {
            let pipe = place.path("pipe")
            try #require(mkfifo(pipe, 0o600) == 0)
            for (path, reason) in [(place.path, "is a directory"), ("/dev/zero", "is a device")] {
                for flag in ["--config", "--faults", "--replay"] {
                    let outcome = try run(["--socket", place.socket, flag, path])
                    #expect(outcome.end == .exited(66))
                    #expect(
                        outcome.errors.contains("\(path) \(reason), not a file"),
                        "\(outcome.errors)")
                }
            }
            let outcome = try run(["--config", pipe, "--check-config"])
            #expect(outcome.end == .exited(66))
            #expect(outcome.errors.contains("the pipe \(pipe) did not end within 5 s"))
        }

        @Test func `a configuration may come through a pipe`() throws {
            let script = #"echo "{ seed: 5 }" | "$0" --config /dev/stdin --print-config"#
            let outcome = try Program.run("/bin/sh", ["-c", script, Programs.daemon])
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(outcome.output.contains("seed: 5"), "\(outcome.output)")
        }

        @Test func `bytes that are not UTF-8 are told with their place`() throws {
            let path = place.path("x.json5")
            try FileContent.replace(
                path, with: Array("{\n// \u{FF}".utf8.dropLast()), durable: false)
            let outcome = try run(["--config", path, "--check-config"])
            #expect(outcome.end == .exited(78))
            #expect(
                outcome.errors == "\(path):2:4: the bytes are not UTF-8; save the file as UTF-8\n")
        }

        @Test func `a fault script that is wrong is told with line and what is allowed`() throws {
            let script = try place.write(
                "# ours\nstrap dropout 40 s at 12:00\ngps lots\n", to: "faults.txt")
            let told =
                "\(script):3:1: \"gps lots\" is not a fault; did you mean gps lost? "
                + "a line begins with its fault: "
                + "strap dropout, cold start, cadence lock, pod dropout, gps lost, battery dies\n"
            let flag = try run(["--socket", place.socket, "--faults", script])
            #expect(flag.end == .exited(66))
            #expect(flag.errors == "runwayd: \(told)")
            let path = try write("{ faults: 'faults.txt' }")
            for arguments in [[], ["--check-config"]] {
                let file = try run(["--config", path] + arguments)
                #expect(file.end == .exited(78))
                #expect(file.errors.hasSuffix("\(path):1:11: faults: \(told)"))
            }
            let export = try place.client(
                ["export", "--out", place.path("runs"), "--faults", script])
            #expect(export.end == .exited(66))
            #expect(export.errors.contains(told))
        }

        @Test func `a fleet flies with the device and the faults that it was given`() throws {
            let script = try place.write("battery dies at 0:01\n", to: "faults.txt")
            let daemon = try place.startDaemon(["--faults", script, "--device", "perfect"])
            try daemon.waitForErrors(containing: "device perfect, faults 1")
            let status = try place.client(["status"])
            #expect(status.end == .exited(0), "\(status.errors)")
            let words = status.output.split { " \n".contains($0) }.joined(separator: " ")
            #expect(words.contains("device perfect 1 scripted fault"), "\(status.output)")
        }

        @Test func `a variable that is wrong is told by its name`() throws {
            let outcome = try run(["--socket", place.socket], ["RUNWAY_RATE_HZ": "3"])
            #expect(outcome.end == .exited(78))
            #expect(
                outcome.errors
                    == "runwayd: RUNWAY_RATE_HZ cannot be \"3\"; give one of 1, 2, 5, 10, 25, 50\n")
        }

        @Test func `a file that is missing, or a folder, is an input that cannot be read`() throws {
            for (path, reason) in [
                (place.path("none.json5"), "No such file or directory"),
                (place.path, "is a directory"),
            ] {
                for outcome in [
                    try run(["--config", path]),
                    try run(["--check-config"], ["RUNWAY_CONFIG": path]),
                ] {
                    #expect(outcome.end == .exited(66))
                    #expect(outcome.errors.hasPrefix("runwayd: cannot read the configuration: "))
                    #expect(outcome.errors.contains(path) && outcome.errors.contains(reason))
                }
            }
        }

        @Test(.enabled(if: geteuid() != 0))
        func `a file that may not be read is not permitted`() throws {
            let path = try write("{}")
            chmod(path, 0)
            #expect(try run(["--config", path, "--check-config"]).end == .exited(77))
        }

        @Test func `the daemon does as the file says, and warns of a key that nobody reads`() throws
        {
            let path = try write("{ socket: 'y.sock', seed: 77, sessions: 1, sede: 1 }")
            let daemon = try place.start(Programs.daemon, ["--config", path])
            // The environment of a test's programs names another socket, which outranks the file.
            try daemon.waitForErrors(containing: "listening on \(place.socket)")
            try daemon.waitForErrors(containing: "flying 1 session, seed 77")
            daemon.signal(SIGTERM)
            let outcome = try daemon.waitForEnd()
            #expect(outcome.end == .exited(0))
            #expect(
                outcome.errors.contains(
                    "warning \(path):1:44: sede: there is no such key; did you mean seed?"))
        }

        @Test func `what is printed is a file that means the same`() throws {
            let path = try write("{ socket: 'y.sock', limits: { clients: 9 } }")
            let printed = try run(
                ["--config", path, "--print-config", "--seed", "8"], ["RUNWAY_SESSIONS": "4"])
            #expect(printed.end == .exited(0) && printed.errors.isEmpty)
            #expect(printed.output.contains("seed: 8,  // flag --seed\n"))
            #expect(printed.output.contains("sessions: 4,  // environment RUNWAY_SESSIONS\n"))
            #expect(printed.output.contains("clients: 9,  // \(path):1\n"))
            #expect(printed.output.contains("socket: \"\(place.path("y.sock"))\",  // \(path):1\n"))
            let copy = try place.write(printed.output, to: "copy.json5")
            #expect(try run(["--config", copy, "--check-config"]).end == .exited(0))
            let again = try run(["--print-config"], ["RUNWAY_CONFIG": copy])
            #expect(Self.values(again.output) == Self.values(printed.output))
        }

        /// The lines without their comments.
        private static func values(_ text: String) -> [Substring] {
            text.split(separator: "\n").map {
                $0.prefix(upTo: $0.firstRange(of: "  //")?.lowerBound ?? $0.endIndex)
            }
        }

        @Test func `a check and a print at once are a mistake`() throws {
            let outcome = try run(["--check-config", "--print-config"])
            #expect(outcome.end == .exited(2))
            #expect(outcome.errors.contains("do not go together"))
        }

        @Test func `a daemon inside the client reads neither variables nor a file`() throws {
            let outcome = try place.client(
                ["tail", "--embedded", "--speed", "60", "--json", "-n", "1"],
                environment: ["RUNWAY_RATE_HZ": "3", "RUNWAY_CONFIG": place.path("none.json5")])
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
        }
    }
}
