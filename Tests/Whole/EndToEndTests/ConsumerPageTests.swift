import Glibc
import LinuxIO
import TestSupport
import Testing

extension EndToEnd {
    /// The program of the page "Write a consumer", as it stands there.
    @Suite(.enabled(if: Readme.hasTool("python3"), "python3 is not installed here"))
    struct ConsumerPageTests {
        private let place: Place

        init() throws { place = try Place() }

        /// The page's program.
        private static func program() throws -> String {
            let text = try Checkout.page("Consumer", of: "WireProtocol")
            let start = try #require(text.firstRange(of: "```python\n")).upperBound
            let end = try #require(text[start...].firstRange(of: "```")).lowerBound
            return String(text[start..<end])
        }

        private func start(_ program: String) throws -> Program {
            let path = try place.write(program, to: "consumer.py")
            let script = "cd '\(place.path)' && exec python3 '\(path)'"
            return try Program(
                "/bin/sh", ["-c", script], environment: ["RUNWAY_SOCKET": place.socket])
        }

        private func startDaemon(_ more: [String] = []) throws -> Program {
            try place.startDaemon(
                ["--state", place.path("fleet"), "--seed", "7", "--speed", "20"] + more)
        }

        /// Waits until a consumer has used a line that was made after this call.
        private func waitForPresent(of consumer: Program) throws {
            let peer = try Peer(place.socket)
            try peer.say(
                #"{"op":"subscribe","kinds":["stat"],"metrics":["heart_rate_bpm"],"#
                    + #""window":"30s","stats":["average"],"select":{"session":"s1"}}"#)
            let line = try peer.next(["stat"])
            let session = try #require(line.session)
            let number = try #require(line.number)
            try consumer.waitForOutput(containing: "\(session) \(number) ")
        }

        /// Asks for the status until something is so.
        private func wait(_ observer: Peer, until isSo: (Line) throws -> Bool) throws {
            repeat { try observer.say("status") } while try !isSo(observer.next(["status"]))
        }

        /// Whether the numbers of each session count on, and how many lines there are.
        private func check(_ outputs: [String]) throws {
            var last: [Substring: Int] = [:]
            for row in outputs.joined().split(separator: "\n") {
                let words = row.split(separator: " ")
                let number = try #require(words.count == 3 ? Int(words[1]) : nil, "\(row)")
                // Whoever is killed between using a line and keeping its anchor uses it again.
                let before = last[words[0]] ?? number
                #expect(number <= before + 1, "\(row)")
                last[words[0]] = max(number, before)
            }
            #expect(last.count >= 3)
        }

        @Test func `it has 45 lines, and counts on when the daemon and it are killed`() throws {
            let program = try Self.program()
            let lines = program.split(separator: "\n").filter { !$0.isEmpty }
            #expect(lines.count <= 45)
            var daemon = try startDaemon()
            let first = try start(program)
            try first.waitForOutput(containing: "s2.0 ")
            daemon.signal(SIGKILL)
            _ = try daemon.waitForEnd()
            daemon = try startDaemon()
            try waitForPresent(of: first)
            first.signal(SIGTERM)
            let before = try first.waitForEnd().output
            let second = try start(program)
            try waitForPresent(of: second)
            second.signal(SIGTERM)
            try check([before, try second.waitForEnd().output])
            daemon.signal(SIGTERM)
            _ = try daemon.waitForEnd()
        }

        @Test func `what was dropped while it stood still comes again`() throws {
            let configuration = try place.write(
                "{ limits: { outbox_lines: 1024 } }", to: "runwayd.json5")
            // It keeps an anchor for each line, and must be faster than the lines come.
            let daemon = try startDaemon(["--sessions", "60", "--config", configuration])
            let consumer = try start(Self.program())
            try consumer.waitForOutput(containing: "s3.0 ")
            let observer = try Peer(place.socket)
            // Whoever still catches up loses nothing: the daemon waits.
            try wait(observer) { $0.number(of: "lanes_catching_up") == "0" }
            consumer.signal(SIGSTOP)
            try wait(observer) { status in
                try #require(status.number(of: "connections") == "2", "the consumer was ended")
                return status.number(of: "lines_lost") != "0"
            }
            consumer.signal(SIGCONT)
            try waitForPresent(of: consumer)
            consumer.signal(SIGTERM)
            try check([try consumer.waitForEnd().output])
            daemon.signal(SIGTERM)
            _ = try daemon.waitForEnd()
        }

        @Test func `a misspelt field is said`() throws {
            let daemon = try startDaemon()
            let program = try Self.program().replacing("\"window\"", with: "\"windw\"")
            let outcome = try start(program).waitForEnd()
            #expect(outcome.end == .exited(1))
            #expect(outcome.errors.contains("windw") && outcome.errors.contains("window"))
            daemon.signal(SIGTERM)
            _ = try daemon.waitForEnd()
        }
    }
}
