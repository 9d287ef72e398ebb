import Vocabulary

/// What a client wants done to a session, or entered by hand, while the fleet flies.
public enum CommandRequest: Hashable, Sendable {
    /// - Parameter at: the first tick at or after the requested time; nil is the next tick.
    case start(StartOrder, at: FleetInstant?)
    case pause(SelectedSessions)
    case resume(SelectedSessions)
    case stop(SelectedSessions)
    case add(ManualSample, lane: LaneID)
    case remove(EntryName)
}

/// In the words of a request, for a person: `pause s7`.
extension CommandRequest: CustomStringConvertible {
    public var description: String {
        switch self {
        case .start(let order, at: _): order.athlete.map { "start of s\($0)" } ?? "start"
        case .pause(let session): "pause \(session)"
        case .resume(let session): "resume \(session)"
        case .stop(let session): "stop \(session)"
        case .add(let sample, let lane): "add \(sample.metric.name) of s\(lane)"
        case .remove(let entry): "remove \(entry)"
        }
    }
}

extension CommandRequest {
    /// Checks the fields of a start; throws at the first that cannot be used.
    init(start fields: RequestObject, _ clock: () -> MomentClock) throws(WireError) {
        let plan = try fields.value("plan", PlanKind.init(rawValue:)) {
            "There is no plan \(Excerpt.quoted($0))."
        }
        let athlete = try fields.integer("athlete", in: 0..<LaneID.limit) {
            "There is no lane \($0)."
        }
        let instant = try fields.text("at").map { text throws(WireError) in
            FleetInstant(
                notBefore: try MomentField.microseconds(
                    text, "at", of: .start, looksAhead: true, by: clock))
        }
        let order = StartOrder(plan: plan, athlete: athlete.map(LaneID.init(index:)))
        self = .start(order, at: instant)
    }

    /// The session that a pause, a resume or a stop is about.
    static func session(_ object: RequestObject) throws(WireError) -> SelectedSessions {
        try object.required("session", SelectedSessions.init(parsing:)) {
            "\(Excerpt.quoted($0)) is not the name of a session."
        }
    }
}

extension LineBuffer {
    /// Appends what the answer to a command says: of a command on a session the session, when the
    /// command takes effect, and the anchor after which the lines show its effect; of an entry by
    /// hand the entry, its book, and the anchor of its line.
    ///
    /// - Parameter isDurable: whether the command outlives the daemon.
    public mutating func appendEffect(
        of command: SessionCommand, identity: IdentityHash, isDurable: Bool
    ) {
        let (session, instant) = (command.session, command.instant)
        let position: StreamPosition
        if session.isBook {
            let entry = EntryName(lane: session.flownLane, instant: instant)
            appendField("entry", entry.description)
            appendField("session", session.description)
            position = StreamPosition(instant, lane: session.flownLane, .manual)
        } else {
            appendField("session", session.description)
            appendName("at")
            appendTime(instant)
            position = StreamPosition(after: instant - FleetDuration(ticks: 1))
        }
        appendField("anchor", Anchor(identity: identity, position: position).description)
        appendField("durable", isDurable)
    }
}
