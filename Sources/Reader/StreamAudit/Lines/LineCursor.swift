/// An offset into the bytes of one line, which advances over expected text.
///
/// The line's memory must outlive the cursor. A text that does not match leaves the offset
/// unchanged.
struct LineCursor {
    private let base: UnsafeRawPointer
    private let count: Int
    private(set) var offset = 0

    /// Nil for a line without memory.
    init?(_ line: UnsafeRawBufferPointer) {
        guard let base = line.baseAddress else { return nil }
        self.base = base
        count = line.count
    }

    /// The byte at the offset; 0 at the end of the line.
    @inline(__always)
    var next: UInt8 { offset < count ? byte(offset) : 0 }

    /// Consumes a text if it stands at the offset.
    ///
    /// For a literal the compiler makes a few comparisons of words.
    @inline(__always)
    mutating func consume(_ text: StaticString) -> Bool {
        let size = text.utf8CodeUnitCount
        guard count &- offset >= size else { return false }
        let expected = UnsafeRawPointer(text.utf8Start)
        var (index, difference) = (0, 0 as UInt64)
        while index &+ 8 <= size {
            let word = expected.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            difference |= eightBytes(offset &+ index) ^ UInt64(littleEndian: word)
            index &+= 8
        }
        while index < size {
            difference |= UInt64(byte(offset &+ index) ^ text.utf8Start[index])
            index &+= 1
        }
        guard difference == 0 else { return false }
        offset &+= size
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
            let digit = byte(index) &- UInt8(ascii: "0")
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
        let digits = eightBytes(index) ^ 0x3030_3030_3030_3030
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

    /// Consumes the rest of a string and its closing quote; nil for an empty string, a string
    /// without an end, or one with bytes other than printable ASCII without space, "!" and escapes.
    @inline(__always)
    mutating func word() -> Range<Int>? {
        let end = end(
            from: offset, while: { (0x23..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") },
            { word in
                let escape = word ^ Self.each(UInt8(ascii: "\\"))
                return (word &- Self.each(0x23)) & ~word | (escape &- Self.each(1)) & ~escape
                    | (word &+ Self.each(1)) | word
            })
        guard end < count, byte(end) == UInt8(ascii: "\""), end > offset else { return nil }
        defer { offset = end &+ 1 }
        return offset..<end
    }

    /// Consumes an integer of any length; nil without a digit.
    @inline(__always)
    mutating func digits() -> Range<Int>? {
        let first = next == UInt8(ascii: "-") ? offset &+ 1 : offset
        let end = end(from: first, while: { $0 &- UInt8(ascii: "0") < 10 }) { word in
            let value = word ^ Self.each(UInt8(ascii: "0"))
            return (value &+ Self.each(0x80 - 10)) | value
        }
        guard end > first else { return nil }
        defer { offset = end }
        return offset..<end
    }

    /// Where the bytes of a kind end that begin at a place; looks at eight at a time.
    ///
    /// - Parameter ends: sets the highest bit for the first byte of another kind, and for no byte
    ///   before it; the bits behind it may be wrong, as in ``Newline``.
    @inline(__always)
    private func end(
        from start: Int, while isOfKind: (UInt8) -> Bool, _ ends: (UInt64) -> UInt64
    ) -> Int {
        var index = start
        while index &+ 8 <= count {
            let mark = ends(eightBytes(index)) & Self.each(0x80)
            if mark != 0 { return index &+ mark.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < count, isOfKind(byte(index)) { index &+= 1 }
        return index
    }

    @inline(__always)
    private func byte(_ index: Int) -> UInt8 { base.load(fromByteOffset: index, as: UInt8.self) }

    @inline(__always)
    private func eightBytes(_ index: Int) -> UInt64 {
        UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Eight times the same byte.
    @inline(__always)
    private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// Whether the line ends with a closing brace, here or after more fields.
    @inline(__always)
    var endsAsObject: Bool {
        (next == UInt8(ascii: ",") || next == UInt8(ascii: "}") && offset == count - 1)
            && byte(count - 1) == UInt8(ascii: "}")
    }
}
