import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import ActivityFiles

@Suite struct FITRecordingsTests {
    /// Time stamp, heart rate, speed, cadence and its fraction, step length, contact.
    private static let fields: [[UInt8]] = [
        [253, 4, 0x86], [3, 1, 0x02], [6, 2, 0x84], [4, 1, 0x02], [53, 1, 0x02], [85, 2, 0x84],
        [41, 2, 0x84],
    ]
    private static let noon: UInt64 = 1_100_000_000

    private static func record(
        _ second: UInt64, _ heartRate: UInt8 = 150, speed: UInt64 = 3012
    ) -> [UInt8] {
        [0] + FITBytes.little(noon + second, 4) + [heartRate] + FITBytes.little(speed, 2)
            + [85, 96] + FITBytes.little(10_630, 2) + FITBytes.little(2481, 2)
    }

    /// An event of the timer, at the time of the last record.
    private static func timer(_ type: UInt8) -> [UInt8] { [1, 0, type] }

    /// A file with definitions of records, 0, and events, 1.
    private static func bytes(_ messages: [[UInt8]]) -> FITBytes {
        var bytes = FITBytes()
        bytes.define(0, 20, fields)
        bytes.define(1, 21, [[0, 1, 0], [1, 1, 0]])
        for message in messages { bytes.add(message) }
        return bytes
    }

    private static func read(_ messages: [[UInt8]]) throws(ActivityFault) -> Recording {
        try recordings(bytes(messages).file(), name: "run.fit")[0]
    }

    private static func recordings(
        _ bytes: [UInt8], name: String
    ) throws(ActivityFault) -> [Recording] {
        try FITRecordings.read(bytes, name: name).recordings
    }

    private func fault(_ bytes: FITBytes) -> ActivityFault? {
        do {
            _ = try FITRecordings.read(bytes.file(), name: "run.fit")
            return nil
        } catch {
            return error
        }
    }

    @Test func `a record is a row in the units of metrics`() throws {
        let recording = try Self.read([Self.record(0), Self.record(1, 0xFF, speed: 0xFFFF)])
        #expect(recording.name == "run.fit")
        #expect(recording.rows.map(\.time) == [.zero, .seconds(1)])
        #expect((0..<5).map { recording.rows[0][$0] } == [150, 3012, 1715, 1063, 2481])
        #expect((0..<5).map { recording.rows[1][$0] } == [nil, nil, 1715, 1063, 2481])
    }

    @Test func `enhanced speed outranks plain speed, and both orders of bytes mean the same`()
        throws
    {
        var bytes = FITBytes()
        bytes.define(
            2, 20, [[253, 4, 0x86], [6, 2, 0x84], [73, 4, 0x86], [3, 1, 0x02]], isBigEndian: true)
        bytes.add(
            [2] + FITBytes.big(Self.noon, 4) + FITBytes.big(1000, 2) + FITBytes.big(3012, 4) + [0])
        let row = try #require(try Self.recordings(bytes.file(), name: "x")[0].rows.first)
        // A heart rate of 0 is none.
        #expect((0..<5).map { row[$0] } == [nil, 3012, nil, nil, nil])
    }

    @Test func `records of one second are one row`() throws {
        let recording = try Self.read([
            Self.record(0), Self.record(1, 140), Self.record(1, 0xFF, speed: 2000), Self.record(2),
        ])
        #expect(recording.rows.map(\.time.seconds) == [0, 1, 2])
        #expect(recording.rows[1][0] == 140 && recording.rows[1][1] == 2000)
    }

    @Test func `each activity of a file is a recording of its own`() throws {
        let file = Self.bytes([Self.record(0), Self.record(1)]).file()
        let two = try Self.recordings(file + file, name: "run.fit")
        #expect(two.map(\.name) == ["run.fit", "run.fit#2"])
        #expect(Set(two.map(\.contentHash)).count == 2)
        #expect(two[0].rows == two[1].rows)
        let many = Array(repeating: file, count: 1001).flatMap(\.self)
        let error = #expect(throws: ActivityFault.self) { try FITRecordings.read(many, name: "x") }
        #expect(error?.reason == .tooManyActivities(1000))
    }

