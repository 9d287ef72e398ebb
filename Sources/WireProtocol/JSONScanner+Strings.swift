extension JSONScanner {
    /// Passes over a string and returns what it stands for.
    mutating func string() throws(JSONFault) -> String {
        let start = index
        index += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += UTF8.encode(try escape()).map { Array($0) } ?? []
            case 0x00..<0x20:
                throw fault("The control character \(byte) must be written as an escape", at: index)
            case 0x20..<0x80:
                text.append(byte)
                index += 1
            default: text += try multibyte()
            }
        }
        let column = start - bytes.startIndex + 1
        throw fault("The string that starts in column \(column) has no end", at: index)
    }

    private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
        let start = index
        index += 1
        let kind = next
        index += 1
        switch kind {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(start)
        default:
            throw fault("A backslash must be followed by one of \"\\/bfnrtu", at: start)
        }
    }

    /// Reads the digits of `\uXXXX`, and a second escape when the first is half of a pair.
    private mutating func unicodeEscape(_ start: Int) throws(JSONFault) -> Unicode.Scalar {
        let first = try fourHexDigits(start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw fault("The escape is half of a surrogate pair", at: start)
        }
        let second = try fourHexDigits(index - 2)
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw fault("The escape is half of a surrogate pair", at: start) }
        return scalar
    }

    private mutating func fourHexDigits(_ start: Int) throws(JSONFault) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
                byte < 0x80
            else { throw fault("\\u must be followed by four hexadecimal digits", at: start) }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    /// Passes over one scalar of two to four bytes, by table 3-7 of the Unicode Standard.
    private mutating func multibyte() throws(JSONFault) -> ArraySlice<UInt8> {
        let start = index
        let (count, second) = Self.wellFormed(bytes[start])
        index += count
        guard count > 0, index <= bytes.endIndex, second.contains(bytes[start + 1]),
            bytes[(start + 2)..<index].allSatisfy({ $0 & 0xC0 == 0x80 })
        else { throw fault("The bytes are not UTF-8", at: start) }
        return bytes[start..<index]
    }

    /// How many bytes follow from the first one, and what the second may be; 0 for a wrong first.
    private static func wellFormed(_ first: UInt8) -> (count: Int, second: ClosedRange<UInt8>) {
        switch first {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: (0, 0x80...0xBF)
        }
    }
}
