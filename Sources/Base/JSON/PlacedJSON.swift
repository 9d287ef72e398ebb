/// A value of a JSON text, and where it stands.
public struct PlacedJSON: Hashable, Sendable {
    public struct Field: Hashable, Sendable {
        public let name: String
        /// The byte at which the name begins.
        public let nameOffset: Int
        public let value: PlacedJSON
    }

    public enum Content: Hashable, Sendable {
        /// In the order of the text; no name occurs twice.
        case object([Field])
        case array([PlacedJSON])
        case text(String)
        case number(JSONNumber)
        case boolean(Bool)
        case null
    }

    /// The byte at which the value begins, counted from the text's first; ``TextPlace`` makes it a
    /// line and a column.
    public let offset: Int
    public let content: Content

    /// The fields of an object; empty for any other value.
    public var fields: [Field] {
        guard case .object(let fields) = content else { return [] }
        return fields
    }
}

extension PlacedJSON {
    /// Reads a text whose top level is an object.
    ///
    /// - Parameter levels: more objects and arrays in each other are refused.
    public static func object(
        in text: ArraySlice<UInt8>, _ dialect: JSONScanner.Dialect = .strict, levels: Int
    ) throws(JSONFault) -> PlacedJSON {
        try text.withUnsafeBufferPointer { bytes throws(JSONFault) in
            var scanner = JSONScanner(bytes, dialect, depthLimit: levels)
            if dialect == .json5 { scanner.skipByteOrderMark() }
            return try scanner.text { scanner throws(JSONFault) in
                guard scanner.next == UInt8(ascii: "{") else {
                    throw scanner.fault(.expected(.object))
                }
                return try PlacedJSON(&scanner)
            }
        }
    }

    /// Reads a text whose top level is an array, one element at a time: only the caller keeps them.
    ///
    /// - Parameters:
    ///   - levels: more objects and arrays in each other are refused.
    ///   - element: is told each element before the next one is read.
    public static func elements(
        of text: ArraySlice<UInt8>, _ dialect: JSONScanner.Dialect = .strict, levels: Int,
        _ element: (PlacedJSON) -> Void
    ) throws(JSONFault) {
        try text.withUnsafeBufferPointer { bytes throws(JSONFault) in
            var scanner = JSONScanner(bytes, dialect, depthLimit: levels)
            if dialect == .json5 { scanner.skipByteOrderMark() }
            try scanner.text { scanner throws(JSONFault) in
                guard scanner.next == UInt8(ascii: "[") else {
                    throw scanner.fault(.expected(.array))
                }
                try scanner.array { scanner throws(JSONFault) in
                    element(try PlacedJSON(&scanner))
                }
            }
        }
    }

    private init(_ scanner: inout JSONScanner) throws(JSONFault) {
        offset = scanner.index
        switch try scanner.kind() {
        case .object:
            var fields: [Field] = []
            try scanner.object { scanner, name, start throws(JSONFault) in
                fields.append(
                    Field(name: name, nameOffset: start, value: try PlacedJSON(&scanner)))
            }
            content = .object(fields)
        case .array:
            var items: [PlacedJSON] = []
            try scanner.array { scanner throws(JSONFault) in
                items.append(try PlacedJSON(&scanner))
            }
            content = .array(items)
        case .string: content = .text(try scanner.string())
        case .number: content = .number(try scanner.number())
        case .word: content = try scanner.word().map(Content.boolean) ?? .null
        }
    }
}
