extension JSON5Scanner {
    /// Passes over a field's name and returns it.
    mutating func name() throws(JSON5Fault) -> String {
        if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") { return try string() }
        let start = index
        var name = String.UnicodeScalarView()
        while next != nil {
            let place = index
            let scalar = try scalar()
            guard name.isEmpty ? Self.startsName(scalar) : Self.continuesName(scalar) else {
                index = place
                break
            }
            name.append(scalar)
        }
        guard index > start else {
            throw unexpected("a name", "write name: value, and put other names in quotes")
        }
        return String(name)
    }

    /// As ECMAScript 5.1, section 7.6, without escapes.
    private static func startsName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .letterNumber:
            true
        case _: scalar == "$" || scalar == "_"
        }
    }

    private static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: true
        case _: startsName(scalar) || scalar == "\u{200C}" || scalar == "\u{200D}"
        }
    }

    /// Passes over a string in quotes of either kind and returns what it stands for.
    mutating func string() throws(JSON5Fault) -> String {
        let start = index
        let quote = next
        index += 1
        var text = String.UnicodeScalarView()
        while let byte = next {
            switch byte {
            case quote:
                index += 1
                return String(text)
            case UInt8(ascii: "\\"): text.append(try escape())
            case 0x0A, 0x0D: throw endless(start)
            case 0x00..<0x20:
                throw fault("the control character \(byte) stands in a text", "write \\t or \\n")
            default: text.append(try scalar())
            }
        }
        throw endless(start)
    }

    private mutating func endless(_ start: Int) -> JSON5Fault {
        fault("the text has no end in its line", "close it with the quote it began with", at: start)
    }

    private mutating func escape() throws(JSON5Fault) -> Unicode.Scalar {
        let start = index
        index += 1
        let kind = next
        index += kind == nil ? 0 : 1
        switch kind {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "'"): return "'"
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "x"): return try scalar(ofDigits: 2, start)
        case UInt8(ascii: "u"): return try unicodeEscape(start)
        case 0x0A, 0x0D:
            throw fault(
                "a text that goes on in the next line is not read", "write it in one line",
                at: start)
        default:
            throw fault(
                "a backslash must be followed by one of \"'\\/bfnrtux",
                "write \\\\ for a backslash",
                at: start)
        }
    }

    /// Reads the digits of `\uXXXX`, and a second escape when the first is half of a pair.
    private mutating func unicodeEscape(_ start: Int) throws(JSON5Fault) -> Unicode.Scalar {
        let first = try hexDigits(4, start)
        guard (0xD800..<0xE000).contains(first) else { return try scalar(first, start) }
        guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw halfPair(start)
        }
        let second = try hexDigits(4, start)
        guard (0xDC00..<0xE000).contains(second) else { throw halfPair(start) }
        return try scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), start)
    }

    private mutating func halfPair(_ start: Int) -> JSON5Fault {
        fault("the escape is half of a surrogate pair", "write the character itself", at: start)
    }

    private mutating func scalar(
        ofDigits count: Int, _ start: Int
    ) throws(JSON5Fault) -> Unicode.Scalar {
        try scalar(try hexDigits(count, start), start)
    }

    private mutating func scalar(
        _ value: UInt32, _ start: Int
    ) throws(JSON5Fault) -> Unicode.Scalar {
        guard value != 0, let scalar = Unicode.Scalar(value) else {
            throw fault("the character zero stands in a text", "remove it", at: start)
        }
        return scalar
    }

    private mutating func hexDigits(_ count: Int, _ start: Int) throws(JSON5Fault) -> UInt32 {
        let digits = bytes[index...].prefix(count)
        guard digits.count == count, digits.allSatisfy(Self.isHexDigit),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else {
            throw fault(
                "the escape needs \(count) hexadecimal digits", "write such as \\x41 or \\u0041",
                at: start)
        }
        index += count
        return value
    }
}
