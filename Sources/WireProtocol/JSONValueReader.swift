/// Reads JSON (RFC 8259) into values, for the lines of a server: fast, without a place or a reason
/// for what is wrong. O(bytes).
///
/// Refused are, besides what the RFC refuses, numbers beyond the range of a double, halves of
/// surrogate pairs, text that is no UTF-8, and more than ``levelsMax`` levels. Of a name that
/// occurs twice in an object, the first value counts.
struct JSONValueReader {
    let bytes: [UInt8]
    var place = 0
    private var level = 0

    static let levelsMax = 64

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The value that a text is; nil if it is none.
    static func value(of line: some Collection<UInt8>) -> JSONValue? {
        var reader = JSONValueReader(Array(line))
        guard let value = reader.value(), reader.next() == nil, reader.isAtEnd else { return nil }
        return value
    }

    private var isAtEnd: Bool { place == bytes.count }

    /// The byte behind spaces, which stays.
    private mutating func next() -> UInt8? {
        while place < bytes.count {
            switch bytes[place] {
            case 0x20, 0x09, 0x0A, 0x0D: place += 1
            case let byte: return byte
            }
        }
        return nil
    }

    /// Takes a byte behind spaces if it is this one.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next() == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func value() -> JSONValue? {
        switch next() {
        case UInt8(ascii: "{"): nested { $0.object() }
        case UInt8(ascii: "["): nested { $0.array() }
        case UInt8(ascii: "\""): string().map(JSONValue.string)
        case UInt8(ascii: "t"): word("true", .boolean(true))
        case UInt8(ascii: "f"): word("false", .boolean(false))
        case UInt8(ascii: "n"): word("null", .null)
        case _: number().map(JSONValue.number)
        }
    }

    private mutating func nested(_ read: (inout JSONValueReader) -> JSONValue?) -> JSONValue? {
        guard level < Self.levelsMax else { return nil }
        (level, place) = (level + 1, place + 1)
        defer { level -= 1 }
        return read(&self)
    }

    private mutating func object() -> JSONValue? {
        var fields: [String: JSONValue] = [:]
        if take("}") { return .object(fields) }
        while next() == UInt8(ascii: "\""), let name = string(), take(":"), let value = value() {
            if let first = fields.updateValue(value, forKey: name) { fields[name] = first }
            if take("}") { return .object(fields) }
            guard take(",") else { return nil }
        }
        return nil
    }

    private mutating func array() -> JSONValue? {
        var items: [JSONValue] = []
        if take("]") { return .array(items) }
        while let value = value() {
            items.append(value)
            if take("]") { return .array(items) }
            guard take(",") else { return nil }
        }
        return nil
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) -> JSONValue? {
        let end = place + text.utf8CodeUnitCount
        let isThere = text.withUTF8Buffer { word in
            end <= bytes.count && bytes[place..<end].elementsEqual(word)
        }
        guard isThere else { return nil }
        place = end
        return value
    }
}

/// Strings.
extension JSONValueReader {
    /// From the quote on.
    private mutating func string() -> String? {
        place += 1
        let start = place
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                defer { place += 1 }
                return String(validating: bytes[start..<place], as: UTF8.self)
            case UInt8(ascii: "\\"): return escaped(from: start)
            case ..<0x20: return nil
            case _: place += 1
            }
        }
        return nil
    }

    /// A string with escapes, of which the part before the first has been looked at.
    private mutating func escaped(from start: Int) -> String? {
        var text = Array(bytes[start..<place])
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                text += Array(String(Character(scalar)).utf8)
            case ..<0x20: return nil
            case _: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard place < bytes.count else { return nil }
        let byte = bytes[place]
        place += 1
        return switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(byte)
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        case UInt8(ascii: "u"): unicode()
        case _: nil
        }
    }

    private mutating func unicode() -> Unicode.Scalar? {
        guard let first = fourHexDigits() else { return nil }
        guard 0xD800...0xDBFF ~= first else { return Unicode.Scalar(first) }
        guard place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"),
            bytes[place + 1] == UInt8(ascii: "u")
        else { return nil }
        place += 2
        guard let second = fourHexDigits(), 0xDC00...0xDFFF ~= second else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func fourHexDigits() -> UInt32? {
        guard place + 4 <= bytes.count else { return nil }
        defer { place += 4 }
        var value: UInt32 = 0
        for byte in bytes[place..<place + 4] {
            guard byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                return nil
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
