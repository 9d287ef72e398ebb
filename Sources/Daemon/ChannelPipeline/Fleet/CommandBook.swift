import Vocabulary

/// The live commands of a fleet: sessions that were started, changes of sessions, and samples by
/// hand.
///
/// Commands are only appended; those of sessions that ended long ago are forgotten. No line that is
/// due before a command's instant depends on the command, so a replay of the past may use the book
/// of the present. Copies share what they have in common: a copy costs nothing, and to enter a
/// command in one of them is O(1), however many commands there are.
package struct CommandBook: Sendable {
    private var sessions = SessionMap<CommandedSession>()
    private(set) var started = StartedLanes()
    /// The entries by hand in the books of days.
    var entries = ManualEntries()
    /// The number of commands, without ``entries``.
    package private(set) var count = 0
    /// The instants since which commands are known.
    package private(set) var retention = CommandRetention.everything
    /// What each user has caused the fleet to keep.
    private(set) var users = UserStocks()
    /// How often commands have been forgotten.
    private(set) var forgettings = 0

    /// A book without commands.
    package init() {}

    /// Every lane that was started, ascending; includes those that have ended or not yet begun.
    /// O(started lanes).
    package var startedLanes: [LaneID] { started.all }
    package var hasStartedLanes: Bool { !started.isEmpty }

    /// Every started lane that still has lines: the lanes known, and forgotten ones whose books
    /// have entries by hand. O(started lanes and lanes with entries).
    var lanesWithSomething: [LaneID] {
        let forgotten = entries.allLanes.filter { isForgotten($0) }
        return forgotten.isEmpty ? started.all : (started.all + forgotten).sorted()
    }

    /// The highest number of a lane that was ever started.
    var lastStartedLane: LaneID? {
        switch (started.last, retention.lastForgottenLane) {
        case (let last?, let forgotten?): max(last, forgotten)
        case (let last, let forgotten): last ?? forgotten
        }
    }

    /// Whether a session of the lane was started, and has been forgotten.
    package func isForgotten(_ lane: LaneID) -> Bool {
        guard let last = retention.lastForgottenLane, lane >= .firstStarted else {
            return false
        }
        return lane <= last && started(lane) == nil
    }

    /// When a started lane begins; nil for any other.
    func start(of lane: LaneID) -> FleetInstant? { started(lane)?.start?.instant }

    /// The user who has started a lane; nil for root, the daemon's user and any other lane.
    func starter(of lane: LaneID) -> UInt32? { started(lane)?.start?.user }

    /// The order that a lane was started with; an empty one for any other lane.
    func order(of lane: LaneID) -> StartOrder { started(lane)?.start?.order ?? StartOrder() }

    /// When a started lane ends unless there is another command; nil while it is paused, and for
    /// any other lane.
    func end(of lane: LaneID) -> FleetInstant? { started(lane)?.endOfStarted }

    /// The commands on a session after its start, in the order of their instants.
    package func changes(of session: SessionName) -> [SessionChange] {
        sessions[session]?.changes ?? []
    }

    /// The last change of a session up to and including an instant; see ``CommandedSession``.
    func change(of session: SessionName, at instant: FleetInstant) -> SessionChange? {
        sessions[session]?.change(at: instant)
    }

    /// Appends a command that has been checked. Traps if it is earlier than the session's last
    /// command, starts a lane that is not above all others, or removes what is not there.
    mutating func enter(_ command: SessionCommand) {
        if !command.session.isBook { count += 1 }
        let instant = command.instant
        switch command.action {
        case .start(let order):
            let start = CommandedSession.Start(
                instant: instant, order: order, user: command.user, day: command.day)
            sessions.update(command.session, or: CommandedSession()) { $0.start = start }
            started.append(command.session.lane, end: instant + .lap)
        case .pause: change(command, .pause)
        case .resume: change(command, .resume)
        case .stop: change(command, .stop)
        case .add(let sample): entries.append(ManualEntry(sample, command))
        case .remove(let removed):
            guard let entry = entries.entry(of: command.session.flownLane, at: removed) else {
                preconditionFailure("removal of what is not there")
            }
            if let adder = entry.user { users.noteRemoval(ofEntryBy: adder) }
            entries.append(ManualEntry(removing: entry, command))
        }
        if let user = command.user { users.note(command, by: user) }
    }

    private mutating func change(_ command: SessionCommand, _ kind: SessionChange.Kind) {
        let session = command.session
        let end = sessions.update(session, or: CommandedSession()) { commanded in
            commanded.append(kind, at: command.instant, by: command.user)
            return commanded.endOfStarted
        }
        if session.lane >= .firstStarted { started.setEnd(end, of: session.lane) }
    }

    /// Has ``StartedLanes`` forget which lanes flew before an instant.
    mutating func sweep(through instant: FleetInstant) { started.sweep(through: instant) }

    private func started(_ lane: LaneID) -> CommandedSession? {
        guard lane >= .firstStarted else { return nil }
        let session = sessions[SessionName(lane: lane, lap: 0)]
        return session?.start == nil ? nil : session
    }
}

/// How commands are forgotten.
extension CommandBook {
    /// Calls `body` with every session that has commands. O(sessions).
    func forEachSession(_ body: (SessionName, CommandedSession) -> Void) { sessions.forEach(body) }

    /// Notes which commands have been forgotten, before the others are entered.
    mutating func remember(since retention: CommandRetention) {
        self.retention = retention
        users.remember(retention.starts)
    }

    /// Forgets commands. O(sessions, started lanes and entries by hand).
    mutating func forget(_ forgotten: ForgottenSessions) {
        for session in forgotten.sessions {
            count -= sessions.remove(session)?.commandCount ?? 0
        }
        entries.forget(forgotten.entries)
        retention = forgotten.retention
        forgettings += 1
        started.remove { forgotten.sessions.contains(SessionName(lane: $0, lap: 0)) }
        users.recount { count in
            sessions.forEach { _, session in session.forEachShared { count(.command, $0, $1) } }
            entries.forEachShared { count($0, $1, $2) }
        }
    }
}

extension CommandBook {
    /// The most bytes that a command takes in a book and in a later copy of it that shares nothing
    /// of it: a start, or the only change of a session.
    package static var commandBytesMax: Int {
        let row = SessionMap<CommandedSession>.rowBytes
        return 2 * (row + max(StartedLanes.laneBytes, CommandedSession.changeBytes + 48))
    }

    /// The most bytes of a book without commands, together with a later copy of it.
    package static var frameBytesMax: Int { 2 * SessionMap<CommandedSession>.frameBytes }

    /// The most bytes that a sample by hand takes in a book, with its removal.
    package static var sampleBytesMax: Int { ManualEntries.sampleBytesMax }

    /// The most bytes that the stocks of users take in a book and in a later copy of it.
    package static var userBytesMax: Int { 2 * UserStocks.bytesMax }
}
