/// A position in a document, and the smallest things that stand in one. It moves forward.
struct XMLCursor {
    let source: XMLSource
    var position = 0

    private static let nameLimit = 128

    init(_ source: XMLSource) { self.source = source }

    var isAtEnd: Bool { position >= source.bytes.count }

    /// The byte here; nil at the end.
    var byte: UInt8? { isAtEnd ? nil : source.bytes[position] }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    func fault(_ reason: XMLFault, at position: Int) -> ActivityFault {
        ActivityFault.xml(reason, at: source.offset(of: position))
    }

    var cutShort: ActivityFault { fault(.cutShort, at: source.bytes.count) }

    mutating func skipSpace() {
        while let byte, Self.isSpace(byte) { position += 1 }
    }

    /// Moves behind `text` if that stands here.
    mutating func skip(_ text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        guard end <= source.bytes.count, text.equals(source.bytes[position..<end]) else {
            return false
        }
        position = end
        return true
    }

    /// Moves behind the next `text`, and gives what stands before it.
    mutating func skipUntil(_ text: StaticString) throws(ActivityFault) -> Range<Int> {
        let start = position
        while !isAtEnd {
            let end = position
            if skip(text) { return start..<end }
            try check(source.bytes[position])
            position += 1
        }
        throw cutShort
    }

    /// The bytes of a name, with its prefix.
    mutating func name() throws(ActivityFault) -> Range<Int> {
        let start = position
        while let byte, Self.isOfName(byte) { position += 1 }
        guard !isAtEnd else { throw cutShort }
        guard position - start <= Self.nameLimit else {
            throw fault(.longName(Self.nameLimit), at: start)
        }
        return start..<position
    }

    /// The part of a name behind its prefix.
    func local(_ name: Range<Int>) -> ArraySlice<UInt8> {
        let bytes = source.bytes[name]
        guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")) else { return bytes }
        return bytes[(colon + 1)...]
    }

    /// Refuses a byte that no document may hold, at the position.
    func check(_ byte: UInt8) throws(ActivityFault) {
        guard byte >= 0x20 || Self.isSpace(byte) else {
            throw fault(.control(byte), at: position)
        }
    }

    /// Letters, digits, marks and all beyond ASCII: what else may not begin a name is let through.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), 0x80...:
            true
        case _: false
        }
    }
}

extension XMLCursor {
    /// The character that the reference here stands for, which begins with `&`.
    mutating func reference() throws(ActivityFault) -> Unicode.Scalar {
        let start = position
        position += 1
        let end = source.bytes[position...].prefix(Self.longestReference)
            .firstIndex(of: UInt8(ascii: ";"))
        guard let end else {
            let isCut = position + Self.longestReference > source.bytes.count
            throw isCut && !source.bytes[position...].contains(where: Self.isSpace)
                ? cutShort : fault(.entity, at: start)
        }
        let inner = source.bytes[position..<end]
        guard let scalar = Self.entity(inner) ?? Self.character(inner) else {
            throw fault(.entity, at: start)
        }
        position = end + 1
        return scalar
    }

    /// Bytes behind `&`, enough for `#x0010FFFF;`.
    private static let longestReference = 12

    private static func entity(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let entities: [(StaticString, Unicode.Scalar)] = [
            ("lt", "<"), ("gt", ">"), ("amp", "&"), ("quot", "\""), ("apos", "'"),
        ]
        return entities.first { $0.0.equals(name) }?.1
    }

    /// `#65` or `#x41`, of a character that a document may hold.
    private static func character(_ text: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard text.first == UInt8(ascii: "#") else { return nil }
        let isHexadecimal = text.dropFirst().first == UInt8(ascii: "x")
        let digits = text.dropFirst(isHexadecimal ? 2 : 1)
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for byte in digits {
            guard let digit = digit(byte), digit < (isHexadecimal ? 16 : 10),
                value < 1 << 24
            else { return nil }
            value = value * (isHexadecimal ? 16 : 10) + digit
        }
        guard let scalar = Unicode.Scalar(value) else { return nil }
        switch scalar {
        case "\t", "\n", "\r", " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}",
            "\u{10000}"..."\u{10FFFF}":
            return scalar
        case _: return nil
        }
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
        case _: nil
        }
    }
}

extension StaticString {
    /// Whether it is made of these bytes.
    func equals(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count == utf8CodeUnitCount else { return false }
        return withUTF8Buffer { $0.elementsEqual(bytes) }
    }
}
