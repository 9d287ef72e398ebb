import Glibc
import Testing

extension EndToEnd {
    /// `runway live` under a shell with job control.
    @Suite(.enabled(if: Readme.hasTool("bash") && Readme.hasTool("pgrep")))
    struct LiveUnderShellTests {
        private let shell: TerminalProgram
        private let place: Place

        init() throws {
            place = try Place()
            shell = try TerminalProgram(
                "/usr/bin/env", ["bash", "--norc", "--noprofile", "-i"],
                environment: ["PS1": "prompt> ", "HISTFILE": "", "TMPDIR": place.path])
            try shell.wait(for: "prompt> ")
        }

        private func startLive() throws {
            shell.forget()
            shell.type("\(Programs.client) live --embedded --seed 7\n")
            try shell.wait(for: "LIVE")
        }

        /// What `stty` says of the terminal where the shell has it.
        private func settings() throws -> Substring {
            shell.forget()
            shell.type("stty -a; echo ok$((1))\n")
            try shell.wait(for: "ok1")
            let shown = shell.shown
            let start = try #require(shown.firstRange(of: "speed")).lowerBound
            let end = try #require(shown.ranges(of: "ok1").last).lowerBound
            return shown[start..<end]
        }

        /// The process that the shell has started.
        private func child() throws -> pid_t {
            let outcome = try Program.run("/usr/bin/env", ["pgrep", "-P", "\(shell.id)"])
            let first = try #require(outcome.output.split(separator: "\n").first)
            return try #require(pid_t(first))
        }

        @Test func `suspended and continued twice, the terminal is as before each time`() throws {
            let before = try settings()
            try startLive()
            for isKey in [true, false] {
                shell.forget()
                if isKey { shell.type("\u{1A}") } else { kill(try child(), SIGTSTP) }
                try shell.wait(for: "Stopped")
                #expect(shell.shown.contains("\u{1B}[?1049l"), "the alternate screen is left")
                #expect(try settings() == before)
                shell.forget()
                shell.type("fg\n")
                try shell.wait(for: "LIVE")
            }
            shell.forget()
            shell.type("q")
            try shell.wait(for: "prompt> ")
            #expect(try settings() == before)
            shell.type("exit\n")
            _ = try shell.waitForEnd()
        }

        /// Starts a display behind the prompt, and waits until the shell knows that it has stopped.
        private func startInBackground(_ command: String) throws {
            shell.forget()
            shell.type("\(Programs.client) \(command) --embedded --seed 7 &\n")
            try waitUntilStopped()
        }

        private func waitUntilStopped() throws {
            shell.type(#"until [ "$(jobs -s)" ]; do :; done; echo stopped$((1))"# + "\n")
            try shell.wait(for: "stopped1")
        }

        @Test(arguments: ["live", "log s0"])
        func `begun in the background, it waits for the terminal and leaves it alone`(
            command: String
        ) throws {
            let before = try settings()
            try startInBackground(command)
            #expect(!shell.shown.contains("\u{1B}[?1049h"), "no alternate screen")
            #expect(try settings() == before)
            for key in ["\u{1A}", "q"] {
                shell.forget()
                shell.type("fg\n")
                try shell.wait(for: "LIVE")
                shell.forget()
                shell.type(key)
                try shell.wait(for: "prompt> ")
                #expect(try settings() == before)
                guard key != "q" else { break }
                // It may go on, but not here.
                shell.forget()
                shell.type("bg\n")
                try waitUntilStopped()
                #expect(try settings() == before)
            }
            shell.type("exit\n")
            _ = try shell.waitForEnd()
        }

        @Test(arguments: [("TERM", 143), ("INT", 130), ("HUP", 129)])
        func `begun in the background, it can be ended there`(end: String, code: Int) throws {
            try startInBackground("live")
            shell.forget()
            shell.type("kill -\(end) %1; kill -CONT %1; wait %1; echo ended$?\n")
            try shell.wait(for: "ended\(code)")
            shell.type("exit\n")
            _ = try shell.waitForEnd()
        }

        @Test(arguments: [
            (SIGTSTP, "TERM"), (SIGSTOP, "HUP"), (SIGTSTP, "INT"), (SIGSTOP, "KILL"),
        ])
        func `stopped, it can be ended in the background`(stop: Int32, end: String) throws {
            try startLive()
            kill(try child(), stop)
            try shell.wait(for: "Stopped")
            shell.forget()
            shell.type("kill -\(end) %1; bg %1; wait %1; echo ended$((1))\n")
            try shell.wait(for: "ended1")
            shell.type("stty sane; exit\n")
            _ = try shell.waitForEnd()
        }
    }
}
