import Glibc
import LinuxIO
import PlainText
import Testing
import WireProtocol

extension EndToEnd {
    /// What comes from outside does nothing to a terminal.
    @Suite struct HostileTerminalTests {
        private static let name = "run\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}\u{7F}.csv"

        private let place: Place

        init() throws { place = try Place() }

        /// The arguments of a program that flies a recording with a hostile name.
        private func replaying(_ command: [String]) throws -> [String] {
            let header = "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms"
            let rows = (0..<600).map { "\($0),150,2.5,160,0.9,240" }
            let text = ([header] + rows).joined(separator: "\n") + "\n"
            let path = try place.write(text, to: Self.name)
            return command + ["--embedded", "--sessions", "0", "--replay", path]
        }

        private func start(_ arguments: [String]) throws -> TerminalProgram {
            try TerminalProgram(
                Programs.client, arguments,
                environment: ["TMPDIR": place.path, "RUNWAY_SOCKET": place.socket])
        }

        /// Expects no control sequence but those of a display, and nothing that turns direction.
        private func expectPlain(_ text: String) {
            let rest = text.replacing(/\u{1B}(\[[0-9;?]*[A-Za-z]|\(B|[=>78])/, with: "")
            let bad = rest.unicodeScalars.filter {
                !$0.isPlain && $0 != "\r" && $0 != "\n" && $0 != "\u{8}"
            }
            #expect(bad.isEmpty, "\(rest.plain.prefix(500))")
        }

        @Test func `a recording's name is shown on the display`() throws {
            let live = try start(try replaying(["live"]))
            try live.wait(for: "LIVE")
            live.type("t")
            try live.wait(for: "150")
            live.type("q")
            #expect(try live.waitForEnd() == .exited(0))
            expectPlain(live.shown)
        }

        @Test func `a terminal gets escapes of JSON where a pipe gets the bytes`() throws {
            let tail = try start(
                try replaying(["tail"]) + ["--json", "-n", "3", "--kinds", "sample"])
            #expect(try tail.waitForEnd() == .exited(0))
            let lines = tail.shown.split(whereSeparator: \.isNewline)
            for line in lines { expectPlain(String(line)) }
            let values = try lines.map { try #require(JSONValue(line: Array($0.utf8))) }
            #expect(values.contains { $0["recording"]?.text == Self.name })
        }

        @Test func `a line without end breaks the protocol`() throws {
            let daemon = try MuteDaemon(place.socket)
            let live = try start(["live"])
            let peer = try daemon.accept(
                saying: #"{"type":"hello","proto":"1.0","sessions":1,"beat_s":5}"# + "\n")
            try live.wait(for: "\u{1B}[?1049h")
            let endless = [UInt8](repeating: UInt8(ascii: "x"), count: 65_537)
            _ = StreamSocket.send(to: peer.raw, endless.span.bytes)
            #expect(try live.waitForEnd() == .exited(70))
            #expect(live.shown.contains("a line of more than 65536 bytes"))
            #expect(live.traces == [])
        }
    }
}
