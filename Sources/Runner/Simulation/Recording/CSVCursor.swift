/// A position in the bytes of comma-separated values. It moves forward, cell by cell.
struct CSVCursor {
    private let bytes: [UInt8]
    private(set) var position = 0
    /// Counted from 1.
    private(set) var line = 1
    private var lineStart = 0

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The first cell of `bytes`, after a byte order mark.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.starts(with: Self.byteOrderMark) else { return }
        position = Self.byteOrderMark.count
        lineStart = position
    }

    var remaining: Int { bytes.count - position }

    /// The column of `position` counted from 1, in bytes.
    func column(of position: Int) -> Int { position - lineStart + 1 }

    /// The bytes of the cell that begins at `start`.
    func cell(from start: Int) -> ArraySlice<UInt8> {
        var end = start
        while let byte = byte(end), byte != UInt8(ascii: ","), lineEndLength(at: end) == 0 {
            end += 1
        }
        return bytes[start..<end]
    }

    var isAtCellEnd: Bool { byte(position) == UInt8(ascii: ",") || isAtLineEnd }

    var isAtLineEnd: Bool { lineEndLength(at: position) > 0 || position == bytes.count }

    /// Whether nothing but line ends is left.
    var isAtEndOfRows: Bool {
        var index = position
        while case let length = lineEndLength(at: index), length > 0 { index += length }
        return index == bytes.count
    }

    /// Moves behind the next byte if that is `wanted`; otherwise returns false and stays.
    mutating func skip(_ wanted: Unicode.Scalar) -> Bool {
        guard byte(position) == UInt8(ascii: wanted) else { return false }
        position += 1
        return true
    }

    mutating func skipCell() { position = cell(from: position).endIndex }

    mutating func skipLineEnd() {
        let length = lineEndLength(at: position)
        guard length > 0 else { return }
        position += length
        line += 1
        lineStart = position
    }

    /// Appends the digits that follow to `units` and returns their number. Too many digits wrap
    /// around; the caller limits their number.
    mutating func readDigits(_ units: inout Int64) -> Int {
        let start = position
        while let byte = byte(position), case let digit = byte &- UInt8(ascii: "0"), digit < 10 {
            units = units &* 10 &+ Int64(digit)
            position += 1
        }
        return position - start
    }

    private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private func lineEndLength(at index: Int) -> Int {
        switch byte(index) {
        case UInt8(ascii: "\n"): 1
        case UInt8(ascii: "\r") where byte(index + 1) == UInt8(ascii: "\n"): 2
        case _: 0
        }
    }
}
