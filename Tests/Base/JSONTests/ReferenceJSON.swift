import FoundationEssentials
import JSON

/// A JSON value without its place, as the standard library's decoder reads it too.
indirect enum ReferenceJSON: Decodable, Equatable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case array([ReferenceJSON])
    case object([String: ReferenceJSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .boolean(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let items = try? container.decode([ReferenceJSON].self) {
            self = .array(items)
        } else {
            self = .object(try container.decode([String: ReferenceJSON].self))
        }
    }

    /// Nil for what the decoder refuses.
    init?(decoding bytes: [UInt8]) {
        guard let value = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
            return nil
        }
        self = value
    }

    /// The integer that the decoder reads in a text that is one number.
    static func integer(_ text: String) -> Int64? {
        try? JSONDecoder().decode(Int64.self, from: Data(text.utf8))
    }

    init(_ value: PlacedJSON) {
        switch value.content {
        case .object(let fields):
            self = .object(
                Dictionary(uniqueKeysWithValues: fields.map { ($0.name, Self($0.value)) }))
        case .array(let items): self = .array(items.map(Self.init))
        case .text(let text): self = .text(text)
        case .number(let number): self = .number(number.double)
        case .boolean(let flag): self = .boolean(flag)
        case .null: self = .null
        }
    }
}
