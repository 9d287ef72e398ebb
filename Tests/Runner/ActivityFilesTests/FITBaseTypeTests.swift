import Testing

@testable import ActivityFiles

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

    @Test(arguments: [Int64.max, .min, Int64(Int32.max) + 1, Int64(Int32.min) - 1, -1])
    func `a place of a wider type than the profile's is none`(value: Int64) {
        let fits = Int32(exactly: value) != nil
        #expect((FITQuantity.degrees(value) != nil) == fits)
        #expect(FITQuantity.metres(value) == (value == 1 << 31 ? 4_294_962_296 : nil))
    }

    @Test func `places keep the seventh decimal, and the fifth of a metre`() {
        for degrees: Int64 in [-1_800_000_000, -900_000_000, -1, 0, 7, 473_000_001, 1_799_999_999] {
            let back = FITQuantity.degrees(FITQuantity.semicircles(degrees))
            #expect(back == degrees, "\(degrees)")
        }
        for altitude: Int64 in [-5000, -4998, 0, 1826, 90_000] {
            #expect(FITQuantity.metres(FITQuantity.altitude(altitude)) == altitude)
        }
    }
}
