/// A place in a text, as editors count: line and character, both from 1.
package struct TextPlace: Comparable, Hashable, Sendable, CustomStringConvertible {
    package let line: Int
    /// In Unicode scalars.
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }

    package var description: String { "\(line):\(column)" }
}

/// Finds the places of bytes, fastest in ascending order: then all together take one pass.
struct PlaceFinder {
    private let bytes: ArraySlice<UInt8>
    private var index: Int
    private var line = 1
    private var column = 1

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    /// A line ends with LF, CRLF or CR. Traps outside `startIndex...endIndex`.
    mutating func place(of target: Int) -> TextPlace {
        precondition((bytes.startIndex...bytes.endIndex).contains(target), "no byte \(target)")
        if target < index { self = PlaceFinder(bytes) }
        while index < target { step() }
        return TextPlace(line: line, column: column)
    }

    private mutating func step() {
        let byte = bytes[index]
        index += 1
        let isBeforeLineFeed = index < bytes.endIndex && bytes[index] == UInt8(ascii: "\n")
        if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && !isBeforeLineFeed {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }
}
