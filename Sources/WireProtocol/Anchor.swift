import Vocabulary

/// A point in the total order of lines of one fleet, as a text that a client keeps.
///
/// The text is 30 characters: the version `a1`, the fleet's identity (8), the position (13) and the
/// CRC-32 of the 23 characters before it (7), all in lower-case Crockford base 32. Clients treat it
/// as opaque. Whether ``identity`` is that of the running fleet is for the caller to compare.
public struct Anchor: Hashable, Sendable {
    public let identity: IdentityHash
    public let position: StreamPosition

    public static let textBytes = 30

    public init(identity: IdentityHash, position: StreamPosition) {
        self.identity = identity
        self.position = position
    }

    /// Reads the text of an anchor.
    ///
    /// Throws for every other text; any single wrong character and any two neighbours that changed
    /// places are found.
    public init(parsing text: some StringProtocol) throws(AnchorFailure) {
        let bytes = Array(text.utf8)
        guard bytes.starts(with: "a1".utf8) else { throw .unknownVersion }
        guard bytes.count == Self.textBytes else { throw .wrongLength(bytes.count) }
        let identity = try Self.number(bytes, 2..<10)
        let position = try Self.number(bytes, 10..<23)
        var check = CyclicRedundancyCheck()
        for byte in bytes[..<23] { check.update(byte) }
        guard try Self.number(bytes, 23..<30) == UInt64(check.value) else { throw .wrongCheckSum }
        self.init(identity: IdentityHash(bits: identity), position: StreamPosition(bits: position))
    }

    private static func number(
        _ bytes: [UInt8], _ range: Range<Int>
    ) throws(AnchorFailure) -> UInt64 {
        var value: UInt64 = 0
        for place in range {
            guard let digit = Base32.digit(bytes[place]), value >> 59 == 0 else {
                throw .wrongCharacter(place + 1)
            }
            value = value << 5 | digit
        }
        return value
    }
}

extension Anchor: CustomStringConvertible {
    public var description: String {
        var buffer = LineBuffer(capacity: Self.textBytes)
        AnchorEncoder(identity: identity).append(position, to: &buffer)
        return buffer.text
    }
}
