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
