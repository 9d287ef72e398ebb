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

    private static func timer(_ type: UInt8) -> [UInt8] { [1, 0, type] }

    /// A file with definitions of records, 0, and events, 1.
    private static func bytes(_ messages: [[UInt8]]) -> FITBytes {
        var bytes = FITBytes()
        bytes.define(0, 20, fields)
        bytes.define(1, 21, [[0, 1, 0], [1, 1, 0]])
        for message in messages { bytes.add(message) }
        return bytes
    }

    private static func read(_ messages: [[UInt8]]) throws(FITFault) -> Recording {
        try FITRecordings.read(bytes(messages).file(), name: "run.fit")[0]
    }

    private func fault(_ bytes: FITBytes) -> FITFault? {
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
        let row = try #require(try FITRecordings.read(bytes.file(), name: "x")[0].rows.first)
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

    private static func steps(_ recording: Recording) -> [String] {
        var run = RecordedRun(recording: recording, rate: .oneHertz)
        var steps: [String] = []
        while run.nextOffset != nil {
            let step = run.next()
            let time = Int(step.offset.seconds)
            switch step.content {
            case .sample: steps.append("\(time)")
            case .pause: steps.append("pause \(time)")
            case .resume: steps.append("resume \(time)")
            }
        }
        return steps
    }

    @Test func `pauses are those of the timer, and gaps without are drop-outs`() throws {
        let recording = try Self.read([
            Self.timer(0), Self.record(0), Self.record(9), Self.timer(4), Self.timer(0),
            Self.record(11), Self.timer(1), Self.record(12), Self.timer(0), Self.record(20),
        ])
        #expect(
            Self.steps(recording) == [
                "1", "10", "pause 10", "resume 11", "12", "13", "pause 13", "resume 20", "21",
            ])
        var run = RecordedRun(recording: recording, rate: .oneHertz)
        var times: [Double] = []
        while run.nextOffset != nil { times.append(run.next().sessionTime.seconds) }
        #expect(times == [1, 10, 10, 10, 11, 12, 12, 12, 13])
    }

    @Test func `a pause within a second is none`() throws {
        let recording = try Self.read([
            Self.timer(0), Self.record(0), Self.timer(4), Self.timer(0), Self.record(1),
        ])
        #expect(Self.steps(recording) == ["1", "2"])
    }

    @Test func `without a timer jumps in time are pauses, as in CSV`() throws {
        let recording = try Self.read([Self.record(0), Self.record(3), Self.record(9)])
        #expect(Self.steps(recording) == ["1", "4", "pause 4", "resume 9", "10"])
        #expect(recording.lastPause(from: .seconds(5), period: .seconds(1)) != nil)
    }

    @Test func `each activity of a file is a recording of its own`() throws {
        let file = Self.bytes([Self.record(0), Self.record(1)]).file()
        let two = try FITRecordings.read(file + file, name: "run.fit")
        #expect(two.map(\.name) == ["run.fit", "run.fit#2"])
        #expect(Set(two.map(\.contentHash)).count == 2)
        #expect(two[0].rows == two[1].rows)
        let many = Array(repeating: file, count: 101).flatMap(\.self)
        let error = #expect(throws: FITFault.self) { try FITRecordings.read(many, name: "x") }
        #expect(error?.reason == .tooManyActivities(100))
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
        #expect(fault(cycling) == FITFault(offset: 23, .sport(2)))
        #expect(fault(cycling)?.description.contains("is cycling, not on foot") == true)
        var swimming = Self.bytes([Self.record(0)])
        swimming.define(2, 18, [[5, 1, 0]])
        swimming.add([2, 5])
        #expect(fault(swimming)?.description.contains("is swimming, not on foot") == true)
        var workout = FITBytes()
        workout.define(0, 0, [[0, 1, 0]])
        workout.add([0, 5])
        #expect(fault(workout) == FITFault(offset: 23, .notActivity(5)))
        #expect(fault(FITBytes()) == FITFault(offset: 16, .noRecords))
    }

    @Test func `the sport tells more than a record that cannot be`() {
        var cycling = Self.bytes([Self.record(0, speed: 25_000)])
        cycling.define(2, 18, [[5, 1, 0]])
        cycling.add([2, 2])
        #expect(fault(cycling)?.reason == .sport(2))
    }

    @Test func `a treadmill is on foot, other fitness equipment is not`() {
        for (kind, reason) in [(UInt8(1), nil), (14, FITFault.Reason.sport(4))] {
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
        let found = try FITRecordings.read(settings.file() + run + settings.file(), name: "x")
        #expect(found.count == 1 && found[0].rows.count == 1)
    }

    @Test func `a file without a record beside an activity is passed over, alone it is refused`()
        throws
    {
        let run = Self.bytes([Self.record(0)]).file()
        let beats = Self.bytes([]).file()
        for bytes in [run + beats, beats + run] {
            let found = try FITRecordings.read(bytes, name: "x")
            #expect(found.map(\.name) == ["x"] && found.map(\.rows.count) == [1])
        }
        #expect(
            fault(Self.bytes([])) == FITFault(offset: beats.count, .noRecords))
    }

    @Test func `speed is read where it shares three bytes with distance`() throws {
        var bytes = FITBytes()
        bytes.define(0, 20, [[253, 4, 0x86], [8, 3, 0x0D]])
        bytes.add([0] + FITBytes.little(Self.noon, 4) + [0x62, 0xA1, 0x33])
        bytes.add([0] + FITBytes.little(Self.noon + 1, 4) + [0xFF, 0xFF, 0xFF])
        let rows = try FITRecordings.read(bytes.file(), name: "x")[0].rows
        #expect(rows.map { $0[1] } == [3540, nil])
    }

    @Test func `records that cannot be flown are refused where they stand`() {
        let place = Self.bytes([]).data.count + 14
        let record = Self.record(0).count
        #expect(
            fault(Self.bytes([Self.record(5), Self.record(4)]))
                == FITFault(offset: place + record, .timeGoesBack))
        #expect(
            fault(Self.bytes([Self.record(0), Self.record(604_801)]))
                == FITFault(offset: place + record, .tooLong))
        #expect(
            fault(Self.bytes([Self.record(0, speed: 20_001)]))
                == FITFault(offset: place, .beyondLimit(.speed)))
        // A heart rate in a type that it never has.
        var negative = FITBytes()
        negative.define(0, 20, [[253, 4, 0x86], [3, 8, 0x8E]])
        negative.add([0] + FITBytes.little(Self.noon, 4) + FITBytes.little(.max, 8))
        #expect(fault(negative) == FITFault(offset: 26, .beyondLimit(.heartRate)))
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
            guard let recordings = try? FITRecordings.read(bytes.file(), name: "x") else {
                continue
            }
            for recording in recordings {
                #expect(Self.steps(recording).count >= recording.rows.count, "seed \(seed)")
            }
        }
    }
}
