/// A position in the bits of compressed bytes, of each byte the lowest first. It moves forward.
struct BitCursor {
    let bytes: [UInt8]
    /// The first byte of which no bit waits.
    private var next: Int
    private var waiting: UInt64 = 0
    /// How many bits wait, up to 63.
    private var count = 0

    init(_ bytes: [UInt8], at position: Int) {
        self.bytes = bytes
        next = position
    }

    /// The byte in which the next bit stands.
    var position: Int { next - (count + 7) / 8 }

    /// The bits that follow, the first one lowest, without moving; zeros behind the end.
    ///
    /// - Parameter wanted: how many of them matter, at most 48.
    mutating func peek(_ wanted: Int) -> UInt64 {
        if count < wanted { fill() }
        return waiting
    }

    /// Moves over bits that were looked at.
    mutating func skip(_ bits: Int) throws(ActivityFault) {
        guard bits <= count else { throw .gzip(.cutShort, at: bytes.count) }
        waiting >>= UInt64(bits)
        count -= bits
    }

    /// The next bits as a number, at most 16 of them.
    mutating func take(_ bits: Int) throws(ActivityFault) -> Int {
        let value = peek(bits) & (1 << UInt64(bits) - 1)
        try skip(bits)
        return Int(value)
    }

    /// Moves to the beginning of a byte, unless it is there, and gives its position.
    mutating func alignToByte() -> Int {
        next -= count / 8
        (waiting, count) = (0, 0)
        return next
    }

    /// Moves on by whole bytes, from the beginning of one, as far as there are any.
    mutating func skipBytes(_ wanted: Int) { next = min(bytes.count, next + wanted) }

    private mutating func fill() {
        while count <= 55, next < bytes.count {
            waiting |= UInt64(bytes[next]) << UInt64(count)
            next += 1
            count += 8
        }
    }
}
