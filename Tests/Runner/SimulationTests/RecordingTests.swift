import Simulation
import Testing
import Vocabulary

@Suite struct RecordingTests {
    private static let rows = ["0,93,2.75,165.5,1.012,262.4", "1,94,,,,", "2.5,,3,170,1,250"]

    @Test func `cells are read exactly and empty ones are absent`() throws {
        let rows = try RecordingText.recording(Self.rows).rows
        #expect(rows.map(\.time.ticks) == [0, 50, 125])
        #expect((0..<5).map { rows[0][$0] } == [93, 2750, 1655, 1012, 2624])
        #expect((0..<5).map { rows[1][$0] } == [94, nil, nil, nil, nil])
        #expect((0..<5).map { rows[2][$0] } == [nil, 3000, 1700, 1000, 2500])
    }

    @Test(arguments: ["\n", "\r\n"], ["", "\u{FEFF}"])
    func `line ends, byte order mark and empty lines at the end change nothing`(
        lineEnd: String, mark: String
    ) throws {
        let expected = try RecordingText.recording(Self.rows).rows
        let body = ([RecordingText.header] + Self.rows).joined(separator: lineEnd)
        for count in 0...3 {
            let text = mark + body + String(repeating: lineEnd, count: count)
            let recording = try Recording(csv: Array(text.utf8), name: "run.csv")
            #expect(recording.rows == expected)
        }
    }

    @Test(
        arguments: [
            ("0.01", 0), ("0.03", 2), ("0.05", 2), ("0.07", 4), ("0.019", 1), ("1.000000001", 50),
            ("604800", 30_240_000), ("007", 350),
        ] as [(String, Int64)])
    func `times are rounded to 20 ms, ties to even`(text: String, ticks: Int64) throws {
        let rows = try RecordingText.recording([RecordingText.row(at: text)]).rows
        #expect(rows[0].time.ticks == ticks)
    }

    @Test(
        arguments: [
            ("92.5", 92), ("93.5", 94), ("92.500000001", 93), ("0", 0), ("300.4", 300),
        ] as [(String, Int64)])
    func `values are rounded to the metric's places, ties to even`(
        text: String, units: Int64
    ) throws {
        let rows = try RecordingText.recording(["0,\(text),,,,"]).rows
        #expect(rows[0][0] == units)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `what is written is read back`(seed: UInt64) throws {
        let written = RecordingText.randomRows(seed: seed, count: 200)
        let read = try RecordingText.recording(written.map(\.text)).rows
        #expect(read.map(\.time) == written.map(\.time), "seed \(seed)")
        for (row, wanted) in zip(read, written) {
            #expect((0..<5).map { row[$0] } == wanted.units, "seed \(seed)")
        }
    }

    @Test func `the hash is FNV-1a of the bytes`() throws {
        // Worked out with an implementation of its own.
        let bytes = RecordingText.bytes(["0,93,,,,"])
        var expected: UInt64 = 14_695_981_039_346_656_037
        for byte in bytes {
            expected ^= UInt64(byte)
            expected = expected.multipliedFullWidth(by: 1_099_511_628_211).low
        }
        let recording = try Recording(csv: bytes, name: "a")
        #expect(recording.contentHash == expected)
        #expect(try Recording(csv: bytes, name: "b").contentHash == expected)
        #expect(try RecordingText.recording(["0,94,,,,"]).contentHash != expected)
    }
}
