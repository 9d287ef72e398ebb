import WireProtocol

/// The text of an anchor in a line; it is parsed only once the relay's anchor reaches it.
package struct AnchorText: Hashable, Sendable {
    private let parts: (UInt64, UInt64, UInt64, UInt64)

    /// Nil for a text that has not the length of an anchor.
    @inline(__always)
    init?(_ line: UnsafeRawBufferPointer, _ range: Range<Int>) {
        guard range.count == Anchor.textBytes, let base = line.baseAddress else { return nil }
        let start = base + range.lowerBound
        // The last word overlaps the one before: 30 bytes in all.
        parts = (
            start.loadUnaligned(as: UInt64.self),
            start.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
            start.loadUnaligned(fromByteOffset: 16, as: UInt64.self),
            start.loadUnaligned(fromByteOffset: Anchor.textBytes - 8, as: UInt64.self)
        )
    }

    package init(_ anchor: Anchor) {
        let bytes = Array(anchor.description.utf8)
        precondition(bytes.count == Anchor.textBytes, "an anchor of \(bytes.count) bytes")
        let word = { (start: Int) in
            bytes[start..<start + 8].withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        }
        parts = (word(0), word(8), word(16), word(Anchor.textBytes - 8))
    }

    package var bytes: [UInt8] {
        let overlap = 4 * 8 - Anchor.textBytes
        return [parts.0, parts.1, parts.2].flatMap(Self.bytes)
            + Self.bytes(parts.3).dropFirst(overlap)
    }

    /// The parsed anchor; nil if the text is no anchor.
    package var anchor: Anchor? {
        try? Anchor(parsing: String(decoding: bytes, as: UTF8.self))
    }

    private static func bytes(_ word: UInt64) -> [UInt8] {
        withUnsafeBytes(of: word) { Array($0) }
    }

    package static func == (left: Self, right: Self) -> Bool { left.parts == right.parts }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(parts.2)
        hasher.combine(parts.3)
    }
}
