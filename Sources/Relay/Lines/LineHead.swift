/// Where the fields that all numbered lines share stand in a line, as offsets into its bytes.
///
/// A relay looks at these fields of every line and at nothing else: what follows the anchor is
/// copied as it is.
package struct LineHead: Hashable, Sendable {
    package let type: Range<Int>
    package let session: Range<Int>
    package let number: Range<Int>
    package let time: Range<Int>
    /// The clock fields with the comma before each; empty in a line without any.
    package let clock: Range<Int>
    package let anchor: AnchorText

    /// Reads the fields in the order in which a daemon writes them, those of a subscription without
    /// a name:
    /// `{"type":"…","session":"…","n":1,"t":"…","due_us":1,"late_us":1,"anchor":"…"`.
    ///
    /// Nil for a line that begins otherwise, such as one without a number. Cost: linear in the
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
        self.anchor = text
    }
}

/// An offset into the bytes of one line, which advances over what is there.
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

    /// Passes over a text if it stands here.
    @inline(__always)
    mutating func consume(_ text: StaticString) -> Bool {
        let size = text.utf8CodeUnitCount
        guard count - offset >= size else { return false }
        var difference: UInt8 = 0
        for index in 0..<size { difference |= byte(offset + index) ^ text.utf8Start[index] }
        guard difference == 0 else { return false }
        offset += size
        return true
    }

    /// Passes over the rest of a string and its closing quote; nil for an empty one, for one that
    /// does not end, and for one that is more than printable ASCII without escapes.
    @inline(__always)
    mutating func word() -> Range<Int>? {
        let start = offset
        while offset < count {
            let byte = byte(offset)
            if byte == UInt8(ascii: "\"") {
                offset += 1
                return offset - 1 > start ? start..<offset - 1 : nil
            }
            guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\\") else { return nil }
            offset += 1
        }
        return nil
    }

    /// Passes over an integer; nil without a digit.
    @inline(__always)
    mutating func digits() -> Range<Int>? {
        let start = offset
        if offset < count, byte(offset) == UInt8(ascii: "-") { offset += 1 }
        let first = offset
        while offset < count, byte(offset) &- UInt8(ascii: "0") < 10 { offset += 1 }
        return offset > first ? start..<offset : nil
    }
}
