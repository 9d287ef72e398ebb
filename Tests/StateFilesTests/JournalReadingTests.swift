import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

@Suite struct JournalReadingTests {
    private static let width = CheckedRecord.bytes

    private func journal(_ count: Int, seed: UInt64 = 1, oldest: FleetInstant? = nil) -> Journal {
        var dice = SeededGenerator(seed: seed)
        return Journal(
            identity: "mkzz710x", oldestInstant: oldest, commands: dice.commands(count))
    }

    private func read(_ bytes: [UInt8]) throws(StateFailure) -> JournalReading {
        try JournalReading(bytes, file: "journal")
    }

    @Test(arguments: [0, 1, 2, 500], [nil, instant(1_795_154_400)])
    func `a journal is read back whole`(count: Int, oldest: FleetInstant?) throws {
        let journal = journal(count, oldest: oldest)
        let reading = try read(journal.bytes)
        #expect(reading.journal == journal)
        #expect(reading.soundBytes == journal.bytes.count)
        #expect(reading.tornBytes == 0)
    }

    @Test func `a journal cut at any byte holds exactly what was whole before`() throws {
        let whole = journal(5)
        let bytes = whole.bytes
        for cut in bytes.indices {
            guard cut >= Self.width else {
                #expect(throws: StateFailure.self) { try read(Array(bytes[..<cut])) }
                continue
            }
            let reading = try read(Array(bytes[..<cut]))
            #expect(reading.journal.commands[...] == whole.commands[..<(cut / Self.width - 1)])
            #expect(reading.tornBytes == cut % Self.width)
            #expect(reading.soundBytes + reading.tornBytes == cut)
        }
    }

    @Test func `a journal with any bit flipped is refused by line, or ends before the damage`()
        throws
    {
        let whole = journal(3)
        let bytes = whole.bytes
        for bit in 0..<bytes.count * 8 {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            let line = bit / 8 / Self.width + 1
            guard line == 4 else {
                let failure = #expect(throws: StateFailure.self) { try read(damaged) }
                guard case .damaged("journal", line, _) = failure else {
                    Issue.record("bit \(bit): \(String(describing: failure))")
                    continue
                }
                continue
            }
            let reading = try read(damaged)
            #expect(reading.journal.commands == Array(whole.commands.dropLast()))
            #expect(reading.tornBytes == Self.width)
        }
    }

    @Test func `a torn batch of several lines is cut off whole`() throws {
        let whole = journal(6)
        var bytes = whole.bytes
        // The machine died while three lines were being written, and none of them is sound.
        for line in 4..<7 { bytes[line * Self.width + 3] = 0 }
        bytes.removeLast(9)
        let reading = try read(bytes)
        #expect(reading.journal.commands == Array(whole.commands[..<3]))
        #expect(reading.tornBytes == 3 * Self.width - 9)
    }

    @Test func `a line that is missing or has moved is damage`() {
        let bytes = journal(6).bytes
        let lines = stride(from: 0, to: bytes.count, by: Self.width).map {
            Array(bytes[$0..<$0 + Self.width])
        }
        var swapped = lines
        swapped.swapAt(2, 3)
        #expect(throws: StateFailure.self) { try read(swapped.flatMap { $0 }) }
        var doubled = lines
        doubled[2] = lines[1]
        #expect(throws: StateFailure.self) { try read(doubled.flatMap { $0 }) }
    }

    @Test func `a sound line that says nothing known is refused, also at the end`() {
        let text = "land s7.0 2026-11-20T06:00:00.020000Z"
        let bytes = journal(1).bytes + CheckedRecord.encode(text, line: 3)
        #expect(
            throws: StateFailure.damaged(
                file: "journal", line: 3, reason: "\"\(text)\" is no command of this daemon")
        ) { try read(bytes) }
    }

    @Test func `a journal of a later format, or no journal, is refused`() {
        for text in ["runway-journal 2 mkzz710x", "runway-state 1", "x", ""] {
            #expect(throws: StateFailure.self) { try read(CheckedRecord.encode(text, line: 1)) }
        }
        #expect(throws: StateFailure.self) { try read([]) }
    }
}
