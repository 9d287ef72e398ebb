import Vocabulary

/// Gathers the named parts of an identity into one ``IdentityHash``.
///
/// The hash depends on the names, kinds, values and order of the parts and on nothing else, so that
/// it is the same on every machine. It is a ``StableHash``, whose upper bits are weak for short
/// input and are therefore mixed at the end as in SplitMix64.
public struct IdentityHasher: Sendable {
    private var hash = StableHash()

    public init() {}

    public mutating func combine(_ name: StaticString, _ value: UInt64) {
        begin(name, kind: "u")
        mix(value)
    }

    public mutating func combine(_ name: StaticString, _ value: Int64) {
        begin(name, kind: "i")
        mix(UInt64(bitPattern: value))
    }

    public mutating func combine(_ name: StaticString, _ value: Int) {
        combine(name, Int64(value))
    }

    public mutating func combine(_ name: StaticString, _ text: String) {
        begin(name, kind: "s")
        mix(UInt64(text.utf8.count))
        for byte in text.utf8 { hash.update(byte) }
    }

    public mutating func combine(_ name: StaticString, bytes: [UInt8]) {
        begin(name, kind: "b")
        mix(UInt64(bytes.count))
        for byte in bytes { hash.update(byte) }
    }

    /// The hash of the parts so far.
    public func finalize() -> IdentityHash {
        var mixed = hash.value
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return IdentityHash(bits: mixed >> (64 - UInt64(IdentityHash.bitWidth)))
    }

    /// The length goes first, so that no two rows of parts give the same bytes.
    private mutating func begin(_ name: StaticString, kind: Unicode.Scalar) {
        mix(UInt64(name.utf8CodeUnitCount))
        for place in 0..<name.utf8CodeUnitCount { hash.update(name.utf8Start[place]) }
        hash.update(UInt8(ascii: kind))
    }

    private mutating func mix(_ value: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            hash.update(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
