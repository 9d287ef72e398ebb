import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// What a person is told who has called a program in the wrong way.
    @Suite struct CommandLineTests {
        struct Row: CustomTestStringConvertible {
            let arguments: [String]
            let code: Int32
            /// What standard error must hold: the thing, the place, the remedy.
            let told: [String]

            init(_ arguments: String, _ code: Int32, _ told: String...) {
                self.arguments = arguments.split(separator: " ").map(String.init)
                self.code = code
                self.told = told
            }

            var testDescription: String { arguments.joined(separator: " ") }
        }

        private let place: Place

        init() throws { place = try Place() }

        private func expect(
            _ outcome: Program.Outcome, from program: String, code: Int32, told: [String]
        ) {
            let errors = outcome.errors
            #expect(outcome.end == .exited(code), "\(errors)")
            #expect(outcome.output.isEmpty)
            #expect(errors.hasPrefix(program), "\(errors)")
            #expect(errors.hasSuffix("\n") && errors.count { $0 == "\n" } == 1, "\(errors)")
            for part in told { #expect(errors.contains(part), "\(errors)") }
        }

        /// Runs `runwayd` until it refuses to start.
        private func refused(_ arguments: [String]) throws -> Program.Outcome {
            try place.start(Programs.daemon, arguments).waitForEnd()
        }

        @Test(arguments: [
            Row("--sead 1", 2, "there is no flag --sead", "did you mean --seed?"),
            Row("--speed fast", 2, "--speed cannot be \"fast\"", "from 0.1 to 3600"),
            Row("--sessions -1", 2, "--sessions cannot be \"-1\"", "whole number from 0"),
            Row("--rate 3", 2, "--rate cannot be \"3\"", "1, 2, 5, 10, 25, 50"),
            Row("--epoch soon", 2, "--epoch cannot be \"soon\"", "today, yesterday", "UTC"),
            Row("--sessions 0", 2, "nothing would fly", "--replay FILE"),
            Row("--seed", 2, "--seed needs a value", "write --seed S"),
            Row("--seed 1 --seed 2", 2, "--seed is given twice"),
            Row("now", 2, "\"now\" is no flag", "see runwayd --help"),
            Row("--log-level loud", 2, "--log-level cannot be", "error, warning, info or debug"),
        ])
        func `runwayd names the mistake and what would be right`(row: Row) throws {
            expect(
                try refused(row.arguments), from: "runwayd: ", code: row.code, told: row.told)
        }

        @Test(arguments: [
            Row("fly", 2, "there is no command \"fly\"", "see runway --help"),
            Row("tial", 2, "there is no command \"tial\"; did you mean tail?"),
            Row("help tial", 2, "there is no command \"tial\"; did you mean tail?"),
            Row("--json tail", 2, "no flag --json in front of a command", "runway COMMAND --json"),
            Row("tail --embeded", 2, "there is no flag --embeded; did you mean --embedded?"),
            Row("tail --jsn", 2, "there is no flag --jsn", "did you mean --json?"),
            Row("tail -n 0", 2, "-n cannot be \"0\"", "from 1 to"),
            Row("tail --seed 1", 2, "--seed is for a daemon", "add --embedded"),
            Row("tail --window banana", 2, "window", "\"banana\" is not a duration", "30s"),
            Row("tail --metrics mood", 2, "--metrics: ", "mood"),
            Row("tail --from start --last 3", 2, "--from and --last each say where", "one of them"),
            Row("tail --since soon", 2, "--since cannot be \"soon\"", "today, yesterday"),
            Row("tail --from 5mm", 2, "--from: \"5mm\" is not a moment", "a span back such as 5m"),
            Row("tail --smooth mean", 2, "--smooth", "mean:10s"),
            Row("tail --json --output full", 2, "--json and --output full", "one of the two"),
            Row("tail --template {n", 2, "--template, column 1", "not closed", "{{ or }}"),
            Row("tail --time noon", 2, "--time cannot be \"noon\"", "relative or none"),
            Row("tail --embedded --seed x", 2, "--seed cannot be \"x\"", "whole number"),
            Row("live --units furlongs", 2, "--units cannot be", "metric or imperial"),
            Row("live --symbols emoji", 2, "--symbols cannot be", "braille, block or ascii"),
            Row("live --session x", 2, "\"x\" is not the name of a session", "s7.0"),
            Row("live --session s1,s2", 2, "--session cannot be", "one lane, such as s7"),
            Row("live --smooth ema", 2, "--smooth: ema needs a span", "ema:10s"),
            Row("live", 69, "no daemon answers at", "x.sock", "start runwayd"),
            Row("export --seed 1", 2, "export needs a folder", "add --out DIR"),
            Row("export --format xml --out x", 2, "--format cannot be \"xml\"", "gpx or health"),
            Row("plot", 2, "plot needs a file", "add --out FILE"),
            Row("plot --format png --out x", 2, "--format cannot be \"png\"", "html or svg"),
            Row("plot --day 2026-01-02 --metrics steps --out x", 2, "give one of the two"),
            Row("plot --session s7.99999999 --out x", 2, "s7.99999999"),
            Row("plot --replay nowhere.fit --out x", 66, "nowhere.fit", "No such file"),
            Row("plot --socket /nowhere/y --out x", 69, "no daemon answers at /nowhere/y"),
            Row("tail s7", 69, "no daemon answers at", "x.sock"),
            Row("tail x7", 2, "--session: \"x7\" is not the name of a session"),
            Row("tail s7 --session s7", 2, "say the same", "not both"),
            Row("tail json", 2, "\"json\" is no flag; did you mean --json?"),
            Row("live s1 s2", 2, "\"s2\" is no flag", "give one [SESSION]"),
            Row("sessions s1 --top 2", 2, "--top chooses among all sessions", "leave out --top"),
            Row("record s0 --out x --kinds phase --every 5m", 2, "write --sync-every 5m"),
            Row("start tempi", 2, "--plan: There is no plan \"tempi\""),
            Row("stop", 2, "runway stop: no session is named", "such as s7.0"),
            Row("export --out - --sessions 2", 2, "holds one session", "--format ndjson"),
            Row("tail", 69, "no daemon answers at", "x.sock", "start runwayd", "--embedded"),
            Row("load --assert p98.7<1s", 2, "no figure \"p98.7\"; did you mean p99.9?"),
            Row("load --mix steady=50", 2, "--mix sums to 50.0 percent", "let it sum to 100"),
            Row("load --subscribers 100000000", 2, "--subscribers cannot be", "from 1 to 1000000"),
            Row("load", 69, "no daemon answers at", "x.sock", "start runwayd"),
            Row("sessions --socket /nowhere/y", 69, "no daemon answers at /nowhere/y"),
        ])
        func `runway names the mistake and what would be right`(row: Row) throws {
            expect(
                try place.client(row.arguments), from: "runway", code: row.code, told: row.told)
        }

        @Test func `a path that does not fit into a socket's address is named`() throws {
            let path = place.path(String(repeating: "x", count: 120))
            for outcome in [
                try refused(["--socket", path]), try place.client(["tail", "--socket", path]),
            ] {
                expect(
                    outcome, from: "runway", code: 2,
                    told: ["\(path.utf8.count) bytes long", "allows 107", path])
            }
        }

        @Test func `a recording that is missing is named`() throws {
            let path = place.path("none.csv")
            expect(
                try refused(["--socket", place.socket, "--replay", path]), from: "runwayd: ",
                code: 66, told: ["cannot read the recording", path, "No such file"])
        }

        private static let header =
            "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms"

        @Test(arguments: [
            ("time,heart_rate_bpm\n", ":1:1: ", "\"time\" instead of \"t_s\""),
            ("\(header)\n0,150,2.5,,,\n1,fast,2.5,,,\n", ":3:3: ", "\"fast\" is not a number"),
            ("\(header)\n0,150,2.5,,,\n0,150,2.5,,,\n", ":3:1: ", "not later than the row before"),
            ("\(header)\n", ":2:1: ", "no row below the header"),
        ])
        func `a recording that cannot be read is told with file, line and column`(
            text: String, position: String, reason: String
        ) throws {
            let path = try place.write(text, to: "run.csv")
            expect(
                try refused(["--socket", place.socket, "--replay", path]), from: "runwayd: ",
                code: 66, told: [path + position, reason])
        }

        @Test func `what is no socket is not replaced`() throws {
            let path = try place.write("keep me", to: "note.txt")
            expect(
                try refused(["--socket", path]), from: "runwayd: ", code: 73,
                told: ["\(path) is a regular file, not a socket", "choose another path"])
            #expect(try place.read("note.txt") == "keep me")
        }

        @Test func `a folder that does not exist is named`() throws {
            expect(
                try refused(["--socket", place.path("missing/x.sock")]), from: "runwayd: ",
                code: 73, told: [place.path("missing"), "does not exist"])
        }

        /// Even root makes no file in `/sys`.
        @Test(.enabled(if: access("/sys/kernel", F_OK) == 0))
        func `a folder in which nobody may write is not permitted`() throws {
            expect(
                try refused(["--socket", "/sys/kernel/x.sock"]), from: "runwayd: ", code: 77,
                told: ["not permitted", "/sys/kernel"])
        }

        @Test(arguments: [
            [Programs.daemon, "--print-config"], [Programs.daemon, "--check-config"],
            [Programs.daemon, "--help"], [Programs.client, "status"],
            [Programs.client, "metrics"], [Programs.client, "sessions"],
            [Programs.client, "describe"], [Programs.client, "clients"],
        ])
        func `what cannot be written is told`(command: [String]) throws {
            let daemon = try place.startDaemon()
            let line = "exec \(command.joined(separator: " ")) >/dev/full"
            let outcome = try place.start("/bin/sh", ["-c", line]).waitForEnd()
            #expect(outcome.end == .exited(73))
            #expect(outcome.errors.contains("cannot write: "))
            daemon.signal(SIGTERM)
        }

        @Test(arguments: [Programs.daemon, Programs.client])
        func `help and version are no mistakes`(program: String) throws {
            let name = String(program.split(separator: "/").last ?? "")
            for flag in ["--help", "--version", "-h", "-V"] {
                let outcome = try Program.run(program, [flag])
                #expect(outcome.end == .exited(0))
                #expect(outcome.output.hasPrefix(name), "\(outcome.output)")
                #expect(outcome.errors.isEmpty)
            }
        }

        @Test func `runway alone shows its help as an error`() throws {
            let help = try place.client(["--help"])
            let outcome = try place.client([])
            #expect(outcome.end == .exited(2))
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors == help.output)
        }

        @Test func `help of a command comes in three ways`() throws {
            let help = try place.client(["tail", "--help"])
            #expect(help.end == .exited(0))
            #expect(help.output.contains("--embedded"))
            for arguments in [["help", "tail"], ["tail", "-h"]] {
                let outcome = try place.client(arguments)
                #expect(outcome.output == help.output)
                #expect(outcome.errors.isEmpty)
                #expect(outcome.end == .exited(0))
            }
            #expect(try place.client(["tail", "-V"]).output.hasPrefix("runway "))
        }

        /// A daemon inside greets with as many sessions as the help says.
        @Test(arguments: ["live", "tail"])
        func `the help says how many fly in a daemon inside`(command: String) throws {
            let help = try place.client([command, "--help"]).output
            let words = help.split { " \n".contains($0) }.joined(separator: " ")
            let said = try #require(
                words.split(separator: "(default: ").dropFirst().first {
                    $0.contains("; 0 with a recording)")
                }?.prefix { $0.isNumber })
            let flight = try place.start(Programs.client, [command, "--embedded"])
            try flight.waitForOutput(containing: ", sessions: ")
            try flight.waitForOutput(containing: "\n")
            flight.signal(SIGTERM)
            #expect(try flight.waitForEnd().output.contains(", sessions: \(said),"))
        }

        @Test func `the help of load says how many fly in a daemon inside`() throws {
            let help = try place.client(["load", "--help"]).output
            let words = help.split { " \n".contains($0) }.joined(separator: " ")
            #expect(words.contains("(default: 3; 0 with a recording)"))
            let plan = try place.client(["load", "--embedded", "--dry-run"]).output
            #expect(plan.contains("3 sessions each"), "\(plan)")
        }

        @Test func `describe tells the thresholds of the phases of a daemon`() throws {
            let daemon = try place.startDaemon()
            let outcome = try place.client(["describe"])
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            let climb = "climb      is at 83 % or above, or    is at 80 % or above, or    1 s"
            #expect(outcome.output.contains(climb), "\(outcome.output)")
            #expect(!outcome.output.contains("?"))
            daemon.signal(SIGTERM)
        }

        @Test func `an export goes to standard output, and its reader may go`() throws {
            let flags = ["export", "--seed", "42", "--session", "s0"]
            #expect(try place.client(flags + ["--out", place.path("runs")]).end == .exited(0))
            let outcome = try place.client(flags + ["--out", "-"])
            #expect(outcome.end == .exited(0))
            #expect(outcome.output == (try place.read("runs/s0.0.csv")))
            #expect(outcome.errors == "1 session of seed 42 to standard output\n")
            let endless = try place.start(
                Programs.client,
                ["export", "--sessions", "9", "--format", "ndjson", "--out", "-"])
            try endless.waitForOutput()
            endless.stopReading()
            let end = try endless.waitForEnd()
            #expect(end.end == .exited(0))
            #expect(end.errors.isEmpty)
        }
    }
}
