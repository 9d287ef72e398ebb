/// The offsets of the fields that all numbered lines share.
///
/// A relay looks at these fields of every line and at no other: the bytes after the anchor are
/// copied unchanged.
package struct LineHead: Hashable, Sendable {
    package let type: Range<Int>
    package let session: Range<Int>
    package let number: Range<Int>
    package let time: Range<Int>
    /// The clock fields with the comma before each; empty in a line without any.
    package let clock: Range<Int>
    package let anchor: AnchorText
    package let anchorPlaces: Range<Int>

    /// Reads the fields in the order in which a daemon writes them, for a subscription without a
    /// name:
    /// `{"type":"…","session":"…","n":1,"t":"…","due_us":1,"late_us":1,"anchor":"…"`.
    ///
    /// Nil for a line that begins differently, such as a line without a number. Cost: linear in the
    /// bytes up to the anchor.
    package init?(_ line: UnsafeRawBufferPointer) {
        guard var cursor = HeadCursor(line), cursor.consume(#"{"type":""#),
            let type = cursor.word(), cursor.consume(#","session":""#),
            let session = cursor.word(), cursor.consume(#","n":"#),
            let number = cursor.digits(), cursor.consume(#","t":""#), let time = cursor.word()
        else { return nil }
        let start = cursor.offset
        if cursor.consume(#","due_us":"#), cursor.digits() == nil { return nil }
        if cursor.consume(#","late_us":"#), cursor.digits() == nil { return nil }
        clock = start..<cursor.offset
        guard cursor.consume(#","anchor":""#), let anchor = cursor.word(),
            let text = AnchorText(line, anchor)
        else { return nil }
        (self.type, self.session, self.number, self.time) = (type, session, number, time)
        (self.anchor, anchorPlaces) = (text, anchor)
    }
}

/// An offset into the bytes of one line, which advances over the text at that place.
///
/// The line's memory must outlive the cursor.
private struct HeadCursor {
    private let base: UnsafeRawPointer
    private let count: Int
    private(set) var offset = 0

    init?(_ line: UnsafeRawBufferPointer) {
        guard let base = line.baseAddress else { return nil }
        self.base = base
        count = line.count
    }

    @inline(__always)
    private func byte(_ index: Int) -> UInt8 { base.load(fromByteOffset: index, as: UInt8.self) }

    /// Passes over a text if it stands at the offset.
    @inline(__always)
    mutating func consume(_ text: StaticString) -> Bool {
        let size = text.utf8CodeUnitCount
        guard count &- offset >= size, stands(text, size) else { return false }
        offset &+= size
        return true
    }

    @inline(__always)
    private func stands(_ text: StaticString, _ size: Int) -> Bool {
        let (here, there) = (base + offset, UnsafeRawPointer(text.utf8Start))
        var (index, difference) = (0, 0 as UInt64)
        while index &+ 8 <= size {
            difference |=
                here.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                ^ there.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        while index < size {
            difference |= UInt64(byte(offset &+ index) ^ text.utf8Start[index])
            index &+= 1
        }
        return difference == 0
    }

    /// Passes over the rest of a string and its closing quote; nil for an empty string, a string
    /// without an end, or one with bytes other than printable ASCII without "!" and escapes.
    @inline(__always)
    mutating func word() -> Range<Int>? {
        let start = offset
        pass(while: { (0x23..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") }) { word in
            let escape = word ^ Self.each(UInt8(ascii: "\\"))
            return (word &- Self.each(0x23)) & ~word | (escape &- Self.each(1)) & ~escape
                | (word &+ Self.each(1)) | word
        }
        let end = offset
        guard end < count, byte(end) == UInt8(ascii: "\""), end > start else { return nil }
        offset = end &+ 1
        return start..<end
    }

    /// Passes over an integer; nil without a digit.
    @inline(__always)
    mutating func digits() -> Range<Int>? {
        let start = offset
        if offset < count, byte(offset) == UInt8(ascii: "-") { offset &+= 1 }
        let first = offset
        pass(while: { $0 &- UInt8(ascii: "0") < 10 }) { word in
            let value = word ^ Self.each(UInt8(ascii: "0"))
            return (value &+ Self.each(0x80 - 10)) | value
        }
        return offset > first ? start..<offset : nil
    }

    /// Passes over bytes of a kind, eight at a time.
    ///
    /// - Parameter ends: sets the highest bit for the first byte of another kind, and for no byte
    ///   before it; the bits behind it may be wrong, as in ``Newline``.
    @inline(__always)
    private mutating func pass(
        while isOfKind: (UInt8) -> Bool, _ ends: (UInt64) -> UInt64
    ) {
        while offset &+ 8 <= count {
            let word = UInt64(
                littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let mark = ends(word) & Self.each(0x80)
            guard mark == 0 else {
                offset &+= mark.trailingZeroBitCount / 8
                return
            }
            offset &+= 8
        }
        while offset < count, isOfKind(byte(offset)) { offset &+= 1 }
    }

    @inline(__always)
    private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
