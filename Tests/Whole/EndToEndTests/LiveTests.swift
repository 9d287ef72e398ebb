import Glibc
import LinuxIO
import PlainText
import TestSupport
import Testing
import WireProtocol

extension EndToEnd {
    /// `runway live` on a pseudo terminal: what it shows, and that it leaves no trace.
    @Suite struct LiveTests {
        private let place: Place

        init() throws { place = try Place() }

        /// A display that shows a runner in mid-flight.
        private func display(
            _ more: [String] = [], columns: UInt16 = 80, rows: UInt16 = 24,
            environment: [String: String] = [:]
        ) throws -> TerminalProgram {
            let program = try TerminalProgram(
                Programs.client, ["live", "--embedded", "--seed", "7"] + more, columns: columns,
                rows: rows, environment: environment.merging(["TMPDIR": place.path]) { $1 })
            try program.wait(for: "LIVE")
            return program
        }

        @Test func `lines are plain where no terminal is`() throws {
            var output = ""
            // On a machine that has much else to do, three seconds may bring no line.
            for time in ["3s", "30s"] where !output.contains("bpm") {
                let outcome = try place.client([
                    "live", "--embedded", "--seed", "7", "--for", time,
                ])
                #expect(outcome.end == .exited(0), "\(outcome.errors)")
                output = outcome.output
                #expect(!output.contains("\u{1B}"))
            }
            #expect(output.contains("bpm"))
        }

        @Test func `every key answers, and q leaves the terminal as it was`() throws {
            let live = try display(columns: 160, rows: 40)
            for (key, answer) in [
                ("?", "closes"), ("x", ""), ("t", "s7.0"), ("\u{1B}[B", "s7.0"), ("\r", "PACE"),
                ("w", "10s"), ("s", "ema2:3s"), ("u", "mi"), ("y", "block"), ("n", ""),
                (" ", "FROZEN"), ("\u{0C}", "FROZEN"),
            ] {
                live.forget()
                // A frame holds only what changes: with Ctrl-L everything, except that it closes
                // the help.
                live.type(key == "?" ? key : key + "\u{0C}")
                if !answer.isEmpty { try live.wait(for: answer) }
            }
            live.type("q")
            #expect(try live.waitForEnd() == .exited(0))
            #expect(live.traces == [])
        }

        @Test func `where NO_COLOR is set there are no colours`() throws {
            let live = try display(environment: ["NO_COLOR": "1"])
            live.type("q")
            _ = try live.waitForEnd()
            let color = /\u{1B}\[[0-9;]*\b(3[0-7]|4[0-7]|9[0-7]|10[0-7])\b[0-9;]*m/
            #expect(live.shown.firstMatch(of: color) == nil)
        }

        @Test func `200 random sizes leave the terminal as it was`() throws {
            var chance = SeededGenerator(seed: 20)
            let live = try display(["--speed", "60"])
            for _ in 0..<200 {
                live.resize(
                    columns: UInt16(chance.number(1...250)), rows: UInt16(chance.number(1...80)))
                try live.read(within: .milliseconds(10))
            }
            live.resize(columns: 100, rows: 30)
            live.forget()
            live.type("\u{0C}")
            try live.wait(for: "LIVE")
            live.type("q")
            #expect(try live.waitForEnd() == .exited(0))
            #expect(live.traces == [])
        }

        // Whether the program sees the terminal gone before its SIGHUP is a matter of chance.
        @Test func `it ends when its terminal goes, whichever it sees first`() throws {
            for _ in 0..<10 { #expect(try display().hangUp() == .exited(129)) }
        }

        @Test(arguments: [
            (SIGTERM, Program.Outcome.End.exited(143)), (SIGINT, .exited(130)),
            (SIGHUP, .exited(129)), (SIGQUIT, .killed(signal: SIGQUIT)),
            (SIGSEGV, .killed(signal: SIGSEGV)), (SIGBUS, .killed(signal: SIGBUS)),
            (SIGILL, .killed(signal: SIGILL)), (SIGABRT, .killed(signal: SIGABRT)),
            (SIGFPE, .killed(signal: SIGFPE)), (SIGTRAP, .killed(signal: SIGTRAP)),
        ])
        func `a signal leaves the terminal as it was`(
            number: Int32, end: Program.Outcome.End
        ) throws {
            // The key that quits is no crash, also where backtraces are asked for at the terminal.
            let isCrash = number != SIGQUIT
            let live = try display(
                environment: isCrash ? ["SWIFT_BACKTRACE": "enable=no"] : [:])
            kill(live.id, number)
            #expect(try live.waitForEnd() == end)
            #expect(live.traces == [])
        }
    }
}
