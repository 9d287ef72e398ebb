import WireProtocol

/// The text of an anchor in a line; it is parsed only once the relay's anchor reaches it.
package struct AnchorText: Hashable, BitwiseCopyable, Sendable {
    // The text between its quotes: 32 bytes are four words.
    private let first, second, third, fourth: UInt64

    /// - Parameter places: where the text stands between its quotes, as in ``LineHead/anchor``.
    @inline(__always)
    init(_ line: UnsafeRawBufferPointer, _ places: Range<Int>) {
        precondition(places.count == Anchor.textBytes, "an anchor of \(places.count) bytes")
        self = line.loadUnaligned(fromByteOffset: places.lowerBound - 1, as: AnchorText.self)
    }

    package init(_ anchor: Anchor) {
        let text = Array("\"\(anchor)\"".utf8)
        self = text.withUnsafeBytes { AnchorText($0, 1..<text.count - 1) }
    }

    package var bytes: [UInt8] { withUnsafeBytes(of: self) { Array($0.dropFirst().dropLast()) } }

    /// The parsed anchor; nil if the text is no anchor.
    package var anchor: Anchor? {
        try? Anchor(parsing: String(decoding: bytes, as: UTF8.self))
    }
}
