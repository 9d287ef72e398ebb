import Glibc
import LinuxIO
import TestSupport
import Testing
import WireProtocol

extension EndToEnd {
    /// `runway log` on a pseudo terminal and in a pipe.
    @Suite struct LogTests {
        private let place: Place
        private static let fleet = [
            "--schedule", "days", "--time-zone", "Europe/Berlin", "--seed", "42",
            "--epoch", "2026-03-01T00:00:00Z",
        ]

        init() throws { place = try Place() }

        private func display(
            _ arguments: [String], columns: UInt16 = 80, rows: UInt16 = 24,
            environment: [String: String] = [:]
        ) throws -> TerminalProgram {
            let program = try TerminalProgram(
                Programs.client, ["log"] + arguments, columns: columns, rows: rows,
                environment: environment.merging(
                    ["TMPDIR": place.path, "XDG_CONFIG_HOME": place.path("config")]) { $1 })
            try program.wait(for: "LIVE")
            return program
        }

        @Test func `every page opens, and q leaves the terminal as it was`() throws {
            let log = try display(["--embedded", "--sessions", "3"] + Self.fleet.dropLast(2))
            for (key, answer) in [
                ("?", "closes"), ("x", "Europe/Berlin"), ("m", "TOTALS"), ("w", "BY WEEK"),
                ("v", "STEPS"), ("\t", "DISTANCE"), ("s", "Sunday"), ("d", "RUN"), ("/", "go to"),
                ("\u{1B}", "RUN"), ("g", "goal"), ("8000\r", "8000"), ("y", "RUN"),
            ] {
                log.forget()
                // A frame holds only what changes: with Ctrl-L everything, except that it closes
                // the help.
                log.type(key == "?" ? key : key + "\u{0C}")
                try log.wait(for: answer)
            }
            log.type("q")
            #expect(try log.waitForEnd() == .exited(0))
            #expect(log.traces == [])
            #expect(try place.read("config/runway/goal") == "8000\n")
        }

        @Test func `every size has a screen, and NO_COLOR no colours`() throws {
            var chance = SeededGenerator(seed: 21)
            let log = try display(
                ["--embedded", "--sessions", "2"] + Self.fleet.dropLast(2),
                environment: ["NO_COLOR": "1"])
            for _ in 0..<100 {
                log.resize(
                    columns: UInt16(chance.number(1...250)), rows: UInt16(chance.number(1...80)))
                log.type(["d", "m", "w", "v", "n", "p", "\t"][chance.number(0...6)])
                try log.read(within: .milliseconds(10))
            }
            log.resize(columns: 40, rows: 20)
            log.forget()
            log.type("\u{0C}")
            try log.wait(for: "LOGBOOK s0")
            log.type("q")
            #expect(try log.waitForEnd() == .exited(0))
            #expect(log.traces == [])
            let color = /\u{1B}\[[0-9;]*\b(3[0-7]|4[0-7]|9[0-7]|10[0-7])\b[0-9;]*m/
            #expect(log.shown.firstMatch(of: color) == nil)
        }

        @Test func `a daemon that is killed is said, and asked again when it is back`() throws {
            var daemon = try place.startDaemon(Self.fleet)
            let log = try display(["--socket", place.socket])
            daemon.signal(SIGKILL)
            _ = try daemon.waitForEnd()
            try log.wait(for: "LOST, attempt")
            log.forget()
            daemon = try place.startDaemon(Self.fleet)
            try log.wait(for: "LIVE")
            log.type("q")
            #expect(try log.waitForEnd() == .exited(0))
            daemon.signal(SIGTERM)
            _ = try daemon.waitForEnd()
        }

        @Test func `a run in a pipe is text without a control character`() throws {
            let outcome = try place.client(
                ["log", "--embedded", "--run", "s0.0"] + ["--seed", "7", "--sessions", "1"]
                    + ["--schedule", "laps", "--epoch", "2026-03-01T06:00:00Z"])
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            for text in ["LOGBOOK s0", "s0.0, ", "PHASES AND CALLS", "KILOMETRES", "TIME IN ZONES"]
            {
                #expect(outcome.output.contains(text), "\(text) in \(outcome.output)")
            }
            #expect(!outcome.output.contains("\u{1B}"))
        }

        @Test func `a run as JSON is the daemon's lines`() throws {
            let outcome = try place.client(
                ["log", "--embedded", "--run", "s0.0", "--json", "--seed", "7", "--sessions", "1"]
                    + ["--schedule", "laps", "--epoch", "2026-03-01T06:00:00Z"])
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            let lines = Line.all(in: outcome.output)
            #expect(lines.contains { $0.type == "snapshot" })
            #expect(lines.contains { $0.type == "phase" })
            #expect(lines.filter { $0.type == "end" }.count == 1)
            #expect(!lines.contains { $0.type == "stat" })
        }
    }
}
