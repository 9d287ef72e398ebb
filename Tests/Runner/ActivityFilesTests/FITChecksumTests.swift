import ActivityFiles
import Testing

@Suite struct FITChecksumTests {
    /// The check value of CRC-16/ARC, and those of its first bytes.
    @Test(
        arguments: [
            ("", 0x0000), ("A", 0x30C0), ("123456789", 0xBB3D),
        ] as [(String, UInt16)])
    func `known texts have their known checksums`(text: String, expected: UInt16) {
        #expect(FITChecksum(of: text.utf8).value == expected)
    }

    @Test func `the checksum of bytes and their checksum is 0`() {
        let bytes = Array("any bytes".utf8)
        let value = FITChecksum(of: bytes).value
        let whole = bytes + [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)]
        #expect(FITChecksum(of: whole).value == 0)
    }
}
