import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

@Suite struct JournalReadingTests {
    private static let width = CheckedRecord.bytes

    private func journal(_ count: Int, seed: UInt64 = 1, oldest: FleetInstant? = nil) -> Journal {
        var dice = SeededGenerator(seed: seed)
        return Journal(
            identity: "mkzz710x", retention: CommandRetention(own: oldest),
            commands: dice.commands(count))
    }

    private func read(_ bytes: [UInt8]) throws(StateFailure) -> JournalReading {
        try JournalReading(bytes, file: "journal")
    }

    @Test(arguments: [0, 1, 2, 500], [nil, instant(1_795_154_400)])
    func `a journal is read back whole`(count: Int, oldest: FleetInstant?) throws {
        let journal = journal(count, oldest: oldest)
        let reading = try read(journal.bytes)
        #expect(reading.journal == journal)
        #expect(reading.seal == journal.seal)
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
            #expect(reading.seal.lines == cut / Self.width)
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

    @Test func `a journal that is vouched for is refused when any of those lines is not whole`()
        throws
    {
        let whole = journal(5)
        let bytes = whole.bytes
        for lines in 1...6 {
            let seal = JournalSeal.none.adding(bytes[..<(lines * Self.width)])
            for cut in bytes.indices {
                let damaged = Array(bytes[..<cut])
                guard cut >= lines * Self.width else {
                    #expect(throws: StateFailure.self) {
                        try JournalReading(damaged, file: "journal", vouchedBy: [seal])
                    }
                    continue
                }
                let reading = try JournalReading(damaged, file: "journal", vouchedBy: [seal])
                #expect(reading.seal.lines == cut / Self.width)
                #expect(reading.tornBytes == cut % Self.width)
            }
        }
    }

    @Test(arguments: [
        (5, "journal:6: the line is missing, and frontier says that 6 lines were kept"),
        (4, "journal:5: the line is missing, and frontier says that 6 lines were kept"),
    ])
    func `a journal that was cut says which line is missing`(lines: Int, text: String) {
        let bytes = journal(5).bytes
        let failure = #expect(throws: StateFailure.self) {
            try JournalReading(
                Array(bytes[..<(lines * Self.width)]), file: "journal",
                vouchedBy: [JournalSeal.none.adding(bytes)])
        }
        #expect(failure?.description.hasPrefix(text) == true)
    }

    @Test func `another journal of the same fleet and length is refused`() {
        let failure = #expect(throws: StateFailure.self) {
            try JournalReading(
                journal(5, seed: 2).bytes, file: "journal", vouchedBy: [journal(5).seal])
        }
        #expect(
            failure
                == .damaged(
                    file: "journal", line: 6,
                    reason: "the lines up to here are not those that frontier vouches for"))
    }

    @Test func `what lies behind the lines that are vouched for is cut off from its first damage`()
        throws
    {
        let whole = journal(6)
        var bytes = whole.bytes
        let seal = JournalSeal.none.adding(bytes[..<(3 * Self.width)])
        // Of a batch the disk took the last line and not the first.
        bytes[4 * Self.width + 3] ^= 1
        let reading = try JournalReading(bytes, file: "journal", vouchedBy: [seal])
        #expect(reading.journal.commands == Array(whole.commands[..<3]))
        #expect(reading.tornBytes == 3 * Self.width)
    }

    @Test func `while a journal is replaced either of the two may be there, and no third`() throws {
        let (old, new) = (journal(6), journal(2, seed: 2))
        for journal in [old, new] {
            let reading = try JournalReading(
                journal.bytes, file: "journal", vouchedBy: [old.seal, new.seal])
            #expect(reading.journal == journal)
        }
        #expect(throws: StateFailure.self) {
            try JournalReading(
                journal(3, seed: 3).bytes, file: "journal", vouchedBy: [old.seal, new.seal])
        }
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

    /// The lines of a journal as a daemon wrote it that knew nothing of entries by hand.
    private func old(_ commands: [SessionCommand]) -> [UInt8] {
        CheckedRecord.encode("runway-journal 1 mkzz710x", line: 1)
            + Journal.bytes(of: commands, fromLine: 2)
    }

    @Test func `a journal of format 1 is read, and has no entries by hand`() throws {
        let commands = [pause(at: 1), pause(at: 2)]
        let reading = try read(old(commands))
        #expect(reading.journal == Journal(identity: "mkzz710x", commands: commands))
        #expect(reading.isOld)
        #expect(reading.seal != reading.journal.seal)
        #expect(try !read(journal(2).bytes).isOld)
        for command in [add(at: 3), remove(3, at: 4)] {
            let failure = #expect(throws: StateFailure.self) { try read(old([command])) }
            guard case .damaged("journal", 2, _) = failure else {
                Issue.record("\(String(describing: failure))")
                continue
            }
        }
    }

    @Test func `a journal of a later format, or no journal, is refused`() {
        for text in [
            "runway-journal 5 mkzz710x", "runway-journal 0 mkzz710x", "runway-state 1", "x", "",
        ] {
            #expect(throws: StateFailure.self) { try read(CheckedRecord.encode(text, line: 1)) }
        }
        #expect(throws: StateFailure.self) { try read([]) }
    }
}
