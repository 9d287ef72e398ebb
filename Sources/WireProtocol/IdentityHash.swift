/// Forty bits that stand for everything that decides a fleet's bytes.
///
/// Two fleets with equal hashes are taken for the same; by chance that happens once in a
/// million million pairs.
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
