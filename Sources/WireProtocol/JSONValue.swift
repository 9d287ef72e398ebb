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
    /// Reads one line; nil if it is not JSON. See ``JSONValueReader`` for what is refused.
    public init?(line: some Collection<UInt8>) {
        guard let value = JSONValueReader.value(of: line) else { return nil }
        self = value
    }
}
