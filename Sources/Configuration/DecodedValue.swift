import FoundationEssentials

/// What the decoder makes of a text whose outline is known: places from the one, values from the
/// other.
struct DecodedValue: DecodableWithConfiguration {
    let value: PlacedValue

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder, configuration outline: JSON5Outline) throws {
        let content: PlacedValue.Content =
            switch outline.kind {
            case .object(let fields): .object(try Self.fields(decoder, fields))
            case .array(let items): .array(try Self.items(decoder, items))
            case .string: .text(try decoder.singleValueContainer().decode(String.self))
            case .number: .number(try decoder.singleValueContainer().decode(Double.self))
            case .boolean: .boolean(try decoder.singleValueContainer().decode(Bool.self))
            case .null: .null
            }
        value = PlacedValue(place: outline.place, content: content)
    }

    private static func fields(
        _ decoder: any Decoder, _ outlines: [JSON5Outline.Field]
    ) throws -> [PlacedValue.Field] {
        let container = try decoder.container(keyedBy: Name.self)
        return try outlines.map { outline in
            let decoded = try container.decode(
                DecodedValue.self, forKey: Name(stringValue: outline.name),
                configuration: outline.value)
            return PlacedValue.Field(
                name: outline.name, namePlace: outline.namePlace, value: decoded.value)
        }
    }

    private static func items(
        _ decoder: any Decoder, _ outlines: [JSON5Outline]
    ) throws -> [PlacedValue] {
        var container = try decoder.unkeyedContainer()
        return try outlines.map {
            try container.decode(DecodedValue.self, configuration: $0).value
        }
    }
}
