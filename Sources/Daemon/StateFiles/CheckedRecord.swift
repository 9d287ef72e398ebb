import WireProtocol

/// A line of fixed width with a check sum, the form of every line in a state folder.
///
/// A line is 88 bytes: the text, padded with spaces to 78 bytes, a space, eight hexadecimal digits
/// of check sum, and a newline. All lines have this width, so that a damaged line does not hide
/// where the next one begins. The check sum, a ``CyclicRedundancyCheck``, also covers the line's
/// number, so that a line in another place counts as damaged.
enum CheckedRecord {
    /// The bytes of a line, newline included.
    static let bytes = 88
    static let textBytes = 78
    private static let digits = Array("0123456789abcdef".utf8)
    private static let space = UInt8(ascii: " ")

    /// The bytes of a line. Traps if the text is too long, is not ASCII or ends with a space.
    ///
    /// - Parameter line: its number in the file, from 1.
    static func encode(_ text: String, line: Int) -> [UInt8] {
        let utf8 = Array(text.utf8)
        precondition(utf8.count <= textBytes, "keeping \(utf8.count) bytes, \(text)")
        precondition(utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "keeping \(text), not ASCII")
        precondition(utf8.last != space, "keeping \(text), which ends with a space")
        var record = utf8 + [UInt8](repeating: space, count: textBytes - utf8.count + 1)
        let sum = checkSum(record[..<textBytes], line)
        record += (0..<8).map { digits[Int(sum >> (28 - 4 * UInt32($0)) & 15)] }
        record.append(UInt8(ascii: "\n"))
        return record
    }

    /// The bytes of lines.
    ///
    /// - Parameter first: the number of the first of them in the file, from 1.
    static func encode(_ texts: [String], fromLine first: Int = 1) -> [UInt8] {
        texts.enumerated().flatMap { encode($1, line: first + $0) }
    }

    /// The text of a line; nil if the line is incomplete, or differs in any bit from what
    /// ``encode(_:line:)`` returns.
    static func text(of record: ArraySlice<UInt8>, line: Int) -> String? {
        guard record.count == bytes else { return nil }
        let padded = record.prefix(textBytes)
        let end = padded.lastIndex { $0 != space }.map { $0 + 1 } ?? padded.startIndex
        guard padded.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
        let tail = record.dropFirst(textBytes)
        guard tail.first == space, tail.last == UInt8(ascii: "\n"),
            sum(of: tail.dropFirst().dropLast()) == checkSum(padded, line)
        else { return nil }
        return String(decoding: padded[..<end], as: UTF8.self)
    }

    /// The texts of all lines of a file.
    ///
    /// - Parameter file: the path, for the error.
    static func texts(of bytes: [UInt8], file: String) throws(StateFailure) -> [String] {
        var texts: [String] = []
        for (index, start) in stride(from: 0, to: bytes.count, by: Self.bytes).enumerated() {
            let record = bytes[start...].prefix(Self.bytes)
            guard let text = text(of: record, line: index + 1) else {
                throw .damaged(file: file, line: index + 1, reason: "the line is damaged")
            }
            texts.append(text)
        }
        return texts
    }

    private static func sum(of text: ArraySlice<UInt8>) -> UInt32? {
        var sum: UInt32 = 0
        for byte in text {
            guard let digit = digits.firstIndex(of: byte) else { return nil }
            sum = sum << 4 | UInt32(digit)
        }
        return sum
    }

    private static func checkSum(_ padded: ArraySlice<UInt8>, _ line: Int) -> UInt32 {
        var check = CyclicRedundancyCheck()
        for shift in stride(from: 0, to: 64, by: 8) {
            check.update(UInt8(truncatingIfNeeded: line >> shift))
        }
        for byte in padded { check.update(byte) }
        return check.value
    }
}
