/// A short text that many lines contain.
///
/// It is copied as a whole, whatever its length, and without the counting of references that every
/// use of a string costs.
public struct LineLabel: Sendable {
    @usableFromInline var bytes = [32 of UInt8](repeating: 0)
    @usableFromInline let count: Int

    /// Traps if the UTF-8 of `text` has more than 32 bytes.
    public init(_ text: String) {
        count = text.utf8.count
        for (place, byte) in text.utf8.enumerated() { bytes[place] = byte }
    }
}

extension LineBuffer {
    @inlinable @inline(__always)
    public mutating func append(_ label: LineLabel) {
        append(label.count, inRoomOf: MemoryLayout.size(ofValue: label.bytes)) {
            UnsafeMutableRawPointer($0).storeBytes(of: label.bytes, as: [32 of UInt8].self)
        }
    }
}
