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

/// Why a text is not an anchor.
public enum AnchorFailure: Error, Hashable, Sendable {
    case unknownVersion
    /// The length that the text has, in bytes.
    case wrongLength(Int)
    /// The place of the character, from 1.
    case wrongCharacter(Int)
    case wrongCheckSum

    /// The reason as a sentence for the client.
    public var reason: String {
        switch self {
        case .unknownVersion: "An anchor of this version starts with a1."
        case .wrongLength(let length):
            "An anchor is \(Anchor.textBytes) characters long, this one has \(length) bytes."
        case .wrongCharacter(let place): "Character \(place) cannot stand there in an anchor."
        case .wrongCheckSum: "The check sum at the end does not fit the rest."
        }
    }
}

/// Writes the anchors of one fleet, with what they have in common worked out beforehand.
public struct AnchorEncoder: Sendable {
    public let identity: IdentityHash
    private var prefix: [10 of UInt8]
    private var prefixCheck = CyclicRedundancyCheck()

    public init(identity: IdentityHash) {
        self.identity = identity
        prefix = [10 of UInt8](repeating: UInt8(ascii: "a"))
        prefix[1] = UInt8(ascii: "1")
        for place in 2..<10 {
            prefix[place] = Base32.character(identity.bits >> (5 * UInt64(9 - place)))
        }
        for place in prefix.indices { prefixCheck.update(prefix[place]) }
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
        buffer.append(18) { place in
            for index in prefix.indices { place[index] = prefix[index] }
            for index in 0..<8 {
                let character = Base32.character(position.bits >> (5 * UInt64(12 - index)))
                place[10 + index] = character
                check.update(character)
            }
        }
        return check
    }

    /// Appends what comes after the beginning: the instant's last bit, the lane and the rank, and
    /// the check sum of it all.
    @inline(__always)
    func appendRest(
        of position: StreamPosition, after beginning: CyclicRedundancyCheck,
        to buffer: inout LineBuffer
    ) {
        buffer.append(12) { place in
            var check = beginning
            for index in 0..<5 {
                let character = Base32.character(position.bits >> (5 * UInt64(4 - index)))
                place[index] = character
                check.update(character)
            }
            let sum = UInt64(check.value)
            for index in 0..<7 {
                place[5 + index] = Base32.character(sum >> (5 * UInt64(6 - index)))
            }
        }
    }
}
