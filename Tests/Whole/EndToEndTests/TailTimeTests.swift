import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// `runway tail` asked for what is past.
    @Suite struct TailTimeTests {
        private let place: Place

        init() throws { place = try Place() }

        private static let window = ["--json", "--session", "s0,s1", "--kinds", "stat,phase,event"]

        /// The data lines of a span that has passed, without what differs by when they are made.
        private func lines(_ arguments: [String]) throws -> [String] {
            let outcome = try place.client(["tail"] + Self.window + arguments)
            #expect(outcome.end == .exited(0), "\(arguments): \(outcome.errors)")
            return Line.all(in: outcome.output).filter { $0.number != nil }.map(\.withoutClock)
        }

        /// A daemon whose fleet stands ten minutes behind a midnight.
        private func start() throws -> Program {
            try place.startDaemon([
                "--seed", "42", "--sessions", "2", "--speed", "0.1", "--epoch",
                "2026-03-01T00:10:00Z",
            ])
        }

        private func stop(_ daemon: Program) throws {
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test func `a span that has passed comes whole, and parts of it without a seam`() throws {
            let daemon = try start()
            let (first, middle, last) = (
                "2026-03-01T00:00:00Z", "2026-03-01T00:04:30Z", "2026-03-01T00:08:00Z"
            )
            let whole = try lines(["--since", first, "--until", last])
            #expect(whole.count >= 2 * 480 && whole.count < 1100)
            #expect(whole.allSatisfy { $0.contains("\"t\":\"2026-03-01T00:0") })
            let parts =
                try lines(["--since", first, "--until", middle])
                + lines(["--since", middle, "--until", last])
            #expect(parts == whole)
            #expect(try lines(["--last", "900", "--until", last]) == Array(whole.suffix(900)))
            #expect(try lines(["--last", "3", "--until", last]) == Array(whole.suffix(3)))
            #expect(try lines(["--since", first, "-n", "5"]) == Array(whole.prefix(5)))
            try stop(daemon)
        }

        @Test func `the last lines are followed by what comes`() throws {
            let daemon = try place.startDaemon()
            let outcome = try place.client(["tail", "--json", "--last", "40", "-n", "43"])
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            let lines = Line.all(in: outcome.output)
            #expect(lines.filter { $0.number != nil }.count == 43)
            let live = try #require(lines.firstIndex { $0.type == "live" })
            #expect(lines[..<live].filter { $0.number != nil }.count >= 40)
            #expect(lines.prefix(3).allSatisfy { $0.type == "snapshot" })
            try stop(daemon)
        }

        @Test func `today begins at midnight of fleet time, the file's anchor outranks it`() throws
        {
            let daemon = try start()
            let today = try lines(["--since", "today", "-n", "1"])
            #expect(today.first?.contains("\"t\":\"2026-03-01T00:00:") == true, "\(today)")
            let yesterday = try lines(["--since", "yesterday", "--until", "today", "-n", "1"])
            #expect(yesterday.first?.contains("\"t\":\"2026-02-28T00:00:") == true, "\(yesterday)")
            let file = ["--anchor-file", place.path("anchor")]
            let first = try lines(["--since", "today", "-n", "4"] + file)
            let second = try lines(["--since", "today", "-n", "4"] + file)
            #expect(first.first == today.first && Set(first).isDisjoint(with: second))
            try stop(daemon)
        }
    }
}
