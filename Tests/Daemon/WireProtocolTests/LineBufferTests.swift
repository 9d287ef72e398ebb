import Testing
import WireProtocol

@Suite struct LineBufferTests {
    @Test(arguments: 0...70)
    func `a piece of any length arrives whole, wherever it lands`(length: Int) {
        let piece = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
        for lead in 0..<9 {
            var buffer = LineBuffer(capacity: 0)
            buffer.append(bytes: [UInt8](repeating: 7, count: lead))
            buffer.append(bytes: piece)
            buffer.append(UInt8(9))
            #expect(buffer.bytes == [UInt8](repeating: 7, count: lead) + piece + [9])
        }
    }

    @Test func `every way of appending writes the same bytes`() {
        var buffer = LineBuffer(capacity: 1)
        let text = "grün ✈"
        buffer.append("grün ✈")
        buffer.append(utf8: text)
        buffer.append(bytes: Array(text.utf8))
        buffer.append(bytes: Array("<\(text)>".utf8)[1...text.utf8.count])
        text.utf8.withContiguousStorageIfAvailable { buffer.append(UnsafeRawBufferPointer($0)) }
        for byte in text.utf8 { buffer.append(byte) }
        #expect(buffer.text == String(repeating: text, count: 6))
        #expect(buffer.count == 6 * text.utf8.count)
    }

    @Test func `a range of one buffer goes into another`() {
        var source = LineBuffer()
        source.append("first\nsecond\n")
        var target = LineBuffer(capacity: 1)
        target.append(source, range: 6..<13)
        target.append(source, range: 0..<0)
        #expect(target.text == "second\n")
        #expect(source[0..<5] == Array("first".utf8))
    }

    @Test func `truncating keeps what is before`() {
        var buffer = LineBuffer()
        buffer.append("one,two")
        buffer.truncate(to: 3)
        buffer.append(";")
        #expect(buffer.text == "one;")
    }

    @Test func `clearing keeps the memory or gives it back`() {
        var buffer = LineBuffer()
        buffer.append(bytes: [UInt8](repeating: 1, count: 5000))
        let capacity = buffer.capacity
        buffer.removeAll()
        #expect(buffer.isEmpty == true)
        #expect(buffer.capacity == capacity)
        buffer.removeAll(keepingCapacity: false)
        #expect(buffer.capacity == 0)
        buffer.append("again")
        #expect(buffer.text == "again")
    }

    @Test func `reading in place shows what was written and passes errors on`() {
        struct Refused: Error {}
        var buffer = LineBuffer()
        buffer.append("abc")
        #expect(buffer.withUnsafeBytes { Array($0) } == Array("abc".utf8))
        #expect(throws: Refused.self) {
            try buffer.withUnsafeBytes { _ throws(Refused) in throw Refused() }
        }
    }

    @Test func `truncating beyond the end traps`() async {
        await #expect(processExitsWith: .failure) {
            var buffer = LineBuffer()
            buffer.append("abc")
            buffer.truncate(to: 4)
        }
    }
}
