/// A value to be written; what a field's type cannot hold becomes invalid.
package enum FITValue: Hashable, Sendable {
    case none
    case integer(Int64)
    case real(Float)
    /// Cut to the field's bytes without breaking a character.
    case text(String)
    /// The bytes of a field, as many as it has.
    case bytes([UInt8])

    package init(_ integer: Int64?) { self = integer.map { .integer($0) } ?? .none }
}

/// Writes the bytes of one FIT file, message by message.
///
/// Numbers are little-endian. A layout that comes again and again is defined once and keeps one of
/// the sixteen local numbers of a file; messages that come once share number 0.
package struct FITEncoder: Sendable {
    /// A layout of messages that has been defined.
    package struct Slot: Sendable {
        fileprivate let local: UInt8
        fileprivate let layout: FITLayout
    }

    private var bytes: [UInt8] = []
    private var nextLocal: UInt8 = 1

    private static let headerSize: UInt8 = 14
    /// 2.0, the first with developer fields.
    private static let protocolVersion: UInt8 = 0x20
    /// 21.00 of the public profile.
    private static let profileVersion: UInt16 = 2100

    package init() {
        bytes = [Self.headerSize, Self.protocolVersion]
        append(UInt64(Self.profileVersion), size: 2)
        // The number of bytes to come, which `finish` knows.
        append(0, size: 4)
        bytes += Array(".FIT".utf8)
        append(0, size: 2)
    }

    /// Defines a layout for messages that come again and again. Traps after the fifteenth.
    package mutating func define(_ layout: FITLayout) -> Slot {
        precondition(nextLocal < 16, "a FIT file has sixteen local numbers")
        let slot = Slot(local: nextLocal, layout: layout)
        nextLocal += 1
        appendDefinition(slot)
        return slot
    }

    /// Writes a message: a value for each field of the layout, those of developer fields last.
    /// Traps if the numbers of values and fields differ.
    package mutating func write(_ values: [FITValue], as slot: Slot) {
        let layout = slot.layout
        let count = layout.fields.count
        precondition(values.count == count + layout.developerFields.count, "a value for each field")
        bytes.append(slot.local)
        for (index, field) in layout.fields.enumerated() {
            append(values[index], field.type, size: field.size)
        }
        for (index, field) in layout.developerFields.enumerated() {
            append(values[count + index], field.type, size: field.size)
        }
    }

    /// Writes a message that comes once.
    package mutating func write(
        _ message: FITMessageNumber, _ fields: [(field: FITField, value: FITValue)]
    ) {
        let slot = Slot(local: 0, layout: FITLayout(message: message, fields: fields.map(\.field)))
        appendDefinition(slot)
        write(fields.map(\.value), as: slot)
    }

    /// The whole file: with its length and its checksums. O(bytes).
    package consuming func finish() -> [UInt8] {
        var length = UInt32(bytes.count - Int(Self.headerSize))
        for index in 4..<8 {
            bytes[index] = UInt8(truncatingIfNeeded: length)
            length >>= 8
        }
        let header = FITChecksum(of: bytes[..<12]).value
        bytes[12] = UInt8(truncatingIfNeeded: header)
        bytes[13] = UInt8(header >> 8)
        append(UInt64(FITChecksum(of: bytes).value), size: 2)
        return bytes
    }
}

extension FITEncoder {
    private mutating func appendDefinition(_ slot: Slot) {
        let layout = slot.layout
        let hasDeveloperFields = !layout.developerFields.isEmpty
        bytes.append(0x40 | (hasDeveloperFields ? 0x20 : 0) | slot.local)
        // A reserved byte, and the order of bytes.
        bytes += [0, 0]
        append(UInt64(layout.message.rawValue), size: 2)
        bytes.append(UInt8(layout.fields.count))
        for field in layout.fields {
            bytes += [field.number, UInt8(field.size), field.type.rawValue]
        }
        guard hasDeveloperFields else { return }
        bytes.append(UInt8(layout.developerFields.count))
        for field in layout.developerFields {
            // The last byte is the number of the developer; a file of ours has one.
            bytes += [field.number, UInt8(field.size), 0]
        }
    }

    private mutating func append(_ value: FITValue, _ type: FITBaseType, size: Int) {
        switch value {
        case .integer(let integer):
            append(type.bits(of: integer) ?? type.invalid, size: type.size)
            padInvalid(type, size - type.size)
        case .real(let real) where type == .float32 && real.isFinite:
            append(UInt64(real.bitPattern), size: size)
        case .text(let text) where type == .string:
            let end = bytes.count + size
            for character in text {
                guard bytes.count + character.utf8.count < end else { break }
                bytes += character.utf8
            }
            padInvalid(type, end - bytes.count)
        case .bytes(let raw) where type == .byte && raw.count == size:
            bytes += raw
        case .none, .real, .text, .bytes:
            padInvalid(type, size)
        }
    }

    /// Every byte of an invalid unsigned or real value is the same.
    private mutating func padInvalid(_ type: FITBaseType, _ size: Int) {
        guard type.isSigned else {
            bytes.append(contentsOf: repeatElement(UInt8(type.invalid & 0xFF), count: size))
            return
        }
        for _ in 0..<size / type.size { append(type.invalid, size: type.size) }
    }

    private mutating func append(_ bits: UInt64, size: Int) {
        var rest = bits
        for _ in 0..<size {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }
}

/// The fields of a kind of message, in the order in which their values stand.
package struct FITLayout: Hashable, Sendable {
    package let message: FITMessageNumber
    package let fields: [FITField]
    package var developerFields: [FITDeveloperField] = []
}
