import Vocabulary

/// What the account of a stream needs of a line.
enum ServerLine: Hashable {
    case data(DataLine)
    case snapshot(SessionSnapshot)
    case gap(Gap)
    case live(AnchorReader.Reading)
    /// Without an anchor while the subscription catches up.
    case beat(AnchorReader.Reading?)
    /// Whether it is the greeting of the fleet that the account is of.
    case hello(isOwn: Bool)
    /// The answer to a subscription: where it begins.
    case subscribed(AnchorReader.Reading)
    case warn
    case error(String)
    case bye(String, AnchorReader.Reading?)
    /// Says nothing about the stream, or is of a type that is not known.
    case other

    struct Gap: Hashable {
        var after: AnchorReader.Reading
        var through: AnchorReader.Reading
        var lines: Int64
    }
}
