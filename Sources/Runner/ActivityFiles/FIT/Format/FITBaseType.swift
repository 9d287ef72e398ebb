/// The types of a field's values. The raw value is the type's number in a definition; its highest
/// bit tells those of several bytes, whose order the definition says.
package enum FITBaseType: UInt8, CaseIterable, Sendable {
    case enumeration = 0x00
    case int8 = 0x01
    case uint8 = 0x02
    case int16 = 0x83
    case uint16 = 0x84
    case int32 = 0x85
    case uint32 = 0x86
    /// UTF-8, ended by a zero byte; an empty text is the invalid one.
    case string = 0x07
    case float32 = 0x88
    case float64 = 0x89
    /// Unsigned; invalid is 0.
    case uint8z = 0x0A
    case uint16z = 0x8B
    case uint32z = 0x8C
    /// Bytes without a meaning of their own.
    case byte = 0x0D
    case int64 = 0x8E
    case uint64 = 0x8F
    case uint64z = 0x90

    /// Bytes of one value.
    package var size: Int {
        switch self {
        case .enumeration, .int8, .uint8, .string, .uint8z, .byte: 1
        case .int16, .uint16, .uint16z: 2
        case .int32, .uint32, .float32, .uint32z: 4
        case .float64, .int64, .uint64, .uint64z: 8
        }
    }

    /// The bits that say that there is no value.
    package var invalid: UInt64 {
        switch self {
        case .string, .uint8z, .uint16z, .uint32z, .uint64z: 0
        case .int8, .int16, .int32, .int64: UInt64.max >> (65 - 8 * size)
        case .enumeration, .uint8, .uint16, .uint32, .float32, .float64, .byte, .uint64:
            UInt64.max >> (64 - 8 * size)
        }
    }

    package var isSigned: Bool {
        switch self {
        case .int8, .int16, .int32, .int64: true
        case .enumeration, .uint8, .uint16, .uint32, .string, .float32, .float64, .uint8z,
            .uint16z, .uint32z, .byte, .uint64, .uint64z:
            false
        }
    }

    /// Whether its values are whole numbers.
    package var isInteger: Bool {
        switch self {
        case .string, .float32, .float64, .byte: false
        case .enumeration, .int8, .uint8, .int16, .uint16, .int32, .uint32, .uint8z, .uint16z,
            .uint32z, .int64, .uint64, .uint64z:
            true
        }
    }

    /// The bits of an integer, as many as the type has; nil for an integer that the type does not
    /// hold, or that means no value. Of 64-bit integers only those below 2⁶³.
    package func bits(of value: Int64) -> UInt64? {
        let width = 8 * size - (isSigned ? 1 : 0)
        let limit = width > 62 ? Int64.max : 1 << Int64(width)
        guard isInteger, value < limit, value >= (isSigned ? -limit : 0) else { return nil }
        let bits = UInt64(bitPattern: value) & UInt64.max >> (64 - 8 * size)
        return bits == invalid ? nil : bits
    }

    /// The integer that bits stand for; nil if they mean no value, and beyond 2⁶³.
    package func integer(of bits: UInt64) -> Int64? {
        guard isInteger, bits != invalid else { return nil }
        guard isSigned else { return Int64(exactly: bits) }
        let shift = 64 - 8 * size
        return Int64(bitPattern: bits << shift) >> shift
    }
}
