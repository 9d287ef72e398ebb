import Terminal
import TestSupport
import Testing

/// Bytes that no key sends.
@Suite struct KeyReaderBytesTests {
    private func text(_ keys: [Key]) -> [Unicode.Scalar] {
        keys.compactMap { key in
            if case .character(let character) = key {
                character.unicodeScalars.first
            } else {
                "\u{FFFD}"
            }
        }
    }

    @Test func `characters of every length may be cut anywhere`() {
        let ends: [UInt32] = [
            0xA0, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xE000, 0xFFFF, 0x1_0000, 0x3_FFFF,
            0x10_FFFF,
        ]
        for scalar in ends.compactMap(Unicode.Scalar.init) {
            let bytes = Array(String(scalar).utf8)
            for cut in 0...bytes.count {
                var reader = KeyReader()
                let first = reader.take(bytes[..<cut])
                #expect(reader.isInsideSequence == (0 < cut && cut < bytes.count))
                let keys = first + reader.take(bytes[cut...])
                #expect(keys == [.character(Character(scalar))], "\(scalar.value) at \(cut)")
            }
            var reader = KeyReader()
            #expect(reader.take(bytes.dropLast()) + reader.finish() == [.unknown])
        }
    }

    @Test func `control characters of two bytes are no characters`() {
        for value in 0x80...0x9F as ClosedRange<UInt8> {
            var reader = KeyReader()
            #expect(reader.take([0xC2, value]) == [.unknown], "\(value)")
            #expect(reader.take([value]) == [.unknown], "\(value)")
        }
    }

    /// Two of three bytes are 0x80 or above; none is a control character.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func `broken text is read as the standard library reads it`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for number in 0..<300 {
            let bytes = (0..<chance.below(12)).map { _ in
                chance.chance(66)
                    ? UInt8(
                        chance.pick([
                            0x80, 0x9F, 0xA0, 0xBF, 0xC1, 0xC3, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5,
                        ]))
                    : UInt8(0x20 + chance.below(0x5F))
            }
            let wanted = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
                0x80...0x9F ~= scalar.value ? "\u{FFFD}" : scalar
            }
            var reader = KeyReader()
            let found = text(reader.take(bytes) + reader.finish())
            #expect(found == wanted, "seed \(seed), row \(number): \(bytes)")
        }
    }

    private func garbage(_ chance: inout SeededGenerator) -> [UInt8] {
        let likely = Array("\u{1B}\u{1B}\u{1B}[[O];0129~<MmA\\P \u{7}qé".utf8)
        return (0..<chance.below(40)).map { _ in
            chance.chance(80) ? chance.pick(likely) : UInt8(truncatingIfNeeded: chance.next())
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `garbage means the same however it is cut`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for number in 0..<300 {
            let bytes = garbage(&chance)
            var whole = KeyReader()
            let keys = whole.take(bytes)
            var reader = KeyReader()
            let cut = chance.below(bytes.count + 1)
            let found = reader.take(bytes[..<cut]) + reader.take(bytes[cut...])
            #expect(found == keys, "seed \(seed), row \(number): \(bytes)")
            #expect(keys.count <= bytes.count)
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `after any garbage, Ctrl-C is read`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        for number in 0..<300 {
            let bytes = garbage(&chance)
            var reader = KeyReader()
            #expect(reader.take(bytes + [3]).last == .control("c"), "seed \(seed), row \(number)")
            #expect(reader.take("q".utf8) == [.character("q")], "seed \(seed), row \(number)")
        }
    }

    @Test(arguments: ["\u{1B}[", "\u{1B}[<", "\u{1B}O", "\u{1B}]", "\u{1B}[200~"])
    func `a sequence without end takes no room and makes no keys`(start: String) {
        var reader = KeyReader()
        #expect(reader.take(start.utf8) == [])
        #expect(reader.take(repeatElement(UInt8(ascii: "1"), count: 100_000)) == [])
        #expect(reader.take(repeatElement(UInt8(ascii: ";"), count: 100_000)) == [])
        #expect(MemoryLayout<KeyReader>.size <= 64)
    }
}
