/// A hash of bytes that is the same on every machine and in every release.
///
/// FNV-1a with 64 bits (Fowler, Noll and Vo, 1991). Identities, recordings and journals are known
/// by it, so it must never change. It resists accidents, not attacks, and the upper bits are weak
/// for short input.
public struct StableHash: Hashable, Sendable {
    /// The hash of the bytes so far.
    public var value: UInt64 { state }

    @usableFromInline var state: UInt64

    /// The hash of no bytes.
    public init() { state = 0xCBF2_9CE4_8422_2325 }

    /// Goes on from the `value` of an earlier hash, as if its bytes came first.
    public init(continuing value: UInt64) { state = value }

    /// Adds a byte. O(1).
    // A journal has up to 84 MiB: the body belongs in the caller's loop.
    @inlinable
    public mutating func update(_ byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}
