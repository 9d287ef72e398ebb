/// An offset into the bytes of one line, which advances over expected text.
///
/// The line's memory must outlive the cursor. A text that does not match leaves the offset
/// unchanged.
struct LineCursor {
    private let base: UnsafeRawPointer
    private let count: Int
    private(set) var offset = 0

    /// Traps for a line without memory.
    init(_ line: UnsafeRawBufferPointer) {
        guard let base = line.baseAddress else { preconditionFailure("a cursor in no line") }
        self.base = base
        count = line.count
    }

    /// The byte at the offset; 0 at the end of the line.
    @inline(__always)
    var next: UInt8 { offset < count ? base.load(fromByteOffset: offset, as: UInt8.self) : 0 }

    /// Consumes a text if it stands at the offset.
    ///
    /// For a literal the compiler makes a few comparisons of words.
    @inline(__always)
    mutating func consume(_ text: StaticString) -> Bool {
        let size = text.utf8CodeUnitCount
        guard count - offset >= size else { return false }
        var difference: UInt8 = 0
        for index in 0..<size {
            difference |=
                base.load(fromByteOffset: offset + index, as: UInt8.self) ^ text.utf8Start[index]
        }
        guard difference == 0 else { return false }
        offset += size
        return true
    }

    /// Consumes an integer of at most 18 digits; nil if there is none.
    @inline(__always)
    mutating func consumeInteger() -> Int64? {
        let isNegative = next == UInt8(ascii: "-")
        var index = isNegative ? offset + 1 : offset
        let first = index
        var value: Int64 = 0
        if let digits = eightDigits(at: index) {
            value = digits
            index += 8
        }
        while index < count {
            let digit = base.load(fromByteOffset: index, as: UInt8.self) &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ Int64(digit)
            index += 1
        }
        guard index > first, index - first <= 18 else { return nil }
        offset = index
        return isNegative ? -value : value
    }

    /// The number of which eight digits stand at a place; nil if they are not all digits.
    ///
    /// Neighbours are joined to pairs, fours and eights within one word, which saves the wait for
    /// one digit after the other.
    @inline(__always)
    private func eightDigits(at index: Int) -> Int64? {
        guard index + 8 <= count else { return nil }
        let word = UInt64(
            littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let digits = word ^ 0x3030_3030_3030_3030
        let carries = digits &+ 0x0606_0606_0606_0606
        guard (digits | carries) & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { return nil }
        let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
        return Int64((fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF)
    }

    /// Consumes `size` bytes and returns their address; nil if there are fewer.
    @inline(__always)
    mutating func consume(_ size: Int) -> UnsafeRawPointer? {
        guard count - offset >= size else { return nil }
        defer { offset += size }
        return base + offset
    }

    /// Consumes the rest of a string without escapes, with its closing quote.
    @inline(__always)
    mutating func consumeWord() -> Bool {
        var index = offset
        while index < count {
            let byte = base.load(fromByteOffset: index, as: UInt8.self)
            index += 1
            if byte == UInt8(ascii: "\\") { return false }
            if byte == UInt8(ascii: "\"") {
                offset = index
                return true
            }
        }
        return false
    }

    /// Whether the line ends with a closing brace, here or after more fields.
    @inline(__always)
    var endsAsObject: Bool {
        (next == UInt8(ascii: ",") || next == UInt8(ascii: "}") && offset == count - 1)
            && base.load(fromByteOffset: count - 1, as: UInt8.self) == UInt8(ascii: "}")
    }
}
