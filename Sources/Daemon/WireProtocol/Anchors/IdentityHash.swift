import Vocabulary

/// Forty bits that stand for everything that decides a fleet's bytes.
///
/// Fleets with equal hashes count as one fleet. Two different fleets have equal hashes by chance
/// once in a million million pairs.
public struct IdentityHash: Hashable, Sendable {
    /// The hash, below 2^40.
    public let bits: UInt64

    static let bitWidth = 40

    /// Traps when `bits` does not fit in 40 bits.
    public init(bits: UInt64) {
        precondition(bits >> Self.bitWidth == 0, "identity \(bits) needs more than 40 bits")
        self.bits = bits
    }
}

extension IdentityHash: CustomStringConvertible {
    /// Eight characters, as they stand in every anchor.
    public var description: String { Base32.text(bits, width: 8) }
}

/// Hashes the named parts of an identity into one ``IdentityHash``.
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

    /// Hashes the length first, so that no two different lists of parts give the same bytes.
    private mutating func begin(_ name: StaticString, kind: Unicode.Scalar) {
        mix(UInt64(name.utf8CodeUnitCount))
        for index in 0..<name.utf8CodeUnitCount { hash.update(name.utf8Start[index]) }
        hash.update(UInt8(ascii: kind))
    }

    private mutating func mix(_ value: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            hash.update(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

/// Five bits to a character, in the lower-case alphabet of Douglas Crockford's "Base 32" (2002).
///
/// Numbers are written highest digit first in a fixed width. Reading accepts that one form only: no
/// capitals and no look-alikes, so that two texts are equal exactly when the numbers are.
public enum Base32 {
    static let alphabet: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"

    /// The character of the lowest five bits of `value`.
    @inline(__always)
    public static func character(_ value: UInt64) -> UInt8 {
        alphabet.utf8Start[Int(truncatingIfNeeded: value & 31)]
    }

    /// The five bits of a character, or nil when it is not in the alphabet.
    static func digit(_ character: UInt8) -> UInt64? {
        for value in 0..<UInt64(32) where Self.character(value) == character { return value }
        return nil
    }

    /// The lowest `width` digits of `value`, with zeros in front if there are fewer.
    static func text(_ value: UInt64, width: Int) -> String {
        let characters = (0..<width).reversed().map { digit in
            // 64 bits have 13 digits.
            digit < 13 ? character(value >> (5 * UInt64(digit))) : UInt8(ascii: "0")
        }
        return String(decoding: characters, as: UTF8.self)
    }
}
