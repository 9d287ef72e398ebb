/// How much may wait for one connection.
struct OutboxLimits: Hashable {
    private let lineCount: UInt32
    private let byteCount: UInt32

    /// Traps below 0 and above 2^32 - 1.
    init(lines: Int, bytes: Int) {
        lineCount = UInt32(lines)
        byteCount = UInt32(bytes)
    }

    var lines: Int { Int(lineCount) }
    var bytes: Int { Int(byteCount) }
}
