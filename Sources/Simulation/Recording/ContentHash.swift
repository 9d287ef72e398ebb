/// A stable hash of a file's content.
enum ContentHash {
    /// FNV-1a, 64 bits (Fowler, Noll and Vo).
    static func fnv1a(_ bytes: [UInt8]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return hash
    }
}
