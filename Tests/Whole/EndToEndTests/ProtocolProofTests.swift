import Glibc
import LinuxIO
import TestSupport
import Testing

extension EndToEnd {
    /// The program of the protocol's page that proves a stream to be gapless, as it stands there.
    @Suite(.enabled(if: Readme.hasTool("python3"), "python3 is not installed here"))
    struct ProtocolProofTests {
        private let place: Place

        init() throws { place = try Place() }

        /// Writes the page's program to a file, and returns its path.
        private func program() throws -> String {
            let text = try Checkout.page("Protocol", of: "WireProtocol")
            let start = try #require(text.firstRange(of: "```python\n")).upperBound
            let end = try #require(text[start...].firstRange(of: "```")).lowerBound
            let program = String(text[start..<end])
            #expect(program.count { $0 == "\n" } <= 10, "the page says ten lines")
            return try place.write(program, to: "proof.py")
        }

        /// Whether the program finds no line missing.
        private func accepts(_ lines: [Line], _ program: String) throws -> Bool {
            let stream = try place.write(lines.map { $0.text + "\n" }.joined(), to: "stream")
            let outcome = try Program.run(
                "/bin/sh", ["-c", "exec python3 \"$0\" < \"$1\"", program, stream])
            if outcome.end == .exited(0) { return true }
            #expect(outcome.errors.hasSuffix("lines are missing\n"), "\(outcome.errors)")
            return false
        }

        /// The lines of four lanes early in their runs, whose reader stops until some are lost.
        private func streamWithGap() throws -> [Line] {
            let configuration = try place.write(
                "{ limits: { outbox_lines: 1024 } }", to: "runwayd.json5")
            let daemon = try place.startDaemon([
                "--config", configuration, "--seed", "7", "--sessions", "35", "--speed", "100",
                "--epoch", "2026-01-01T00:00:00Z",
            ])
            let reader = try Peer(place.socket)
            try reader.say(
                #"{"op":"subscribe","select":{"session":["s0","s5","s13","s34"]},"#
                    + #""kinds":["stat","sample","truth","phase","event"]}"#)
            // Every session has been heard of before lines are lost.
            var lines = try (0..<50).map { _ in try reader.nextLine() }
            let observer = try Peer(place.socket)
            var lost = "0"
            while lost == "0" {
                try observer.say("status")
                lost = try #require(try observer.next(["status"]).number(of: "lines_lost"))
            }
            while lines.last?.type != "gap" { lines.append(try reader.nextLine()) }
            for _ in 0..<200 { lines.append(try reader.nextLine()) }
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
            return lines
        }

        @Test func `it accepts an announced gap, and no stream that lacks a line`() throws {
            let program = try program()
            let lines = try streamWithGap()
            let gap = try #require(lines.firstIndex { $0.type == "gap" })
            func acceptsWithout(_ index: Int) throws -> Bool {
                try accepts(Array(lines[..<index] + lines[(index + 1)...]), program)
            }
            #expect(try accepts(lines, program), "a stream with an announced gap")
            #expect(try !acceptsWithout(gap), "without the gap's line")
            // A session's first line that came, and its last, are its ends and not missing.
            let sessions = lines.map { $0.number == nil ? nil : $0.session }
            let inner = lines.indices.filter { index in
                guard let session = sessions[index] else { return false }
                return sessions[..<index].contains(session)
                    && sessions[(index + 1)...].contains(session)
            }
            try #require(inner.count > 200)
            let before = try #require(inner.last { $0 < gap })
            let behind = try #require(inner.first { $0 > gap })
            let spread = stride(from: 0, to: inner.count, by: inner.count / 10).map { inner[$0] }
            for cut in [before, behind] + spread {
                #expect(try !acceptsWithout(cut), "without line \(cut): \(lines[cut].text)")
            }
        }
    }
}
