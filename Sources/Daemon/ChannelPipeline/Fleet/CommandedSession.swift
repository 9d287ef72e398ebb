import Vocabulary

/// A pause, resume or stop of a session, and what it makes of the session's time together with all
/// before it: how a session stands follows from its last change alone.
package struct SessionChange: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        case pause
        case resume
        case stop
    }

    package let instant: FleetInstant
    /// How long the session has been paused by all resumes up to it.
    let shift: FleetDuration
    /// The user who gave the change; see ``SessionCommand``.
    let user: UInt32?
    package let kind: Kind
}

/// What commands have made of one session: its start, if somebody has started it, and its changes.
struct CommandedSession: Sendable {
    struct Start: Sendable {
        let instant: FleetInstant
        let order: StartOrder
        /// The user who gave the start, and its day; see ``SessionCommand``.
        let user: UInt32?
        let day: Int32?
    }

    /// The start command; nil for a session of the fleet's own lanes.
    var start: Start?
    /// The changes in the order of their instants.
    private(set) var changes: [SessionChange] = []

    init(start: Start? = nil) { self.start = start }

    /// How many commands the session has had.
    var commandCount: Int { changes.count + (start == nil ? 0 : 1) }

    /// Appends a change that has been checked. Traps if it is earlier than the last one.
    mutating func append(
        _ kind: SessionChange.Kind, at instant: FleetInstant, by user: UInt32? = nil
    ) {
        let last = changes.last
        precondition(last.map { $0.instant <= instant } ?? true, "change before the last one")
        var shift = last?.shift ?? .zero
        if kind == .resume, let last, last.kind == .pause {
            shift = shift + (instant - last.instant)
        }
        changes.append(SessionChange(instant: instant, shift: shift, user: user, kind: kind))
    }

    /// How many of its commands count in no user's share: those of root and the daemon's user.
    var unsharedCount: Int {
        changes.count { $0.user == nil } + (start.map { $0.user == nil ? 1 : 0 } ?? 0)
    }

    /// Calls `body` with each command that counts in the share of the user who gave it: a stop of a
    /// started session does not, so that there is always room for it.
    func forEachShared(_ body: (_ user: UInt32, FleetInstant) -> Void) {
        if let start, let user = start.user { body(user, start.instant) }
        for change in changes where change.kind != .stop || start == nil {
            if let user = change.user { body(user, change.instant) }
        }
    }

    /// The last change up to and including an instant. O(1) from the last change on, else
    /// O(log changes).
    func change(at instant: FleetInstant) -> SessionChange? {
        guard let last = changes.last, last.instant > instant else { return changes.last }
        var range = changes.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range =
                changes[middle].instant <= instant
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound > 0 ? changes[range.lowerBound - 1] : nil
    }

    /// When a started session ends unless there is another command; nil while it is paused, and for
    /// a session that nobody has started.
    var endOfStarted: FleetInstant? {
        guard let start else { return nil }
        switch changes.last?.kind {
        case .stop: return changes.last?.instant
        case .pause: return nil
        case .resume, nil: return start.instant + .lap + (changes.last?.shift ?? .zero)
        }
    }

    /// The most bytes that each change takes, in an array that grows by doubling.
    static var changeBytes: Int { 3 * MemoryLayout<SessionChange>.stride }
}
