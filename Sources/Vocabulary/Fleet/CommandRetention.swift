/// Since when the live commands of a fleet are known. Those on sessions that ended before have been
/// forgotten, so that there is room for others.
///
/// Sessions of the fleet's own lanes and sessions that were started are counted apart: whoever
/// starts a great many makes only started sessions be forgotten sooner.
public struct CommandRetention: Hashable, Sendable {
    /// Every line of the fleet's own lanes from this instant on can be computed; nil if nothing has
    /// been forgotten.
    public var own: FleetInstant?
    /// Every line of started lanes from this instant on can be computed; nil as ``own``.
    public var started: FleetInstant?
    /// The highest lane of a started session that has been forgotten. No lane up to it is started
    /// again: names go on.
    public var lastForgottenLane: Int?

    public init(
        own: FleetInstant? = nil, started: FleetInstant? = nil, lastForgottenLane: Int? = nil
    ) {
        self.own = own
        self.started = started
        self.lastForgottenLane = lastForgottenLane
    }

    /// Every line from this instant on can be computed; nil if nothing has been forgotten.
    public var latest: FleetInstant? { [own, started].compactMap { $0 }.max() }

    /// Nothing has been forgotten.
    public static let everything = CommandRetention()
}

/// Sessions whose commands are to be forgotten, and what is known from then on.
public struct ForgottenSessions: Hashable, Sendable {
    public let sessions: Set<SessionName>
    public let retention: CommandRetention

    public init(_ sessions: Set<SessionName>, _ retention: CommandRetention) {
        self.sessions = sessions
        self.retention = retention
    }
}
