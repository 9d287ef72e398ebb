/// Holds one request line against RFC 8259, more strictly than the decoder after it.
///
/// Refused as well: a top level that is not an object, names that occur twice in one object,
/// numbers beyond the range of a double, halves of surrogate pairs, and more levels than
/// ``ProtocolLimits/jsonDepth``, which also bounds the recursion.
public struct JSONScanner {
    let bytes: ArraySlice<UInt8>
    /// The next byte.
    var index: Int
    private var depth = 0

    private init(_ line: ArraySlice<UInt8>) {
        bytes = line
        index = line.startIndex
    }

    /// Throws where the line stops being one JSON object. Linear in the length of the line.
    public static func check(_ line: ArraySlice<UInt8>) throws(JSONFault) {
        var scanner = JSONScanner(line)
        scanner.skipSpace()
        guard scanner.next == UInt8(ascii: "{") else {
            throw scanner.fault("A request is a JSON object and starts with {")
        }
        try scanner.value()
        scanner.skipSpace()
        guard scanner.next == nil else {
            throw scanner.fault("Nothing may follow the object")
        }
    }

    private mutating func value() throws(JSONFault) {
        switch next {
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try array()
        case UInt8(ascii: "\""): _ = try string()
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): try number()
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        default: throw fault("A value is expected here")
        }
    }

    private mutating func object() throws(JSONFault) {
        try enter()
        if take(UInt8(ascii: "}")) { return leave() }
        var names: Set<String> = []
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else {
                throw fault("A field name in double quotes is expected here")
            }
            let start = index
            let name = try string()
            guard names.insert(name).inserted else {
                throw fault("\(Excerpt.quoted(name)) occurs twice in one object", at: start)
            }
            skipSpace()
            guard take(UInt8(ascii: ":")) else {
                throw fault("A colon is expected here, after the field name")
            }
            try element()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else {
            throw fault("A comma or } is expected here, after the field's value")
        }
        leave()
    }

    private mutating func array() throws(JSONFault) {
        try enter()
        if take(UInt8(ascii: "]")) { return leave() }
        repeat { try element() } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else {
            throw fault("A comma or ] is expected here, after the element")
        }
        leave()
    }

    private mutating func element() throws(JSONFault) {
        skipSpace()
        try value()
        skipSpace()
    }

    private mutating func enter() throws(JSONFault) {
        depth += 1
        guard depth <= ProtocolLimits.jsonDepth else {
            throw fault("Objects and arrays lie more than \(ProtocolLimits.jsonDepth) deep")
        }
        index += 1
        skipSpace()
    }

    private mutating func leave() { depth -= 1 }

    private mutating func literal(_ word: StaticString) throws(JSONFault) {
        let start = index
        for place in 0..<word.utf8CodeUnitCount {
            guard take(word.utf8Start[place]) else {
                throw fault("A value is expected here; did you mean \(word)?", at: start)
            }
        }
    }
}

extension JSONScanner {
    var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            index += 1
        }
    }

    /// The fault of the next byte, which the sentence goes on to name.
    func fault(_ expectation: String) -> JSONFault {
        JSONFault(column: column(index), reason: "\(expectation), \(found).")
    }

    /// The fault of the byte at `place`, where the sentence says everything.
    func fault(_ sentence: String, at place: Int) -> JSONFault {
        JSONFault(
            column: column(place), reason: sentence.hasSuffix("?") ? sentence : sentence + ".")
    }

    private func column(_ place: Int) -> Int { place - bytes.startIndex + 1 }

    private var found: String {
        guard let next else { return "but the line ends" }
        let isPrintable = (0x21...0x7E).contains(next)
        return "not " + (isPrintable ? "\(Unicode.Scalar(next))" : "the byte \(next)")
    }
}
