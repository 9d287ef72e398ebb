import Testing
import Vocabulary

@testable import StreamServer

@Suite struct WaitingLinesTests {
    private func line(_ length: Int, slot: Int? = 0) -> Outbox.Line {
        Outbox.Line(length: length, slot: slot, position: StreamPosition(bits: UInt64(length)))
    }

    private func append(_ text: String, slot: Int? = 0, to waiting: inout WaitingLines) {
        Array(text.utf8).withUnsafeBytes {
            waiting.append($0, [line(text.utf8.count, slot: slot)])
        }
    }

    private func text(of waiting: WaitingLines) -> String {
        var (rest, bytes) = (waiting, [UInt8]())
        while !rest.isEmpty {
            rest.appendFirst(droppingPrefix: 0, to: &bytes)
            rest.removeFirst()
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `nothing waits at first`() {
        let waiting = WaitingLines()
        #expect(waiting.isEmpty)
        #expect(waiting.count == 0)
        #expect(waiting.byteCount == 0)
        #expect(waiting.first == nil)
        #expect(text(of: waiting) == "")
    }

    @Test(arguments: UInt64(1)...10)
    func `lines leave at the front in the order of their coming`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var waiting = WaitingLines()
        var model: [String] = []
        for step in 0..<400 {
            if dice.happens(oneIn: 2) || model.isEmpty {
                let text = String(repeating: "\(step % 10)", count: dice.number(1...9)) + "\n"
                append(text, to: &waiting)
                model.append(text)
            } else {
                waiting.removeFirst()
                model.removeFirst()
            }
            #expect(waiting.count == model.count, "seed \(seed), step \(step)")
            #expect(waiting.first?.length == model.first?.utf8.count, "seed \(seed), step \(step)")
            #expect(text(of: waiting) == model.joined(), "seed \(seed), step \(step)")
        }
    }

    @Test func `the rest of the first line is that line's alone`() {
        var waiting = WaitingLines()
        append("gone\n", to: &waiting)
        append("first\n", to: &waiting)
        append("second\n", to: &waiting)
        append("third\n", to: &waiting)
        waiting.removeFirst()
        var rest = Array("> ".utf8)
        waiting.appendFirst(droppingPrefix: 2, to: &rest)
        #expect(String(decoding: rest, as: UTF8.self) == "> rst\n")
        #expect(waiting.count == 3)
    }

    @Test func `only what still waits of a slot is made permanent`() {
        var waiting = WaitingLines()
        for slot in [0, 1, 0, nil, 1, 0] { append("x\n", slot: slot, to: &waiting) }
        waiting.removeFirst()
        #expect(waiting.makePermanent(slot: 0).lines == 2)
        var slots: [Int?] = []
        while let first = waiting.first {
            slots.append(first.slot)
            waiting.removeFirst()
        }
        #expect(slots == [1, nil, nil, 1, nil])
    }
}
