import TestSupport
import Testing
import Vocabulary

@testable import StreamServer

@Suite struct WaitingLinesTests {
    private func line(_ length: Int, subscription number: Int? = 0) -> Outbox.Line {
        Outbox.Line(
            length: length, subscription: number, position: StreamPosition(bits: UInt64(length)))
    }

    private func append(
        _ text: String, subscription number: Int? = 0, to waiting: inout WaitingLines
    ) {
        Array(text.utf8).withUnsafeBytes {
            waiting.append(Delivery($0, [line(text.utf8.count, subscription: number)]))
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

    @Test func `only what still waits of a subscription is made permanent`() {
        var waiting = WaitingLines()
        for number in [0, 1, 0, nil, 1, 0] { append("x\n", subscription: number, to: &waiting) }
        waiting.removeFirst()
        #expect(waiting.makePermanent(subscription: 0).lines == 2)
        var numbers: [Int?] = []
        while let first = waiting.first {
            numbers.append(first.subscription)
            waiting.removeFirst()
        }
        #expect(numbers == [1, nil, nil, 1, nil])
    }

    /// Lines of several sessions come, replace one another and leave as a seed says, beside a plain
    /// row of texts that does the same.
    @Test(arguments: UInt64(1)...20)
    func `replaced lines are never seen again, and the others stay in order`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var waiting = WaitingLines()
        var model: [(text: String, lane: LaneID?, stands: Int)] = []
        for step in 0..<500 {
            let lane = dice.happens(oneIn: 4) ? nil : dice.lane(0...5)
            let text = "\(step)" + String(repeating: "x", count: dice.number(0...60)) + "\n"
            switch dice.number(0...3) {
            case 0 where !model.isEmpty:
                let replaced = waiting.removeFirst()
                #expect(replaced?.count ?? 0 == model[0].stands, "seed \(seed), step \(step)")
                model.removeFirst()
            default: come(text, lane, at: step, &waiting, &model)
            }
            #expect(waiting.count == model.count, "seed \(seed), step \(step)")
            let whole = model.map(\.text).joined()
            #expect(waiting.byteCount == whole.utf8.count, "seed \(seed), step \(step)")
            #expect(self.text(of: waiting) == whole, "seed \(seed), step \(step)")
            let first = waiting.withFirstBytes { String(decoding: $0, as: UTF8.self) }
            #expect(whole.hasPrefix(first), "seed \(seed), step \(step)")
            #expect(whole.isEmpty == first.isEmpty, "seed \(seed), step \(step)")
        }
        for _ in model { waiting.removeFirst() }
        #expect(waiting.heldBytes == 0, "seed \(seed)")
    }

    private func come(
        _ text: String, _ lane: LaneID?, at step: Int, _ waiting: inout WaitingLines,
        _ model: inout [(text: String, lane: LaneID?, stands: Int)]
    ) {
        guard let lane else {
            append(text, subscription: nil, to: &waiting)
            return model.append((text, nil, 0))
        }
        let line = Outbox.Line(
            length: text.utf8.count, subscription: 0,
            position: StreamPosition(FleetInstant(ticks: Int64(step)), lane: lane, .stat))
        let replaced = waiting.remove(replacedBy: line)
        let place = model.firstIndex { $0.lane == lane }
        let stands = place.map { model.remove(at: $0).stands + 1 } ?? 0
        #expect(replaced?.count ?? 0 == stands)
        Array(text.utf8).withUnsafeBytes {
            waiting.append(newest: Delivery($0, CollectionOfOne(line)), replaced: replaced)
        }
        model.append((text, lane, stands))
    }

    @Test func `what is replaced again and again takes no more memory with time`() {
        var waiting = WaitingLines()
        append("first\n", subscription: nil, to: &waiting)
        var held = 0
        for step in 0..<2_000 {
            let line = Outbox.Line(
                length: 50, subscription: 0,
                position: StreamPosition(FleetInstant(ticks: Int64(step)), lane: 1, .stat))
            let replaced = waiting.remove(replacedBy: line)
            [UInt8](repeating: 7, count: 50).withUnsafeBytes {
                waiting.append(newest: Delivery($0, CollectionOfOne(line)), replaced: replaced)
            }
            if step == 20 { held = waiting.heldBytes }
        }
        #expect(waiting.count == 2)
        #expect(waiting.heldBytes <= held)
    }
}
