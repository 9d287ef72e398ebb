import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

/// How a journal says what it has forgotten.
@Suite struct CommandRetentionTests {
    private func read(_ head: [String]) throws -> Journal {
        let bytes = head.enumerated().flatMap { CheckedRecord.encode($1, line: $0 + 1) }
        return try JournalReading(bytes, file: "journal").journal
    }

    @Test func `a journal that has forgotten started sessions has format 3`() throws {
        let retention = CommandRetention(
            own: instant(1_795_154_400), started: instant(1_795_154_500), lastForgottenLane: 600_123
        )
        let journal = Journal(identity: "mkzz710x", retention: retention, commands: [pause(at: 1)])
        let head = [
            "runway-journal 3 mkzz710x",
            "retained 2026-11-20T06:00:00.000000Z 2026-11-20T06:01:40.000000Z 600123",
            "pause s7.0 1970-01-01T00:00:01.000000Z",
        ]
        #expect(try read(head) == journal)
        #expect(
            journal.bytes == head.enumerated().flatMap { CheckedRecord.encode($1, line: $0 + 1) })
    }

    @Test func `one that has not keeps the format that an earlier daemon reads`() throws {
        for (own, head) in [
            (nil, ["runway-journal 2 mkzz710x"]),
            (
                instant(1_795_154_400),
                ["runway-journal 2 mkzz710x", "retained 2026-11-20T06:00:00.000000Z"]
            ),
        ] as [(FleetInstant?, [String])] {
            let journal = Journal(identity: "mkzz710x", retention: CommandRetention(own: own))
            #expect(try read(head) == journal)
            #expect(
                journal.bytes
                    == head.enumerated().flatMap { CheckedRecord.encode($1, line: $0 + 1) })
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `whatever was forgotten is read back`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let retention = CommandRetention(
            own: dice.chance(50) ? instant(1_795_154_400 + Int64(dice.below(1 << 30))) : nil,
            started: dice.chance(50) ? instant(1_795_154_400 + Int64(dice.below(1 << 30))) : nil,
            lastForgottenLane: dice.chance(50) ? dice.number(600_000...1_048_575) : nil)
        let journal = Journal(identity: "mkzz710x", retention: retention)
        #expect(try JournalReading(journal.bytes, file: "journal").journal == journal)
    }

    @Test(arguments: [
        "retained", "retained -", "retained 2026-11-20T06:00:00.000000Z -",
        "retained - - - -", "retained - - 599999", "retained - - 1048576", "retained - - +600000",
        "retained 2026-11-20T06:00:00.000001Z - -", "retained  - - 600000",
        "retained 9999-01-01T00:00:00.000000Z - 600000", "retained - x 600000",
    ])
    func `a line that no daemon has written is refused`(line: String) {
        #expect(throws: StateFailure.self) { try read(["runway-journal 3 mkzz710x", line]) }
    }
}
