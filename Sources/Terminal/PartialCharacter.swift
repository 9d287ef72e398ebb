/// A character of several bytes of UTF-8 (RFC 3629) of which some have come.
struct PartialCharacter {
    enum Progress {
        case more
        case done(Unicode.Scalar)
        /// The byte belongs to something else.
        case broken
    }

    private var value: UInt32
    private var missing: Int
    /// What the next byte may be; the second byte has fewer choices, against long forms,
    /// surrogates and what lies beyond Unicode.
    private var allowed: ClosedRange<UInt8>

    /// Nil unless `byte` begins a character of several bytes.
    init?(first byte: UInt8) {
        switch byte {
        case 0xC2...0xDF: (value, missing) = (UInt32(byte & 0x1F), 1)
        case 0xE0...0xEF: (value, missing) = (UInt32(byte & 0x0F), 2)
        case 0xF0...0xF4: (value, missing) = (UInt32(byte & 0x07), 3)
        case _: return nil
        }
        allowed =
            switch byte {
            case 0xE0: 0xA0...0xBF
            case 0xED: 0x80...0x9F
            case 0xF0: 0x90...0xBF
            case 0xF4: 0x80...0x8F
            case _: 0x80...0xBF
            }
    }

    mutating func take(_ byte: UInt8) -> Progress {
        guard allowed.contains(byte) else { return .broken }
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        allowed = 0x80...0xBF
        guard missing == 0 else { return .more }
        return Unicode.Scalar(value).map(Progress.done) ?? .broken
    }
}
