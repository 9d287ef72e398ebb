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

    /// Of what is done by hand, the book of the day that contains the instant.
    public var session: SessionName
    /// When the command takes effect: an instant at which the lane can have lines, and of which
    /// none had been published when the command was given.
    public var instant: FleetInstant
    public var action: Action

    public init(_ action: Action, _ session: SessionName, at instant: FleetInstant) {
        self.session = session
        self.instant = instant
        self.action = action
    }
}

/// What a started session flies. What is left out is drawn, as for any other session.
public struct StartOrder: Hashable, Sendable {
    public var plan: PlanKind?
    /// The lane whose athlete flies; the new lane's own if left out.
    public var athlete: Int?

    public init(plan: PlanKind? = nil, athlete: Int? = nil) {
        self.plan = plan
        self.athlete = athlete
    }
}
