import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamAudit

@Suite struct LineScannerTests {
    private let anchors = AnchorReader(identity: StreamLines.identity.description)

    private func scan(_ line: [UInt8]) -> ServerLine? {
        line.withUnsafeBytes { LineScanner(anchors: anchors).scan($0) }
    }

    private func parse(_ line: [UInt8]) -> ServerLine? {
        JSONValue(line: line).flatMap { LineParser(anchors: anchors).parse($0) }
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807"])
    func `a clock that no number of JSON holds is malformed`(clock: String) {
        var maker = StreamLines()
        let line = maker.data(.stat, SessionName(lane: 3, lap: 0), 7, tick: 77, late: nil).bytes
        #expect(parse(line) != nil)
        let text = String(decoding: line, as: UTF8.self)
        let parts = text.split(separator: #""due_us":"#)
        let rest = parts.last?.drop { $0 != "," } ?? ""
        let wrong = Array("\(parts[0])\"due_us\":\(clock)\(rest)".utf8)
        #expect(wrong != line && wrong.count > line.count - 20)
        #expect(scan(wrong) == nil)
        #expect(parse(wrong) == nil)
    }

    /// Lines of all kinds and of each layout.
    private var lines: [[UInt8]] {
        var maker = StreamLines()
        let anchor = StreamLines.anchor(StreamLines.position(9)).description
        let plain = DataLine.Kind.allCases.flatMap { kind in
            [nil, 0, 123_456].map { late in
                maker.data(
                    kind, SessionName(lane: 600_001, lap: -3), 1234, tick: 77, late: late
                ).replacing(kind.measurement == nil ? 0 : 12)
            }
        }
        let others = [
            StreamLines.gap(StreamLines.position(1), StreamLines.position(7), 12),
            StreamLines.live(StreamLines.position(5)),
            StreamLines.snapshot(SessionName(lane: 3, lap: 0), start: -77),
            StreamLines.snapshot(SessionName(lane: 4, lap: -2), state: "paused"),
            Array(
                #"{"type":"beat","t":"2026-01-01T00:00:00.180000Z","clock_us":5,"anchor":"\#(anchor)"}"#
                    .utf8),
        ]
        return plain + others
            + (plain + others).map { Array(#"{"sub":"a.b-C_9","#.utf8) + $0.dropFirst() }
    }

    @Test func `what is found in the bytes is what a parser finds`() {
        for line in lines {
            let text = String(decoding: line, as: UTF8.self)
            #expect(scan(line) != nil, "\(text)")
            #expect(scan(line) == parse(line), "\(text)")
        }
    }

    /// A line whose number is written so.
    private func scan(number: String) -> ServerLine? {
        var maker = StreamLines()
        let line = maker.data(.stat, SessionName(lane: 3, lap: 0), 7, tick: 5)
        let text = String(decoding: line.bytes, as: UTF8.self)
        return scan(Array(text.replacing("\"n\":7,", with: "\"n\":\(number),").utf8))
    }

    @Test(arguments: [21, 22] as [UInt64])
    func `a number of any length is read to its last digit`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        for length in 1...18 {
            for _ in 0..<20 {
                let digits = [dice.number(1...9)] + (1..<length).map { _ in dice.below(10) }
                let text = digits.map(String.init).joined()
                guard case .data(let data) = scan(number: text) else {
                    Issue.record("seed \(seed): \(text) is not found")
                    continue
                }
                #expect("\(data.n)" == text, "seed \(seed)")
            }
        }
        #expect(scan(number: String(repeating: "1", count: 19)) == nil)
    }

    @Test func `no other byte passes for a digit at any place`() {
        for place in 0..<12 {
            for byte in UInt8(0)..<128 where !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            {
                var digits = Array("123456789012".utf8)
                digits[place] = byte
                #expect(scan(number: String(decoding: digits, as: UTF8.self)) == nil)
            }
        }
    }

    @Test func `a line that is cut anywhere is not scanned`() {
        for line in lines {
            for count in 0..<line.count { #expect(scan(Array(line.prefix(count))) == nil) }
        }
    }

    @Test(arguments: [11, 12] as [UInt64])
    func `a wrong byte is not taken for something that a parser does not find`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        for line in lines where dice.chance(30) {
            for place in line.indices {
                var damaged = line
                damaged[place] = dice.pick(Array("0a{}\"\\,:-. \u{1}".utf8))
                guard let found = scan(damaged), let parsed = parse(damaged) else { continue }
                #expect(
                    found == parsed, "seed \(seed): \(String(decoding: damaged, as: UTF8.self))")
            }
        }
    }
}
