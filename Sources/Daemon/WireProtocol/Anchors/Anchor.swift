import Vocabulary

/// A point in the total order of lines of one fleet, as a text that a client keeps.
///
/// The text is 30 characters: the version `a1`, the fleet's identity (8), the position (13) and the
/// CRC-32 of the 23 characters before it (7), all in lower-case Crockford base 32. Clients treat it
/// as opaque. The caller compares ``identity`` with that of the running fleet.
public struct Anchor: Hashable, Sendable {
    public let identity: IdentityHash
    public let position: StreamPosition

    public static let textBytes = 30
    /// Where the identity of the fleet stands in the text.
    public static let identityPlaces = 2..<10

    public init(identity: IdentityHash, position: StreamPosition) {
        self.identity = identity
        self.position = position
    }

    /// Reads the text of an anchor; throws for every other text.
    ///
    /// The check sum finds any one wrong character and any two swapped neighbours.
    public init(parsing text: some StringProtocol) throws(AnchorFailure) {
        let bytes = Array(text.utf8)
        guard bytes.starts(with: "a1".utf8) else { throw .unknownVersion }
        guard bytes.count == Self.textBytes else { throw .wrongLength(bytes.count) }
        let identity = try Self.number(bytes, Self.identityPlaces)
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
        for index in range {
            // A position has 13 digits, 65 bits: the highest must be 0.
            guard let digit = Base32.digit(bytes[index]), value >> 59 == 0 else {
                throw .wrongCharacter(index + 1)
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

/// Why a text is not an anchor.
public enum AnchorFailure: Error, Hashable, Sendable {
    case unknownVersion
    /// The length of the text, in bytes.
    case wrongLength(Int)
    /// Which character of the text, from 1.
    case wrongCharacter(Int)
    case wrongCheckSum

    /// The reason as a sentence for the client.
    public var reason: String {
        switch self {
        case .unknownVersion: "An anchor of this version starts with a1."
        case .wrongLength(let length):
            "An anchor is \(Anchor.textBytes) characters long, this one has \(length) bytes."
        case .wrongCharacter(let number): "Character \(number) cannot stand there in an anchor."
        case .wrongCheckSum: "The check sum at the end does not fit the rest."
        }
    }
}

/// Writes the anchors of one fleet, whose version and identity it encodes only once.
public struct AnchorEncoder: Sendable {
    public let identity: IdentityHash
    private var prefix: [10 of UInt8]
    private var prefixCheck = CyclicRedundancyCheck()

    public init(identity: IdentityHash) {
        self.identity = identity
        prefix = [10 of UInt8](repeating: UInt8(ascii: "a"))
        prefix[1] = UInt8(ascii: "1")
        for index in 2..<10 {
            prefix[index] = Base32.character(identity.bits >> (5 * UInt64(9 - index)))
        }
        for index in prefix.indices { prefixCheck.update(prefix[index]) }
    }

    /// Appends the 30 characters of the anchor at `position`, without quotes.
    public func append(_ position: StreamPosition, to buffer: inout LineBuffer) {
        let check = appendBeginning(of: position, to: &buffer)
        appendRest(of: position, after: check, to: &buffer)
    }

    /// Appends the 18 characters that are the same for all positions of an instant, and returns
    /// their check sum.
    func appendBeginning(
        of position: StreamPosition, to buffer: inout LineBuffer
    ) -> CyclicRedundancyCheck {
        var check = prefixCheck
        buffer.append(18) { target in
            for index in prefix.indices { target[index] = prefix[index] }
            for index in 0..<8 {
                let character = Base32.character(position.bits >> (5 * UInt64(12 - index)))
                target[10 + index] = character
                check.update(character)
            }
        }
        return check
    }

    /// Appends the 12 characters after the beginning: the instant's last bit, the lane, the rank,
    /// and the check sum of all before it.
    @inline(__always)
    func appendRest(
        of position: StreamPosition, after beginning: CyclicRedundancyCheck,
        to buffer: inout LineBuffer
    ) {
        buffer.append(12) { target in
            var check = beginning
            for index in 0..<5 {
                let character = Base32.character(position.bits >> (5 * UInt64(4 - index)))
                target[index] = character
                check.update(character)
            }
            let sum = UInt64(check.value)
            for index in 0..<7 {
                target[5 + index] = Base32.character(sum >> (5 * UInt64(6 - index)))
            }
        }
    }
}
