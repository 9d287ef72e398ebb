import JSON

/// Any JSON value, for readers of server lines that do not know every field.
public enum JSONValue: Hashable, Sendable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    case number(Double)
    case boolean(Bool)
    case null

    public subscript(key: String) -> JSONValue? {
        guard case .object(let fields) = self else { return nil }
        return fields[key]
    }

    public var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    public var double: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The number without its fraction; nil for one beyond the integers.
    public var integer: Int? { double.flatMap { Int(exactly: $0.rounded(.towardZero)) } }

    public var items: [JSONValue] {
        guard case .array(let items) = self else { return [] }
        return items
    }

    public var fields: [String: JSONValue] {
        guard case .object(let fields) = self else { return [:] }
        return fields
    }
}

extension JSONValue {
    /// Reads one line of a server; nil if it is not JSON. Linear in the bytes.
    ///
    /// It refuses what ``JSONScanner/Dialect/lenient`` refuses, and more than 64 levels. If a name
    /// occurs twice in an object, the first value counts.
    public init?(line: some Collection<UInt8>) {
        let value = line.withContiguousStorageIfAvailable(Self.read)
        guard let read = value ?? Array(line).withUnsafeBufferPointer(Self.read) else { return nil }
        self = read
    }

    private static let levels = 64

    private static func read(_ line: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        var scanner = JSONScanner(line, .lenient, depthLimit: levels)
        return try? scanner.text { scanner throws(JSONFault) in try JSONValue(&scanner) }
    }

    private init(_ scanner: inout JSONScanner) throws(JSONFault) {
        switch try scanner.kind() {
        case .object:
            var fields: [String: JSONValue] = [:]
            try scanner.object { scanner, name, _ throws(JSONFault) in
                let value = try JSONValue(&scanner)
                if let first = fields.updateValue(value, forKey: name) { fields[name] = first }
            }
            self = .object(fields)
        case .array:
            var items: [JSONValue] = []
            try scanner.array { scanner throws(JSONFault) in
                items.append(try JSONValue(&scanner))
            }
            self = .array(items)
        case .string: self = .string(try scanner.string())
        case .number: self = .number(try scanner.number().double)
        case .word: self = try scanner.word().map(JSONValue.boolean) ?? .null
        }
    }

    /// The value without its offsets in the text.
    public init(_ value: PlacedJSON) {
        switch value.content {
        case .object(let fields):
            self = .object(
                fields.reduce(into: [:]) { $0[$1.name] = JSONValue($1.value) })
        case .array(let items): self = .array(items.map { JSONValue($0) })
        case .text(let text): self = .string(text)
        case .number(let number): self = .number(number.double)
        case .boolean(let flag): self = .boolean(flag)
        case .null: self = .null
        }
    }
}
