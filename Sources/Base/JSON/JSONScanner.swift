/// Reads one JSON text from its first byte to its last: the only grammar of JSON in the project.
///
/// The scanner consumes values and says where each begins; the caller builds what it needs of
/// them. No byte makes it trap, and it recurses no deeper than ``depthLimit``. Everything is linear
/// in the bytes.
public struct JSONScanner {
    public enum Dialect: Hashable, Sendable {
        /// RFC 8259. Refused as well: names that occur twice in an object, numbers that no double
        /// can hold, halves of surrogate pairs, text that is not UTF-8.
        case strict
        /// As ``strict``, but a name may occur twice, and a number too close to zero is zero.
        case lenient
        /// The JSON5 specification 1.0.0, as far as its readers agree. Refused as well: what
        /// ``strict`` refuses, names with escapes, strings that go on in the next line, escapes
        /// other than `\" \' \\ \/ \b \f \n \r \t \xHH \uHHHH`, the character zero, control
        /// characters in strings, white space beyond ASCII, a zero with an exponent.
        case json5
    }

    let bytes: UnsafeBufferPointer<UInt8>
    /// The offset of the next byte.
    public internal(set) var index = 0
    let dialect: Dialect
    /// The most objects and arrays that may lie in each other.
    let depthLimit: Int
    private var depth = 0

    /// - Parameter bytes: must stay where they are as long as the scanner is used.
    public init(_ bytes: UnsafeBufferPointer<UInt8>, _ dialect: Dialect, depthLimit: Int) {
        self.bytes = bytes
        self.dialect = dialect
        self.depthLimit = depthLimit
    }

    /// Reads a whole text: `value` passes over its one value and returns what it makes of it.
    public mutating func text<Value>(
        _ value: (inout JSONScanner) throws(JSONFault) -> Value
    ) throws(JSONFault) -> Value {
        try skipSpace()
        let value = try value(&self)
        try skipSpace()
        guard next == nil else { throw fault(.expected(.end)) }
        return value
    }

    /// What a value is, as its first byte tells.
    public enum Kind {
        case object, array, string, number
        /// `true`, `false` or `null`.
        case word
    }

    /// The kind of the value that begins here.
    public func kind() throws(JSONFault) -> Kind {
        switch next {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "-"): .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): .word
        case UInt8(ascii: "'") where isJSON5: .string
        case UInt8(ascii: "+") where isJSON5, UInt8(ascii: ".") where isJSON5: .number
        case let byte? where Self.isDigit(byte): .number
        case let byte? where isJSON5 && Self.isLetter(byte): .word
        case _: throw fault(.expected(.value))
        }
    }

    /// Passes over an object.
    ///
    /// - Parameter field: is called at the value of each field with its name and the byte where
    ///   the name begins, and passes over the value.
    public mutating func object(
        _ field: (inout JSONScanner, String, Int) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        try enter()
        var names: Set<String> = []
        var mayEnd = true
        while !(mayEnd && next == UInt8(ascii: "}")) {
            let start = index
            let name = try name()
            if dialect != .lenient, !names.insert(name).inserted {
                throw fault(.repeatedName(name), at: start)
            }
            try skipSpace()
            guard consume(UInt8(ascii: ":")) else { throw fault(.expected(.colon)) }
            try skipSpace()
            try field(&self, name, start)
            try skipSpace()
            if next == UInt8(ascii: "}") { break }
            guard consume(UInt8(ascii: ",")) else {
                throw fault(.expected(.commaOrBrace(after: name)))
            }
            try skipSpace()
            mayEnd = isJSON5
        }
        leave()
    }

    /// Passes over an array.
    ///
    /// - Parameter element: is called at each value, and passes over it.
    public mutating func array(
        _ element: (inout JSONScanner) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        try enter()
        var mayEnd = true
        while !(mayEnd && next == UInt8(ascii: "]")) {
            try element(&self)
            try skipSpace()
            if next == UInt8(ascii: "]") { break }
            guard consume(UInt8(ascii: ",")) else { throw fault(.expected(.commaOrBracket)) }
            try skipSpace()
            mayEnd = isJSON5
        }
        leave()
    }

    /// Passes over the opening bracket.
    private mutating func enter() throws(JSONFault) {
        depth += 1
        guard depth <= depthLimit else { throw fault(.tooDeep(depthLimit)) }
        index += 1
        try skipSpace()
    }

    /// Passes over the closing bracket, which is there.
    private mutating func leave() {
        depth -= 1
        index += 1
    }

    /// Passes over `true`, `false` or `null`; null is nil.
    public mutating func word() throws(JSONFault) -> Bool? {
        if isJSON5 { return try bareWord() }
        switch next {
        case UInt8(ascii: "t"):
            try pass("true")
            return true
        case UInt8(ascii: "f"):
            try pass("false")
            return false
        case _:
            try pass("null")
            return nil
        }
    }

    private mutating func pass(_ word: StaticString) throws(JSONFault) {
        let start = index
        for offset in 0..<word.utf8CodeUnitCount {
            guard consume(word.utf8Start[offset]) else {
                throw fault(.misspelt(word.description), at: start)
            }
        }
    }
}

extension JSONScanner {
    @inline(__always)
    var isJSON5: Bool { dialect == .json5 }

    /// The next byte; nil at the end.
    @inline(__always)
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Consumes the next byte if it is `byte`.
    @inline(__always)
    mutating func consume(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    /// Passes over white space, in JSON5 over comments too.
    @inline(__always)
    mutating func skipSpace() throws(JSONFault) {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            index += 1
        }
        if isJSON5 { try skipSpaceOfJSON5() }
    }

    /// The fault of the byte at `offset`; left out, of the next byte.
    func fault(_ problem: JSONProblem, at offset: Int? = nil) -> JSONFault {
        let offset = offset ?? index
        return JSONFault(
            problem, offset: offset, found: offset < bytes.count ? bytes[offset] : nil)
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