    @Test func `the content hash is of the bytes`() throws {
        let one = try Self.read([Self.record(0)])
        var hash = StableHash()
        for byte in Self.bytes([Self.record(0)]).file() { hash.update(byte) }
        #expect(one.contentHash == hash.value)
        #expect(try Self.read([Self.record(0, 151)]).contentHash != one.contentHash)
    }

    @Test func `what is no run is refused by name`() {
        var cycling = FITBytes()
        cycling.define(0, 12, [[0, 1, 0]])
        cycling.add([0, 2])
        #expect(fault(cycling) == ActivityFault(offset: 23, .sports(["cycling"])))
        #expect(fault(cycling)?.description.contains("is cycling, not on foot") == true)
        var swimming = Self.bytes([Self.record(0)])
        swimming.define(2, 18, [[5, 1, 0]])
        swimming.add([2, 5])
        #expect(fault(swimming)?.description.contains("is swimming, not on foot") == true)
        var workout = FITBytes()
        workout.define(0, 0, [[0, 1, 0]])
        workout.add([0, 5])
        #expect(fault(workout) == ActivityFault(offset: 23, .notActivity("a workout")))
        #expect(fault(FITBytes())?.reason == .noRecords)
    }

    @Test func `the sport tells more than a record that cannot be`() {
        var cycling = Self.bytes([Self.record(0, speed: 25_000)])
        cycling.define(2, 18, [[5, 1, 0]])
        cycling.add([2, 2])
        #expect(fault(cycling)?.reason == .sports(["cycling"]))
    }

    @Test func `a treadmill is on foot, other fitness equipment is not`() {
        let other = ActivityFault.Reason.sports(["on fitness equipment"])
        for (kind, reason) in [(UInt8(1), nil), (14, other)] {
            var bytes = Self.bytes([Self.record(0)])
            bytes.define(2, 18, [[5, 1, 0], [6, 1, 0]])
            bytes.add([2, 4, kind])
            #expect(fault(bytes)?.reason == reason)
        }
    }

    @Test func `files of other kinds beside an activity are passed over`() throws {
        var settings = FITBytes()
        settings.define(0, 0, [[0, 1, 0]])
        settings.add([0, 2])
        let run = Self.bytes([Self.record(0)]).file()
        let found = try Self.recordings(settings.file() + run + settings.file(), name: "x")
        #expect(found.count == 1 && found[0].rows.count == 1)
    }

    @Test func `a file without a record beside an activity is passed over, alone it is refused`()
        throws
    {
        let run = Self.bytes([Self.record(0)]).file()
        let beats = Self.bytes([]).file()
        for bytes in [run + beats, beats + run] {
            let found = try Self.recordings(bytes, name: "x")
            #expect(found.map(\.name) == ["x"] && found.map(\.rows.count) == [1])
        }
        #expect(fault(Self.bytes([]))?.reason == .noRecords)
    }

    @Test func `speed is read where it shares three bytes with distance`() throws {
        var bytes = FITBytes()
        bytes.define(0, 20, [[253, 4, 0x86], [8, 3, 0x0D]])
        bytes.add([0] + FITBytes.little(Self.noon, 4) + [0x62, 0xA1, 0x33])
        bytes.add([0] + FITBytes.little(Self.noon + 1, 4) + [0xFF, 0xFF, 0xFF])
        let rows = try Self.recordings(bytes.file(), name: "x")[0].rows
        #expect(rows.map { $0[1] } == [3540, nil])
    }

    @Test(arguments: Seeds.of(1...200, few: 3))
    func `changed records are read or refused`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let data = Self.bytes([
            Self.timer(0), Self.record(0), Self.record(1), Self.timer(4), Self.timer(0),
            Self.record(9), [0x80 | 1 << 5 | 3, 0, 1], Self.record(12),
        ]).data
        for _ in 0..<400 {
            var changed = data
            for _ in 0...random.below(6) {
                changed[random.below(changed.count)] = UInt8(random.below(256))
            }
            var bytes = FITBytes()
            bytes.add(changed)
            guard let recordings = try? Self.recordings(bytes.file(), name: "x") else { continue }
            for recording in recordings {
                #expect(recording.flown.steps.count >= recording.rows.count, "seed \(seed)")
            }
        }
    }
}
