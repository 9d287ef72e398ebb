import PlainText

/// Holds a text against the JSON5 specification 1.0.0, and more strictly.
///
/// The decoder after it names no place, keeps the first of two fields of one name, reads some texts
/// in another sense than the specification and traps at others (`1e+`, some names that are not
/// UTF-8). What both do not read in one sense is refused here with a remedy: names with escapes,
/// strings that go on in the next line, escapes other than `\" \' \\ \/ \b \f \n \r \t \xHH
/// \uHHHH`, the character zero, control characters in strings, white space beyond ASCII, numbers
/// that are not finite or that no double can hold, a zero with an exponent. Also refused: a top
/// level that is not an object, names that occur twice in one object, texts that are not UTF-8, and
/// more levels than ``depthLimit``.
struct JSON5Scanner {
    /// No configuration needs more than three; it also bounds the recursion.
    static let depthLimit = 16

    let bytes: ArraySlice<UInt8>
    /// The next byte.
    var index: Int
    private var depth = 0
    private var places: PlaceFinder

    private init(_ text: ArraySlice<UInt8>) {
        bytes = text
        index = text.startIndex
        places = PlaceFinder(text)
    }

    /// Throws where the text stops being one object. Linear in the length of the text.
    ///
    /// - Parameter text: without a byte order mark.
    static func outline(_ text: ArraySlice<UInt8>) throws(JSON5Fault) -> JSON5Outline {
        var scanner = JSON5Scanner(text)
        try scanner.skipSpace()
        guard scanner.next == UInt8(ascii: "{") else {
            throw scanner.unexpected("an object", "write { first; {} alone means all defaults")
        }
        let outline = try scanner.value()
        try scanner.skipSpace()
        guard scanner.next == nil else {
            throw scanner.unexpected("the end of the file", "remove what follows the object")
        }
        return outline
    }

    private mutating func value() throws(JSON5Fault) -> JSON5Outline {
        JSON5Outline(place: place(of: index), kind: try kind())
    }

    private mutating func kind() throws(JSON5Fault) -> JSON5Outline.Kind {
        switch next {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            _ = try string()
            return .string
        case let byte? where Self.startsNumber(byte):
            try number()
            return .number
        case let byte? where Self.isLetter(byte): return try word()
        default:
            throw unexpected("a value", "write a number, a text in quotes, true, false, [ or {")
        }
    }

    private mutating func object() throws(JSON5Fault) -> [JSON5Outline.Field] {
        try enter()
        var fields: [JSON5Outline.Field] = []
        var names: Set<String> = []
        while next != UInt8(ascii: "}") {
            let field = try field(unlike: &names)
            fields.append(field)
            guard try comma(or: UInt8(ascii: "}"), after: "value of \(field.name)") else { break }
        }
        leave()
        return fields
    }

    private mutating func field(
        unlike names: inout Set<String>
    ) throws(JSON5Fault) -> JSON5Outline.Field {
        let start = index
        let name = try name()
        let place = place(of: start)
        guard names.insert(name).inserted else {
            throw JSON5Fault(
                place, "\(name.quoted) occurs twice in one object", "keep one of them")
        }
        try skipSpace()
        guard take(UInt8(ascii: ":")) else {
            throw unexpected("a colon after the name", "write name: value")
        }
        try skipSpace()
        return JSON5Outline.Field(name: name, namePlace: place, value: try value())
    }

    private mutating func array() throws(JSON5Fault) -> [JSON5Outline] {
        try enter()
        var items: [JSON5Outline] = []
        while next != UInt8(ascii: "]") {
            items.append(try value())
            guard try comma(or: UInt8(ascii: "]"), after: "element") else { break }
        }
        leave()
        return items
    }

    /// Passes over a comma and returns true, or stays before `end`; a comma may also come last.
    private mutating func comma(or end: UInt8, after what: String) throws(JSON5Fault) -> Bool {
        try skipSpace()
        guard next != end else { return false }
        guard take(UInt8(ascii: ",")) else {
            throw unexpected(
                "a comma or \(Unicode.Scalar(end)) after the \(what)", "separate with commas")
        }
        try skipSpace()
        return true
    }

    private mutating func enter() throws(JSON5Fault) {
        depth += 1
        guard depth <= Self.depthLimit else {
            throw fault("objects and lists lie more than \(Self.depthLimit) deep", "nest fewer")
        }
        index += 1
        try skipSpace()
    }

    /// Passes over the closing bracket, which is there.
    private mutating func leave() {
        depth -= 1
        index += 1
    }

    private mutating func word() throws(JSON5Fault) -> JSON5Outline.Kind {
        let start = index
        while let byte = next, Self.isLetter(byte) || Self.isDigit(byte) { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        switch text {
        case "true", "false": return .boolean
        case "null": return .null
        case "NaN", "Infinity": throw notFinite(at: start)
        default:
            throw fault(
                "\(text.quoted) is no value", "put a text in quotes", at: start)
        }
    }
}

extension JSON5Scanner {
    var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    mutating func place(of index: Int) -> TextPlace { places.place(of: index) }

    mutating func fault(
        _ reason: String, _ suggestion: String, at start: Int? = nil
    ) -> JSON5Fault {
        JSON5Fault(place(of: start ?? index), reason, suggestion)
    }

    /// The fault of what stands here instead of something else.
    mutating func unexpected(_ expected: String, _ suggestion: String) -> JSON5Fault {
        fault("\(expected) is expected here, \(found)", suggestion)
    }

    private var found: String {
        guard let next else { return "but the file ends" }
        let isPrintable = (0x21...0x7E).contains(next)
        return "not " + (isPrintable ? "\(Unicode.Scalar(next))" : "the byte \(next)")
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
