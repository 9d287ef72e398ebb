/// Since when the live commands of a fleet are known. Commands on sessions that ended before have
/// been forgotten, so that there is room for others.
///
/// Sessions of the fleet's own lanes and sessions that were started are counted apart: a user who
/// starts a great many makes only started sessions be forgotten sooner.
public struct CommandRetention: Hashable, Sendable {
    /// Every line of the fleet's own lanes from this instant on can be computed, entries by hand
    /// apart; nil if nothing has been forgotten.
    public var own: FleetInstant?
    /// Every line of started lanes from this instant on can be computed; nil as ``own``.
    public var started: FleetInstant?
    /// The highest lane of a started session that has been forgotten. No lane up to it is started
    /// again: names are not used twice.
    public var lastForgottenLane: LaneID?
    /// Every entry by hand from this instant on is known; nil if none has been forgotten.
    public var entries: FleetInstant?
    /// How many sessions that have been forgotten were started by users: they count for ever.
    public var starts: [UInt32: StartCount] = [:]

    public init(
        own: FleetInstant? = nil, started: FleetInstant? = nil, lastForgottenLane: LaneID? = nil,
        entries: FleetInstant? = nil
    ) {
        self.own = own
        self.started = started
        self.lastForgottenLane = lastForgottenLane
        self.entries = entries
    }

    /// Every line of sessions from this instant on can be computed; nil if nothing has been
    /// forgotten.
    public var latestOfSessions: FleetInstant? { [own, started].compactMap { $0 }.max() }

    /// Every line from this instant on can be computed; nil if nothing has been forgotten.
    public var latest: FleetInstant? { [own, started, entries].compactMap { $0 }.max() }

    /// Nothing has been forgotten.
    public static let everything = CommandRetention()
}

/// How many sessions one user has started: a value.
public struct StartCount: Hashable, Sendable {
    /// Sessions started in the fleet's life.
    public private(set) var ever: Int
    /// The last day on which one was started, on the machine's clock, from 1970 in UTC.
    public private(set) var day: Int32
    /// How many were started on that day.
    public private(set) var ofDay: Int

    public init(ever: Int = 0, day: Int32 = 0, ofDay: Int = 0) {
        self.ever = ever
        self.day = day
        self.ofDay = ofDay
    }

    /// Counts the next session that is started. Its day replaces ``day``, even an earlier day after
    /// the machine's clock was set back.
    public mutating func addNext(on day: Int32) {
        ever += 1
        ofDay = day == self.day ? ofDay + 1 : 1
        self.day = day
    }

    /// Adds the counts of other sessions of the same user, of whatever time.
    public mutating func add(_ other: StartCount) {
        ever += other.ever
        guard other.day >= day else { return }
        ofDay = other.day == day ? ofDay + other.ofDay : other.ofDay
        day = other.day
    }

    /// How many were started on a day, unless it lies before ``day``.
    public func count(on day: Int32) -> Int { day == self.day ? ofDay : 0 }
}

/// Commands that are to be forgotten, and what is known once they are.
public struct ForgottenSessions: Hashable, Sendable {
    /// Commands on these sessions are forgotten.
    public let sessions: Set<SessionName>
    /// Commands on these samples by hand, removals included, are forgotten.
    public let entries: Set<EntryName>
    public let retention: CommandRetention

    public init(
        _ sessions: Set<SessionName>, _ retention: CommandRetention,
        entries: Set<EntryName> = []
    ) {
        self.sessions = sessions
        self.entries = entries
        self.retention = retention
    }

    /// Whether a command is one of them. O(1).
    public func contains(_ command: SessionCommand) -> Bool {
        guard command.session.isBook else { return sessions.contains(command.session) }
        return !entries.isEmpty
            && entries.contains(
                EntryName(lane: command.session.flownLane, instant: command.instant))
    }
}
