import Vocabulary

/// What a subscription delivers, and from where on.
package struct SubscribeRequest: Hashable, Sendable {
    /// Nil is the one subscription without a name, whose lines have no prefix.
    package var name: String?
    package var selection: SessionSelection = .all
    /// Always valid and normalised.
    package var shape = ChannelShape()
    package var start: StreamStart = .now
    package var queue: QueuePolicy = .dropOldest
    /// How old lines may grow that wait for the reader: for as much of its stream there is room.
    package var staleness = usualStaleness

    package static let usualStaleness = FleetDuration.seconds(60)

    package init() {}
}

/// Where a subscription begins.
package enum StreamStart: Hashable, Sendable {
    /// With what comes next.
    case now
    /// At the start of each selected session that is flying.
    case sessionStart
    /// Strictly after the anchor. Whose it is, is not checked yet.
    case after(Anchor)

    /// Whether it goes on with what has been received before.
    package var isResume: Bool {
        switch self {
        case .now, .sessionStart: false
        case .after: true
        }
    }
}
