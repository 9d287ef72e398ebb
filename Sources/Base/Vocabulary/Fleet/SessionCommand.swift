/// What an operator does to one session or to the book of a day, and from which instant on.
///
/// The fleet's identity and its live commands decide every byte of its lines. A line can be
/// computed again only with the commands that were in force.
public struct SessionCommand: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        /// Begins a session on a lane of its own, which flies it once.
        case start(StartOrder)
        /// Session time stands still from the instant on.
        case pause
        case resume
        /// Ends the session.
        case stop
        /// Enters a sample by hand in a book.
        case add(ManualSample)
        /// Takes back the sample by hand that lies at an instant, of the book's lane.
        case remove(FleetInstant)
    }

    /// The session; for an entry by hand, the book of the day that contains the instant.
    public var session: SessionName
    /// When the command takes effect: an instant at which the lane can have lines, and of which
    /// none had been published when the command was given.
    public var instant: FleetInstant
    public var action: Action
    /// The number of the user who gave the command and uses a share of what a fleet keeps;
    /// ``unknownUser`` for all users whom the kernel does not tell. Nil for root and the daemon's
    /// user, and for a command that an earlier daemon has kept.
    public var user: UInt32?
    /// For a start by a ``user``, the day on the machine's clock on which it was given, from 1970
    /// in UTC; nil for any other command.
    public var day: Int32?

    /// No user has this number.
    public static let unknownUser = UInt32.max

    public init(
        _ action: Action, _ session: SessionName, at instant: FleetInstant, by user: UInt32? = nil,
        on day: Int32? = nil
    ) {
        self.session = session
        self.instant = instant
        self.action = action
        self.user = user
        self.day = day
    }
}

/// What a started session flies. What is left out is drawn, as for any other session.
public struct StartOrder: Hashable, Sendable {
    public var plan: PlanKind?
    /// The lane whose athlete flies; the new lane's own if left out.
    public var athlete: LaneID?

    public init(plan: PlanKind? = nil, athlete: LaneID? = nil) {
        self.plan = plan
        self.athlete = athlete
    }
}
