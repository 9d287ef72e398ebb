import Testing
import Vocabulary

@testable import StateFiles

@Suite struct FrontierRecordTests {
    private static let seal = Journal(identity: "mkzz710x").seal
    private static let promise = instant(1_795_154_400)

    @Test(arguments: [promise, nil], [[seal], [seal, JournalSeal.none]])
    func `a record is read back, and one with any other bit or length is refused`(
        promise: FleetInstant?, seals: [JournalSeal]
    ) throws {
        let record = FrontierRecord(promise: promise, seals: seals)
        let bytes = record.bytes
        #expect(try FrontierRecord(bytes, file: "f") == record)
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 1 << (place % 8)
            let line = place / CheckedRecord.bytes + 1
            #expect(
                throws: StateFailure.damaged(file: "f", line: line, reason: "the line is damaged")
            ) { try FrontierRecord(damaged, file: "f") }
        }
        // Only the second seal may be missing.
        for length in bytes.indices where length != 2 * CheckedRecord.bytes {
            #expect(throws: StateFailure.self) {
                try FrontierRecord(Array(bytes[..<length]), file: "f")
            }
        }
    }

    @Test func `a record of the earlier format has a promise and no seal`() throws {
        let bytes = CheckedRecord.encode(
            "runway-frontier 1 2026-11-20T06:00:00.000000Z", line: 1)
        let record = try FrontierRecord(bytes, file: "f")
        #expect(record == FrontierRecord(promise: Self.promise, seals: []))
    }

    @Test(arguments: [
        (
            ["runway-state 1 2026-11-20T23:31:05.020000Z"], 1,
            "it does not begin with runway-frontier"
        ),
        (
            ["runway-frontier 3 2026-11-20T23:31:05.020000Z"], 1,
            "its format has version 3, and this daemon knows 2"
        ), (["runway-frontier 2 yesterday", seal.text], 1, "it names no instant"),
        (
            ["runway-frontier 2 2666-12-01T00:00:00.000000Z", seal.text], 1,
            "2666-12-01T00:00:00.000000Z lies beyond fleet time"
        ),
        (["runway-frontier 1 -"], 1, "it names no instant"),
        (["runway-frontier 2 -"], 2, "it must say how long the journal is, and does not"),
        (["runway-frontier 2 -", "x"], 2, "it must say how long the journal is, and does not"),
        (
            ["runway-frontier 1 2026-11-20T23:31:05.020000Z", seal.text], 2,
            "it must say how long the journal is, and does not"
        ),
        (
            ["runway-frontier 2 -", seal.text, seal.text, seal.text], 2,
            "it must say how long the journal is, and does not"
        ),
    ])
    func `what is no record is told`(texts: [String], line: Int, reason: String) {
        let bytes = texts.enumerated().flatMap { CheckedRecord.encode($1, line: $0 + 1) }
        #expect(throws: StateFailure.damaged(file: "f", line: line, reason: reason)) {
            try FrontierRecord(bytes, file: "f")
        }
    }
}
