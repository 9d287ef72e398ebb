/// A data message of a FIT file, with what defines it.
package struct FITMessage: Sendable {
    /// Its kind, a number of the profile; not all are known to ``FITMessageNumber``.
    package var number: UInt16 { definition.number }
    /// Where it begins: bytes from the beginning of the file.
    package let offset: Int
    /// The number, from 0, of its file among several that lie one after the other.
    package let file: Int
    /// Seconds of ``FITTime``, also where the header of the message holds them; nil if it has none.
    package let timestamp: UInt32?
    let definition: FITDefinition
    /// The values, as they stand in the file.
    let values: ArraySlice<UInt8>

    package var kind: FITMessageNumber? { FITMessageNumber(rawValue: number) }

    /// The first value of a field of whole numbers; nil if it is missing or invalid. O(fields).
    package func integer(_ number: UInt8) -> Int64? {
        definition.fields.first { $0.number == number }.flatMap { field in
            definition.integer(of: field, in: values)
        }
    }

    /// The bytes of a field; nil if it is missing. O(fields).
    package func bytes(_ number: UInt8) -> ArraySlice<UInt8>? {
        definition.fields.first { $0.number == number }.map { field in
            values.dropFirst(field.place).prefix(field.size)
        }
    }

    /// A text up to its zero byte; nil if the field is missing, empty or not UTF-8. O(fields).
    package func text(_ number: UInt8) -> String? {
        guard let field = definition.fields.first(where: { $0.number == number }),
            field.type == .string
        else { return nil }
        let text = values.dropFirst(field.place).prefix(field.size).prefix { $0 != 0 }
        return text.isEmpty ? nil : String(validating: text, as: UTF8.self)
    }
}

/// How the messages of a local number are laid out.
struct FITDefinition: Sendable {
    struct Field: Hashable, Sendable {
        let number: UInt8
        /// Nil for a type that the protocol does not have.
        let type: FITBaseType?
        /// The place of its first byte among the values.
        let place: Int
        let size: Int
    }

    let number: UInt16
    let isBigEndian: Bool
    let fields: [Field]
    /// Bytes of all values, those of developer fields at their end.
    let size: Int

    func integer(of field: Field, in values: ArraySlice<UInt8>) -> Int64? {
        guard let type = field.type, field.size >= type.size else { return nil }
        let start = values.startIndex + field.place
        let bytes = values[start..<start + type.size]
        let bits = isBigEndian ? Self.bits(bytes) : Self.bits(bytes.reversed())
        return type.integer(of: bits)
    }

    private static func bits(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
