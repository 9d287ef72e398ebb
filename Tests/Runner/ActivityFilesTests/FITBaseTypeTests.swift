import ActivityFiles
import Testing

@Suite struct FITBaseTypeTests {
    /// Number, bytes and invalid value of each type, from the table of the protocol.
    private static let table: [(number: UInt8, size: Int, invalid: UInt64)] = [
        (0x00, 1, 0xFF), (0x01, 1, 0x7F), (0x02, 1, 0xFF), (0x83, 2, 0x7FFF), (0x84, 2, 0xFFFF),
        (0x85, 4, 0x7FFF_FFFF), (0x86, 4, 0xFFFF_FFFF), (0x07, 1, 0), (0x88, 4, 0xFFFF_FFFF),
        (0x89, 8, .max), (0x0A, 1, 0), (0x8B, 2, 0), (0x8C, 4, 0), (0x0D, 1, 0xFF),
        (0x8E, 8, 0x7FFF_FFFF_FFFF_FFFF), (0x8F, 8, .max), (0x90, 8, 0),
    ]

    @Test func `each type has the size and the invalid value of the protocol`() throws {
        #expect(Self.table.map(\.number).sorted() == FITBaseType.allCases.map(\.rawValue).sorted())
        for row in Self.table {
            let type = try #require(FITBaseType(rawValue: row.number))
            #expect(type.size == row.size, "\(type)")
            #expect(type.invalid == row.invalid, "\(type)")
        }
    }

    @Test func `integers come back at the ends of every type's range and not beyond`() {
        for type in FITBaseType.allCases where type.isInteger {
            let width = 8 * type.size - (type.isSigned ? 1 : 0)
            let top = width > 62 ? Int64.max - 1 : (1 << Int64(width)) - 1
            for value in [type.isSigned ? -top : 0, 0, 1, top / 2, top - 1, top] {
                let bits = type.bits(of: value)
                #expect(bits == nil || bits.flatMap(type.integer) == value, "\(type) \(value)")
                let isHeld = bits != nil || value == 0 || value == top
                #expect(isHeld, "\(type) \(value)")
            }
            #expect(type.integer(of: type.invalid) == nil)
            if width < 63 { #expect(type.bits(of: top + 1) == nil, "\(type)") }
            if !type.isSigned { #expect(type.bits(of: -1) == nil, "\(type)") }
        }
    }
}
