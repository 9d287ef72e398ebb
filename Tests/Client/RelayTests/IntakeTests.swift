import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import Relay

@Suite struct IntakeTests {
    private let intake = Intake(RelayForm(key: nil, id: nil, value: .line))

    @Test func `lines are taken up to the first that is not whole`() {
        var sink = KeptLines()
        let lines = (1...3).map { RelayLine.data($0) + "\n" }
        let whole = lines.joined()
        for cut in 0..<RelayLine.data(4).utf8.count {
            sink.form = []
            let taken = intake.take(whole + RelayLine.data(4).prefix(cut), into: &sink)
            #expect(taken.consumed == whole.utf8.count && taken.stop == .end)
            #expect(sink.form == lines)
            #expect(taken.last?.anchor == RelayLine.anchor(3))
        }
    }

    @Test func `a full sink stops the intake before the next line`() {
        var sink = KeptLines()
        sink.room = 2
        let text = (1...3).map { RelayLine.data($0) + "\n" }.joined()
        let taken = intake.take(text, into: &sink)
        #expect(taken.stop == .full && taken.consumed == RelayLine.data(1).utf8.count * 2 + 2)
        #expect(taken.last?.anchor == RelayLine.anchor(2))
    }

    @Test(arguments: [
        RelayLine.live, #"{"type":"beat"}"#, "", "garbage", "{", String(repeating: "x", count: 999),
        #"{"type":"snapshot","session":"d7.4","n":3,"state":"open"}"#,
        #"{"sub":"a","type":"stat","session":"s0.0","n":1}"#,
        #"{"type":"stat","session":"s0.0","n":,"t":"x","anchor":""}"#,
        #"{"type":"stat","session":"s\u00410","n":1,"t":"x","anchor":"a"}"#,
    ])
    func `a line without a number is handed back and consumed`(line: String) {
        var sink = KeptLines()
        let first = RelayLine.data(1) + "\n"
        let taken = intake.take(first + line + "\n" + RelayLine.data(2) + "\n", into: &sink)
        let start = first.utf8.count
        #expect(taken.stop == .other(start..<start + line.utf8.count))
        #expect(taken.consumed == start + line.utf8.count + 1)
        #expect(sink.form == [first])
    }

    @Test(arguments: [(0, 0), (1, 1), (-1, 0), (50, 2)])
    func `lines from an instant on are left`(ticks: Int64, count: Int) throws {
        var sink = KeptLines()
        let time = try #require(CalendarTime(rfc3339: "2026-11-20T23:31:05Z"))
        let second = RelayLine.data(2).replacing("05.000000Z", with: "05.020000Z")
        var intake = intake
        intake.until = FleetInstant(ticks: time.microseconds / 20_000 + ticks)
        let taken = intake.take(RelayLine.data(1) + "\n" + second + "\n", into: &sink)
        #expect(taken.stop == (count < 2 ? .past : .end) && sink.form.count == count)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `any bytes are consumed line by line, and trap nowhere`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var bytes = Array((RelayLine.data(1) + "\n" + RelayLine.live + "\n").utf8)
            for _ in 0..<dice.number(1...9) {
                let place = dice.number(0...bytes.count - 1)
                switch dice.number(0...2) {
                case 0: bytes[place] = UInt8(dice.number(0...255))
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8(ascii: "\""), at: place)
                }
            }
            var sink = KeptLines()
            var rest = bytes[...]
            while true {
                let taken = rest.withUnsafeBytes { intake.take($0, into: &sink, at: .zero) }
                rest = rest.dropFirst(taken.consumed)
                if taken.stop == .end { break }
                #expect(taken.consumed > 0, "seed \(seed)")
            }
            #expect(!rest.contains(UInt8(ascii: "\n")), "seed \(seed)")
        }
    }

    @Test func `the text of an anchor is kept whole`() throws {
        var dice = SeededGenerator(seed: 5)
        for _ in 0..<100 {
            let bits = UInt64(dice.number(0...Int.max)) >> 1
            let anchor = Anchor(
                identity: IdentityHash(bits: bits >> 24), position: StreamPosition(bits: bits))
            #expect(AnchorText(anchor).anchor == anchor)
            let text = Array("\"\(anchor)\"".utf8)
            let read = text.withUnsafeBytes { AnchorText($0, 1..<31) }
            #expect(read == AnchorText(anchor) && read.bytes == Array("\(anchor)".utf8))
        }
    }

    @Test func `anchors of one fleet sort as text in the order of lines`() {
        var dice = SeededGenerator(seed: 6)
        for _ in 0..<1000 {
            let bits = [0, 1].map { _ in UInt64(dice.number(0...Int.max)) >> dice.number(0...60) }
            let texts = bits.map {
                "\(Anchor(identity: IdentityHash(bits: 7), position: StreamPosition(bits: $0)))"
            }
            #expect((bits[0] < bits[1]) == (texts[0] < texts[1]))
        }
    }
}
