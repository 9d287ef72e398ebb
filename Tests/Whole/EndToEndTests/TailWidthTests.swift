import Glibc
import LinuxIO
import Testing

extension EndToEnd {
    /// `runway tail` on a terminal, which may become wider or narrower at any time.
    @Suite struct TailWidthTests {
        private let place: Place

        init() throws { place = try Place() }

        private static let beginning = """
            {"type":"hello","proto":"1.0","server":"x 1","identity":"8nnnm0ae","seed":42,\
            "sessions":1,"beat_s":5}
            {"type":"ok","id":1,"anchor":"a17sq2j9cy194nw4w3fzzzz2xd3d26"}
            {"type":"live","t":"2026-01-01T00:00:00.000000Z",\
            "anchor":"a17sq2j9cy194nw4w3fzzzz2xd3d26"}

            """

        private func line(_ number: Int) -> String {
            """
            {"type":"stat","session":"s0.0","n":\(number),\
            "t":"2026-01-01T00:00:0\(number).000000Z",\
            "anchor":"a17sq2j9cy194nw4w3fzzzz2xd3d26","phase":"cruise",\
            "heart_rate_bpm":{"average":151.20,"min":148,"max":155,"latest":152},\
            "speed_mps":{"average":3.21000,"min":3.100,"max":3.300,"latest":3.211},\
            "cadence_spm":{"average":172.00,"min":170,"max":174,"latest":172}}

            """
        }

        @Test func `each line is as wide as the terminal is then`() throws {
            let daemon = try MuteDaemon(place.socket)
            let terminal = try Terminal(columns: 200)
            let tail = try place.start(
                Programs.client, ["tail", "--kinds", "stat"], writingTo: terminal.stream.raw)
            let peer = try daemon.accept(saying: Self.beginning)
            var shown: [String] = []
            for (number, columns) in [(1, 200), (2, 40), (3, 60), (4, 200)] {
                terminal.resize(columns: UInt16(columns))
                _ = StreamSocket.send(to: peer.raw, Array(line(number).utf8).span.bytes)
                var line = try terminal.nextLine()
                while !line.contains(":0\(number)") { line = try terminal.nextLine() }
                shown.append(line)
                #expect(line.count <= columns, "\(line)")
            }
            #expect(shown.map { $0.hasSuffix("…") } == [false, true, true, false])
            #expect(shown[1].count < shown[2].count && shown[2].count < shown[3].count)
            #expect(shown[0].count == shown[3].count)
            tail.signal(SIGTERM)
            #expect(try tail.waitForEnd().end == .exited(143))
        }
    }
}
