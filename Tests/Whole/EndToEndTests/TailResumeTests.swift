import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// `runway tail` that goes on: after its own end, and after its daemon's.
    @Suite struct TailResumeTests {
        private static let fleet = ["--seed", "42", "--epoch", "2026-03-01T00:00:00Z"]
        private static let channel = ["--kinds", "sample,stat,truth,phase,advisory,event"]

        private let place: Place

        init() throws { place = try Place() }

        /// Twenty lines a second, at the fleet's present: where a restarted daemon goes on.
        private func startDaemon(_ flags: [String] = fleet) throws -> Program {
            try place.startDaemon(flags + ["--sessions", "7"])
        }

        private func tail(_ flags: String...) -> [String] {
            ["tail", "--json", "--anchor-file", place.path("anchor")] + Self.channel + flags
        }

        private func kept() throws -> String {
            String(try place.read("anchor").prefix { $0 != "\n" })
        }

        private func numbered(_ program: Program) -> [Line] {
            program.lines.filter { $0.number != nil }
        }

        /// Holds numbered lines against those of one tail that begins after the first of them.
        private func expectUninterrupted(
            _ lines: [Line], sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let first = try #require(lines.first?.anchor, sourceLocation: sourceLocation)
            let outcome = try place.client(
                ["tail", "--json", "--from", first, "-n", "\(lines.count - 1)"] + Self.channel)
            try #require(outcome.end == .exited(0), "\(outcome.errors)")
            let golden = Line.numbered(in: outcome.output).map(\.withoutClock)
            let texts = lines.dropFirst().map(\.withoutClock)
            let same = zip(texts, golden).prefix { $0 == $1 }.count
            #expect(
                texts == golden, "line \(same) of \(texts.count)", sourceLocation: sourceLocation)
        }

        private func end(_ daemon: Program) throws {
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }

        @Test func `runs one after the other are one stream`() throws {
            let daemon = try startDaemon()
            var lines: [Line] = []
            for count in ["1", "10", "20"] {
                let outcome = try place.client(tail("-n", count))
                #expect(outcome.end == .exited(0), "\(outcome.errors)")
                #expect(outcome.errors.isEmpty)
                lines += Line.numbered(in: outcome.output)
                #expect(try kept() == lines.last?.anchor)
            }
            #expect(lines.count == 31)
            try expectUninterrupted(lines)
            try end(daemon)
        }

        @Test func `what a killed one has not kept is repeated, and nothing is missing`() throws {
            let daemon = try startDaemon()
            let killed = try place.start(Programs.client, tail())
            // Kept at once is where it begins, which is no line: that one is shows that the file
            // follows the lines.
            while !numbered(killed).contains(where: { (try? kept()) == $0.anchor }) {
                try killed.waitForLine()
                try #require(killed.lines.count < 400)
            }
            killed.signal(SIGKILL)
            #expect(try killed.waitForEnd().end == .killed(signal: SIGKILL))
            let before = numbered(killed)
            let anchor = try kept()
            let outcome = try place.client(tail("-n", "\(before.count + 5)"))
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            let after = Line.numbered(in: outcome.output)
            let last = try #require(before.lastIndex { $0.anchor == anchor })
            let repeated = before[(last + 1)...].map(\.withoutClock)
            #expect(repeated == after.prefix(repeated.count).map(\.withoutClock))
            try expectUninterrupted(before[...last] + after)
            try end(daemon)
        }

        @Test func `a daemon that comes back is followed without a hole`() throws {
            let killed = try startDaemon()
            let tail = try place.start(Programs.client, tail("-n", "40"))
            while tail.lines.count < 20 { try tail.waitForLine() }
            killed.signal(SIGKILL)
            #expect(try killed.waitForEnd().end == .killed(signal: SIGKILL))
            try tail.waitForErrors(containing: "; trying to connect again\n")
            let daemon = try startDaemon()
            let outcome = try tail.waitForEnd()
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(outcome.errors.hasSuffix("runway tail: the link is back\n"))
            let lines = Line.numbered(in: outcome.output)
            #expect(lines.count == 40)
            try expectUninterrupted(lines)
            try end(daemon)
        }

        @Test func `another fleet in its daemon's place is an end`() throws {
            let daemon = try startDaemon()
            let tail = try place.start(Programs.client, tail())
            try tail.waitForOutput(containing: #""type":"live""#)
            try end(daemon)
            let other = try startDaemon(["--seed", "43"])
            let outcome = try tail.waitForEnd()
            #expect(outcome.end == .exited(74))
            #expect(outcome.errors.contains("The anchor belongs to another fleet."))
            #expect(
                outcome.errors.hasSuffix("remove \(place.path("anchor")) and start again.\n"),
                "\(outcome.errors)")
            let again = try place.client(self.tail("-n", "1"))
            #expect(again.end == .exited(66))
            #expect(again.errors.hasSuffix("Remove the file to begin from now.\n"))
            try end(other)
        }

        @Test(arguments: [["tail"], ["relay", "--exec", "cat"]])
        func `a beginning before all fleets is the flag's, not that of a new anchor file`(
            command: [String]
        ) throws {
            let daemon = try startDaemon()
            let span = ["--since", "99999999h", "--until", "1m"]
            let outcome = try place.client(command + span + ["--anchor-file", place.path("new")])
            #expect(outcome.end == .exited(65))
            let subject = "runway \(command[0]): --since: The anchor is older"
            #expect(outcome.errors.hasPrefix(subject), "\(outcome.errors)")
            try end(daemon)
        }

        @Test(arguments: [SIGINT, SIGTERM])
        func `a signal ends it at once, while it follows and while it waits`(signal: Int32) throws {
            let daemon = try startDaemon()
            let following = try place.start(Programs.client, tail())
            try following.waitForOutput(containing: #""type":"stat""#)
            following.signal(signal)
            let outcome = try following.waitForEnd()
            #expect(outcome.end == .exited(128 + signal))
            #expect(outcome.errors.isEmpty)
            #expect(try kept() == following.lines.last { $0.anchor != nil }?.anchor)
            let waiting = try place.start(Programs.client, tail())
            try waiting.waitForOutput(containing: #""type":"live""#)
            try end(daemon)
            try waiting.waitForErrors(containing: "; trying to connect again\n")
            waiting.signal(signal)
            #expect(try waiting.waitForEnd().end == .exited(128 + signal))
            #expect(try kept() == waiting.lines.last { $0.anchor != nil }?.anchor)
        }

        @Test func `its time runs while it waits`() throws {
            let daemon = try startDaemon()
            let tail = try place.start(Programs.client, tail("--for", "1s"))
            try tail.waitForLine()
            daemon.signal(SIGKILL)
            let outcome = try tail.waitForEnd()
            #expect(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(!outcome.errors.contains("the link is back"))
        }

        @Test func `a file that holds no anchor is told before anything is asked`() throws {
            let path = try place.write("yesterday\n", to: "anchor")
            let outcome = try place.client(tail())
            #expect(outcome.end == .exited(66))
            #expect(outcome.errors.hasPrefix("runway tail: \(path) holds no anchor: "))
            #expect(try place.read("anchor") == "yesterday\n")
        }

        @Test func `a place where no anchor can be kept is told before anything is asked`() throws {
            let path = place.path("missing/anchor")
            let outcome = try place.client(["tail", "--anchor-file", path])
            #expect(outcome.end == .exited(73))
            #expect(
                outcome.errors == "runway tail: cannot keep an anchor in \(path): No such file or "
                    + "directory; choose another place with --anchor-file\n")
        }
    }
}

extension Line {
    /// The numbered lines of an output.
    static func numbered(in text: String) -> [Line] {
        all(in: text).filter { $0.number != nil }
    }
}
