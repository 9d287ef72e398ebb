/// The scalar values: strings, numbers, and the words of JSON.
extension LineWalk {
    /// The byte at the offset; 0 at the end, which is no byte of JSON.
    @inline(__always)
    var next: UInt8 { offset < count ? base.load(fromByteOffset: offset, as: UInt8.self) : 0 }

    @inline(__always)
    mutating func consume(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    @inline(__always)
    mutating func skipSpace() {
        while next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D { offset += 1 }
    }

    /// Consumes a string of a line that is UTF-8.
    ///
    /// - Returns: whether it is plain: ASCII without escapes.
    mutating func string() throws(Stop) -> Bool {
        offset += 1
        var isPlain = true
        while true {
            switch next {
            case UInt8(ascii: "\""):
                offset += 1
                return isPlain
            case UInt8(ascii: "\\"):
                isPlain = false
                try escape()
            case 0x20..<0x80: offset += 1
            case 0x80...:
                isPlain = false
                offset += 1
            case _: throw .malformed
            }
        }
    }

    private mutating func escape() throws(Stop) {
        offset += 1
        switch next {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 1
        case UInt8(ascii: "u"):
            offset += 1
            try fourHexDigits()
        case _: throw .malformed
        }
    }

    private mutating func fourHexDigits() throws(Stop) {
        var value: UInt32 = 0
        for _ in 0..<4 {
            switch next {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(next & 15)
            case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                value = value << 4 | UInt32(next & 15 + 9)
            case _: throw .malformed
            }
            offset += 1
        }
        // The parser matches halves of surrogate pairs.
        guard Unicode.Scalar(value) != nil else { throw .undecided }
    }

    /// Consumes a number: `-` int frac of RFC 8259, section 6; leaves exponents to the parser.
    mutating func number() throws(Stop) -> LineFields.Form {
        let start = offset
        _ = consume(UInt8(ascii: "-"))
        if consume(UInt8(ascii: "0")) {
            guard !isDigit else { throw .malformed }
        } else {
            try digits()
        }
        var form = LineFields.Form.integer
        if consume(UInt8(ascii: ".")) {
            try digits()
            form = .fraction
        }
        // A double holds every number of at most 300 characters, and none of them becomes zero.
        guard next | 0x20 != UInt8(ascii: "e"), offset - start <= 300 else { throw .undecided }
        return form
    }

    private mutating func digits() throws(Stop) {
        guard isDigit else { throw .malformed }
        while isDigit { offset += 1 }
    }

    @inline(__always)
    private var isDigit: Bool { next &- UInt8(ascii: "0") < 10 }

    mutating func literal(_ word: StaticString) throws(Stop) {
        for index in 0..<word.utf8CodeUnitCount {
            guard consume(word.utf8Start[index]) else { throw .malformed }
        }
    }
}
