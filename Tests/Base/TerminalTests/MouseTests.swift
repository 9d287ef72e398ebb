import Terminal
import TestSupport
import Testing

@Suite struct MouseTests {
    private func number(_ chance: inout SeededGenerator) -> Int {
        chance.chance(70) ? chance.below(300) : Int(chance.anyLength().magnitude >> 1)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `whatever numbers a report has, it is one event within bounds or none`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for row in 0..<500 {
            let numbers = (0..<chance.number(1...5)).map { _ in "\(number(&chance))" }
            let text = "\u{1B}[<" + numbers.joined(separator: ";") + chance.pick(["M", "m"])
            var reader = KeyReader()
            let keys = reader.take(text.utf8)
            #expect(
                keys.count <= 1 && !reader.isInsideSequence, "seed \(seed), row \(row): \(text)")
            guard case .mouse(let event)? = keys.first else { continue }
            #expect(numbers.count == 3, "seed \(seed), row \(row): \(text)")
            #expect(0...MouseEvent.placeMax ~= event.row, "seed \(seed), row \(row): \(text)")
            #expect(0...MouseEvent.placeMax ~= event.column, "seed \(seed), row \(row): \(text)")
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `a press is found at its place, wherever its report is cut`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for row in 0..<300 {
            let (x, y) = (chance.number(1...500), chance.number(1...200))
            let wheel = chance.pick([0, 64, 65])
            let bytes = Array("j\u{1B}[<\(wheel);\(x);\(y)Mk".utf8)
            let action: MouseEvent.Action =
                wheel == 0 ? .press : wheel == 64 ? .wheelUp : .wheelDown
            let cut = chance.below(bytes.count + 1)
            var reader = KeyReader()
            let keys = reader.take(bytes[..<cut]) + reader.take(bytes[cut...])
            let event = MouseEvent(action, row: y - 1, column: x - 1)
            #expect(
                keys == [.character("j"), .mouse(event), .character("k")],
                "seed \(seed), row \(row): cut at \(cut)")
        }
    }
}
