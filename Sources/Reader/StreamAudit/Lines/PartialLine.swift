/// The part of a line that has arrived before its newline, bounded by the longest allowed line.
///
/// It holds memory only while there is such a part.
struct PartialLine {
    private var bytes: [UInt8] = []
    /// Whether the line already exceeds the limit.
    private(set) var isTooLong = false

    /// Whether the stream is between two lines.
    var isEmpty: Bool { bytes.isEmpty && !isTooLong }

    /// Adds bytes without a newline.
    mutating func append(_ piece: UnsafeRawBufferPointer, limit: Int) {
        guard !isTooLong, bytes.count + piece.count <= limit else {
            isTooLong = isTooLong || !piece.isEmpty
            return bytes = []
        }
        bytes.append(contentsOf: piece)
    }

    /// Completes the line with the bytes before its newline, and resets.
    ///
    /// - Returns: the line; nil if it is too long.
    mutating func end(_ piece: UnsafeRawBufferPointer, limit: Int) -> [UInt8]? {
        append(piece, limit: limit)
        defer { self = PartialLine() }
        return isTooLong ? nil : bytes
    }
}

/// The search for the end of a line, a word of eight bytes at a time.
///
/// A byte of a word is zero where ((w - 0x01…) & ~w & 0x80…) has its highest bit; below the first
/// such byte the expression is exact (H. S. Warren, "Hacker's Delight", section 6-1).
package enum Newline {
    /// The offset of the first newline from `start` on; nil if there is none.
    @inline(__always)
    package static func offset(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var offset = start
        while offset &+ 32 <= bytes.count {
            if (0..<4).reduce(0, { $0 | mark(base, offset &+ 8 &* $1) }) != 0 { break }
            offset &+= 32
        }
        while offset &+ 8 <= bytes.count {
            let mark = mark(base, offset)
            if mark != 0 { return offset &+ mark.trailingZeroBitCount / 8 }
            offset &+= 8
        }
        while offset < bytes.count {
            if bytes[offset] == UInt8(ascii: "\n") { return offset }
            offset &+= 1
        }
        return nil
    }

    /// Has the highest bit set of each byte that is a newline, and perhaps of later bytes.
    @inline(__always)
    private static func mark(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        let word = UInt64(
            littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        let difference = word ^ 0x0A0A_0A0A_0A0A_0A0A
        return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    }
}
