/// The checksum of FIT files: CRC-16/ARC, the reflected polynomial 0x8005 from 0 on.
package struct FITChecksum: Hashable, Sendable {
    package private(set) var value: UInt16 = 0

    package init() {}

    package init(of bytes: some Sequence<UInt8>) {
        for byte in bytes { update(byte) }
    }

    package mutating func update(_ byte: UInt8) {
        value = value >> 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: value) ^ byte)]
    }

    /// The remainder of each byte.
    private static let table: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte)) { rest, _ in
            rest & 1 == 1 ? rest >> 1 ^ 0xA001 : rest >> 1
        }
    }
}
