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

    @Test func `one that has forgotten entries or starts of users has format 4`() throws {
        var retention = CommandRetention(
            started: instant(1_795_154_400), lastForgottenLane: 600_123,
            entries: instant(1_795_154_400))
        retention.starts = [
            1001: StartCount(ever: 12, day: 20_783, ofDay: 3),
            .max: StartCount(ever: 1, day: 20_700, ofDay: 1),
        ]
        let journal = Journal(identity: "mkzz710x", retention: retention, commands: [pause(at: 1)])
        let time = "2026-11-20T06:00:00.000000Z"
        let head = [
            "runway-journal 4 mkzz710x", "retained - \(time) 600123", "entries \(time)",
            "starts rt 12 20783 3", "starts 1z141z3 1 20700 1",
            "pause s7.0 1970-01-01T00:00:01.000000Z",
        ]
        #expect(try read(head) == journal)
        #expect(
            journal.bytes == head.enumerated().flatMap { CheckedRecord.encode($1, line: $0 + 1) })
        for wrong in [
            "starts rt 12 20783 4", "retained - \(time) 600123", "entries \(time)",
            "starts RT 1 2 1", "starts rt 1 2", "starts rs -1 2 1",
        ] {
            #expect(throws: StateFailure.self, "\(wrong)") {
                try read(Array(head.prefix(4)) + [wrong])
            }
        }
        #expect(throws: StateFailure.self) { try read(head + ["starts rs 12 20783 3"]) }
        let swapped = [head[0], head[2], head[1]]
        #expect(throws: StateFailure.self) { try read(swapped) }
        // A fleet in which nobody has commanded a session may have forgotten entries.
        retention = CommandRetention(entries: instant(1_795_154_400))
        #expect(try read([head[0], head[2]]).retention == retention)
    }

    @Test func `starts of a user are counted by day, in whatever order they were forgotten`() {
        var count = StartCount()
        for day in [20, 22, 22, 21, 22, 20] as [Int32] {
            count.add(StartCount(ever: 1, day: day, ofDay: 1))
        }
        #expect(count == StartCount(ever: 6, day: 22, ofDay: 3))
        #expect(count.count(on: 22) == 3 && count.count(on: 23) == 0)
        for day in [400, 400, 23] as [Int32] { count.addNext(on: day) }
        #expect(count == StartCount(ever: 9, day: 23, ofDay: 1), "a clock that was set back")
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `whatever was forgotten is read back`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        var retention = CommandRetention(
            own: dice.chance(50) ? instant(1_795_154_400 + Int64(dice.below(1 << 30))) : nil,
            started: dice.chance(50) ? instant(1_795_154_400 + Int64(dice.below(1 << 30))) : nil,
            lastForgottenLane: dice.chance(50) ? dice.lane(600_000...1_048_575) : nil,
            entries: dice.chance(30) ? instant(1_795_154_400 + Int64(dice.below(1 << 30))) : nil)
        if retention.lastForgottenLane != nil {
            for _ in 0..<dice.below(5) {
                retention.starts[UInt32(dice.below(1 << 32))] = StartCount(
                    ever: dice.below(448_577), day: Int32(dice.below(100_000)),
                    ofDay: dice.below(99))
            }
        }
        let journal = Journal(identity: "mkzz710x", retention: retention)
        #expect(try JournalReading(journal.bytes, file: "journal").journal == journal)
    }

    @Test(arguments: [
        "retained", "retained -", "retained 2026-11-20T06:00:00.000000Z -",
        "retained - - - -", "retained - - 599999", "retained - - 1048576", "retained - - +600000",
        "retained 2026-11-20T06:00:00.000001Z - -", "retained  - - 600000",
        "retained 9999-01-01T00:00:00.000000Z - 600000", "retained - x 600000",
        "retained - - 600000 x", "retained - - 600000 - -", "entries", "entries -",
        "entries 2026-11-20T06:00:00.000001Z", "starts rt 12",
    ])
    func `a line that no daemon has written is refused`(line: String) {
        #expect(throws: StateFailure.self) { try read(["runway-journal 3 mkzz710x", line]) }
    }
}
