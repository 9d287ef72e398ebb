import Testing

@testable import StateFiles

@Suite struct CheckedRecordTests {
    @Test(arguments: ["", "x", "pause s7.0", String(repeating: "y", count: 78)])
    func `a text is read back, and the line is what a person can read`(text: String) {
        let record = CheckedRecord.encode(text, line: 3)
        #expect(record.count == CheckedRecord.bytes)
        #expect(record.starts(with: text.utf8))
        #expect(record.last == UInt8(ascii: "\n"))
        #expect(CheckedRecord.text(of: record[...], line: 3) == text)
    }

    @Test func `a known record stays what it is`() {
        let record = String(decoding: CheckedRecord.encode("model 2", line: 3), as: UTF8.self)
        #expect(record == "model 2" + String(repeating: " ", count: 72) + "91ac3bf8\n")
    }

    @Test func `any other bit, length or place is no record`() {
        let record = CheckedRecord.encode("resume s1.0 2026-11-20T23:31:05.020000Z", line: 3)
        for place in record.indices {
            for bit in 0..<8 {
                var damaged = record
                damaged[place] ^= 1 << bit
                #expect(CheckedRecord.text(of: damaged[...], line: 3) == nil, "\(place).\(bit)")
            }
            #expect(CheckedRecord.text(of: record[..<place], line: 3) == nil)
        }
        #expect(CheckedRecord.text(of: (record + [10])[...], line: 3) == nil)
        for line in [0, 1, 2, 4, 259, 1 << 40] {
            #expect(CheckedRecord.text(of: record[...], line: line) == nil)
        }
    }
}
