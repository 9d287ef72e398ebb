import Vocabulary

/// What a subscription delivers, and from where on.
public struct SubscribeRequest: Hashable, Sendable {
    /// Nil is the one subscription without a name, whose lines have no prefix.
    public var name: String?
    public var selection: SessionSelection = .all
    /// Always valid and normalised.
    public var shape = ChannelShape()
    public var start: StreamStart = .now
    public var queue: QueuePolicy = .dropOldest
    /// How old lines may grow that wait for the reader: for as much of its stream there is room.
    public var staleness = usualStaleness

    public static let usualStaleness = FleetDuration.seconds(60)

    public init() {}
}

/// Where a subscription begins.
public enum StreamStart: Hashable, Sendable {
    /// With what comes next.
    case now
    /// At the start of each selected session that is flying.
    case sessionStart
    /// Strictly after the anchor. Whose it is, is not checked yet.
    case after(Anchor)
    /// After all that was due at or before an instant.
    case time(FleetInstant)
    /// After all that was due at or before an instant that lies so far back.
    case back(FleetDuration)

    /// What a request says in `after`; nil is left out.
    public var text: String? {
        switch self {
        case .now: nil
        case .sessionStart: "start"
        case .after(let anchor): anchor.description
        case .time(let instant): CalendarTime(microseconds: instant.microseconds).description
        case .back(let span): "-\(span)"
        }
    }

    /// Whether it goes on with what has been received before.
    public var isResume: Bool {
        switch self {
        case .now, .sessionStart, .time, .back: false
        case .after: true
        }
    }
}
