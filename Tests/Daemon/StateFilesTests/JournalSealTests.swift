import TestSupport
import Testing

@testable import StateFiles

@Suite struct JournalSealTests {
    private static let width = CheckedRecord.bytes

    private func journal(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var dice = SeededGenerator(seed: seed)
        return Journal(identity: "mkzz710x", commands: dice.commands(count)).bytes
    }

    @Test func `a seal grows line by line as if it were made at once`() {
        let bytes = journal(20)
        var seal = JournalSeal.none
        for start in stride(from: 0, to: bytes.count, by: Self.width) {
            seal = seal.adding(bytes[start..<start + Self.width])
        }
        #expect(seal == JournalSeal.none.adding(bytes))
        #expect(seal.lines == 21)
    }

    @Test func `a seal holds in a longer journal, and in no shorter or other one`() {
        let (bytes, other) = (journal(5), journal(5, seed: 2))
        let seal = JournalSeal.none.adding(bytes)
        #expect(seal.holds(in: (bytes + other.prefix(Self.width))[...]))
        #expect(seal.holds(in: (bytes + [1, 2, 3])[...]))
        for length in bytes.indices { #expect(!seal.holds(in: bytes[..<length])) }
        #expect(!seal.holds(in: other[...]))
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 1 << (place % 8)
            #expect(!seal.holds(in: damaged[...]))
        }
    }

    @Test func `a seal is read back, and nothing else is`() {
        let seal = JournalSeal.none.adding(journal(3))
        #expect(JournalSeal(seal.text) == seal)
        #expect(JournalSeal.none.text == "journal 0 cbf29ce484222325")
        let texts = [
            "", "journal", "journal 1", "journal -1 cbf29ce484222325",
            "journal 01 cbf29ce484222325",
            "journal 1 cbf2", "journal 1 CBF29CE484222325", "journal 1 cbf29ce484222325 ",
            "diary 1 cbf29ce484222325",
        ]
        for text in texts { #expect(JournalSeal(text) == nil, "\(text)") }
    }
}
