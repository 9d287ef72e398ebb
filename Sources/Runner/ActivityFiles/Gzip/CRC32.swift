/// The checksum of gzip files: CRC-32, the reflected polynomial 0x04C11DB7 (RFC 1952, section 8).
struct CRC32: Hashable, Sendable {
    private var rest: UInt32 = .max

    var value: UInt32 { ~rest }

    mutating func update(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            rest = rest >> 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)]
        }
    }

    /// The remainder of each byte.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in
            rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1
        }
    }
}
