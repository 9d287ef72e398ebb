import Terminal
import TestSupport
import Testing

@Suite struct ScreenEncoderPropertyTests {
    private static let pairs = 150

    /// A task for the encoder, and the screen that a terminal must show afterwards.
    private struct Pair {
        let old: Screen?
        let new: Screen
        var terminal: TerminalEmulator
        let wanted: Screen

        /// One time in ten the screen is unknown: the terminal then shows something else, in
        /// another style, and its cursor's position is unknown.
        init(_ chance: inout SeededGenerator, isColored: Bool) {
            let screen = chance.screen()
            new = chance.successor(of: screen)
            let hasSize = screen.columns == new.columns && screen.rows == new.rows
            let isKnown = hasSize && chance.chance(90)
            old = isKnown || !hasSize && chance.chance(50) ? screen : nil
            wanted = isColored ? new : new.withoutColors
            var shown = isColored ? screen : screen.withoutColors
            if !hasSize { shown = Screen(columns: new.columns, rows: new.rows) }
            if !isKnown { shown.fill(shown.area, "x", chance.anyStyle()) }
            terminal = TerminalEmulator(showing: shown, pen: isKnown ? .plain : chance.anyStyle())
        }
    }

    private func encode(_ pair: Pair, _ encoder: ScreenEncoder) -> [UInt8] {
        var bytes: [UInt8] = []
        encoder.encode(from: pair.old, to: pair.new, into: &bytes)
        return bytes
    }

    @Test(arguments: 0..<20 as Range<UInt64>, [true, false])
    func `after the sequence the terminal shows the new screen`(seed: UInt64, isColored: Bool) {
        var chance = SeededGenerator(seed: seed)
        let encoder = ScreenEncoder(isColored: isColored)
        for number in 0..<Self.pairs {
            var pair = Pair(&chance, isColored: isColored)
            pair.terminal.take(encode(pair, encoder))
            let place = "seed \(seed), screen \(number)"
            #expect(pair.terminal.faults == [], "\(place)")
            let differences = pair.terminal.screen.looks.differences(from: pair.wanted.looks)
            #expect(differences == [], "\(place)")
            #expect(pair.terminal.pen == .plain, "\(place)")
            #expect(!pair.terminal.modes.contains(.synchronized), "\(place)")
            #expect(pair.terminal.bareWrites == 0, "\(place)")
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `what looks the same needs nothing, and is known by that`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for number in 0..<Self.pairs {
            for isColored in [true, false] {
                let pair = Pair(&chance, isColored: isColored)
                guard let old = pair.old, old.area == pair.new.area else { continue }
                let shown = isColored ? old : old.withoutColors
                let isSame = shown.looks == pair.wanted.looks
                let bytes = encode(pair, ScreenEncoder(isColored: isColored))
                #expect(bytes.isEmpty == isSame, "seed \(seed), screen \(number)")
            }
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `a change costs less than to draw everything anew`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var (encoded, naive) = (0, 0)
        for _ in 0..<Self.pairs {
            let pair = Pair(&chance, isColored: true)
            encoded += encode(pair, ScreenEncoder(isColored: true, isSynchronized: false)).count
            naive += pair.new.naiveBytes.count
        }
        #expect(encoded * 3 < naive, "seed \(seed): \(encoded) of \(naive) bytes")
    }

    /// A screen of many small readings, some of which change.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func `a few new readings on a full display cost a fiftieth`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var screen = Screen(columns: 80, rows: 24)
        for row in 0..<24 {
            for column in 0..<80 {
                screen[row, column] = Cell(
                    scalar: chance.pick(["a", "─", "⣿"]), style: chance.style())
            }
        }
        var next = screen
        for _ in 0..<5 {
            next.put(
                "143", row: chance.below(24), column: chance.below(77), CellStyle(isBold: true))
        }
        var bytes: [UInt8] = []
        ScreenEncoder(isColored: true).encode(from: screen, to: next, into: &bytes)
        #expect(bytes.count * 50 < next.naiveBytes.count, "seed \(seed): \(bytes.count) bytes")
    }
}
