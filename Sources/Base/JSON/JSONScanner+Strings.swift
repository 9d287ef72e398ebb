/// Names and strings.
extension JSONScanner {
    /// Passes over a field's name and returns what it stands for.
    mutating func name() throws(JSONFault) -> String {
        if next == UInt8(ascii: "\"") || isJSON5 && next == UInt8(ascii: "'") {
            return try string()
        }
        guard isJSON5 else { throw fault(.expected(.name)) }
        return try bareName()
    }

    /// Passes over a string and returns what it stands for. Its opening quote is the next byte.
    public mutating func string() throws(JSONFault) -> String {
        let (start, quote) = (index, bytes[index])
        index += 1
        let first = index
        try passPlain(until: quote, from: start)
        if bytes[index] == quote {
            defer { index += 1 }
            return String(decoding: bytes[first..<index], as: UTF8.self)
        }
        return try escapedString(from: start, quote: quote)
    }

    /// Goes on at the first backslash.
    private mutating func escapedString(from start: Int, quote: UInt8) throws(JSONFault) -> String {
        var text = Array(bytes[start + 1..<index])
        while bytes[index] != quote {
            for byte in UTF8.encode(try escape()) ?? UTF8.encodedReplacementCharacter {
                text.append(byte)
            }
            let first = index
            try passPlain(until: quote, from: start)
            text += bytes[first..<index]
        }
        index += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// Passes over plain characters, up to the quote or a backslash, which is the next byte then.
    private mutating func passPlain(until quote: UInt8, from start: Int) throws(JSONFault) {
        while index < bytes.count {
            let byte = bytes[index]
            if byte == quote || byte == UInt8(ascii: "\\") { return }
            switch byte {
            case 0x20..<0x80: index += 1
            case 0x80...: _ = try scalar()
            case 0x0A where isJSON5, 0x0D where isJSON5: throw endless(start)
            case _: throw fault(.controlCharacter(byte))
            }
        }
        throw endless(start)
    }

    /// The fault of an endless string: in JSON5 at its beginning, where the mistake mostly is.
    private func endless(_ start: Int) -> JSONFault {
        fault(.endlessString(start: start), at: isJSON5 ? start : index)
    }

    private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
        let start = index
        index += 1
        guard let kind = next else { throw fault(.unknownEscape, at: start) }
        index += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(kind)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(start)
        case UInt8(ascii: "'") where isJSON5: return "'"
        case UInt8(ascii: "x") where isJSON5: return try scalar(try hexDigits(2, start), start)
        case 0x0A where isJSON5, 0x0D where isJSON5: throw fault(.continuedLine, at: start)
        case _: throw fault(.unknownEscape, at: start)
        }
    }

    /// Reads the digits of `\uXXXX`, and a second escape when the first is half of a pair.
    private mutating func unicodeEscape(_ start: Int) throws(JSONFault) -> Unicode.Scalar {
        let first = try hexDigits(4, start)
        guard 0xD800..<0xE000 ~= first else { return try scalar(first, start) }
        let second = index
        guard first < 0xDC00, consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) else {
            throw fault(.halfSurrogatePair, at: start)
        }
        let low = try hexDigits(4, isJSON5 ? start : second)
        guard 0xDC00..<0xE000 ~= low else { throw fault(.halfSurrogatePair, at: start) }
        return try scalar(0x10000 + (first - 0xD800) << 10 + (low - 0xDC00), start)
    }

    private func scalar(_ value: UInt32, _ start: Int) throws(JSONFault) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(value), !isJSON5 || value != 0 else {
            throw fault(.zeroCharacter, at: start)
        }
        return scalar
    }

    private mutating func hexDigits(_ count: Int, _ start: Int) throws(JSONFault) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let byte = next, let digit = Self.hexDigit(byte) else {
                throw fault(.missingHexDigits(count), at: start)
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    static func hexDigit(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte & 15 }
        let letter = byte | 0x20
        return UInt8(ascii: "a")...UInt8(ascii: "f") ~= letter ? letter & 15 + 9 : nil
    }
}

extension JSONScanner {
    /// Passes over one scalar, which must be there and be UTF-8 by table 3-7 of the Unicode
    /// Standard.
    mutating func scalar() throws(JSONFault) -> Unicode.Scalar {
        let first = bytes[index]
        if first < 0x80 {
            index += 1
            return Unicode.Scalar(first)
        }
        let (count, second) = Self.wellFormed(first)
        guard count > 0, index + count <= bytes.count, second.contains(bytes[index + 1]) else {
            throw fault(.notUTF8)
        }
        var value = UInt32(first & (0x7F >> UInt8(count)))
        for byte in bytes[index + 1..<index + count] {
            guard byte & 0xC0 == 0x80 else { throw fault(.notUTF8) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        guard let scalar = Unicode.Scalar(value) else { throw fault(.notUTF8) }
        index += count
        return scalar
    }

    /// The bytes of a character by its first one, and the range of its second; 0 for a wrong first.
    private static func wellFormed(_ first: UInt8) -> (count: Int, second: ClosedRange<UInt8>) {
        switch first {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        case _: (0, 0x80...0xBF)
        }
    }
}
