/// A place in a text, as editors count: line and character, both from 1.
public struct TextPlace: Comparable, Hashable, Sendable, CustomStringConvertible {
    public let line: Int
    /// In Unicode scalars.
    public let column: Int

    public static func < (left: Self, right: Self) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }

    public var description: String { "\(line):\(column)" }
}

/// A text whose bytes can be shown to people as line and column.
public struct PlacedText: Sendable {
    private static let blockBytes = 256

    private let bytes: [UInt8]
    /// The first byte of each line; a byte order mark is before the first.
    private var lineStarts: [Int]
    /// How many scalars begin before each block of bytes, so that a long line is counted once.
    private var scalarsBefore: [Int] = []

    /// A line ends with LF, CRLF or CR. Linear in the bytes.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lineStarts = [bytes.starts(with: JSONScanner.byteOrderMark) ? 3 : 0]
        var scalars = 0
        for (index, byte) in bytes.enumerated() {
            if index % Self.blockBytes == 0 { scalarsBefore.append(scalars) }
            if byte & 0xC0 != 0x80 { scalars += 1 }
            let isBeforeLineFeed = index + 1 < bytes.count && bytes[index + 1] == 0x0A
            if byte == 0x0A || byte == 0x0D && !isBeforeLineFeed { lineStarts.append(index + 1) }
        }
        scalarsBefore.append(scalars)
    }

    /// The place of the byte at `offset`, or of the end. Traps beyond it. Logarithmic in the lines.
    public func place(of offset: Int) -> TextPlace {
        precondition((0...bytes.count).contains(offset), "place of byte \(offset)")
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let start = min(lineStarts[low], offset)
        return TextPlace(
            line: low + 1, column: 1 + scalars(before: offset) - scalars(before: start))
    }

    private func scalars(before offset: Int) -> Int {
        let block = min(offset / Self.blockBytes, scalarsBefore.count - 1)
        let rest = bytes[min(block * Self.blockBytes, offset)..<offset]
        return scalarsBefore[block] + rest.count { $0 & 0xC0 != 0x80 }
    }
}

extension JSONScanner {
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Passes over a byte order mark at the beginning, which editors leave in files.
    mutating func skipByteOrderMark() {
        if bytes.starts(with: Self.byteOrderMark) { index = Self.byteOrderMark.count }
    }
}
