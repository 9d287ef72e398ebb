import Vocabulary
import WireProtocol

/// The display's progress with an athlete who rests.
struct RestState: Equatable, Sendable {
    /// Since when the lane is known to have no session; nil while it may have one.
    private(set) var since: FleetInstant?
    /// Whether to ask the daemon for the lane's next session.
    var isAsked = false
    var record: RestRecord?

    /// Notes that the lane has nothing to show at an instant.
    mutating func begin(at instant: FleetInstant) {
        guard since == nil else { return }
        (since, isAsked) = (instant, true)
    }

    /// Notes that a session of the lane has begun, or that another lane is shown.
    mutating func end() { self = RestState() }
}

/// An athlete who rests sends no lines: the daemon is asked about the lane instead.
extension DisplayState {
    /// Called once the flight view has caught up: a lane by the calendar without a snapshot rests.
    mutating func noteRest() {
        guard fleet?.hasDays ?? false, preferences.view == .flight, let lane else { return }
        if let card = picture.flight?.card {
            guard LaneName.lane(of: card.session) != lane else { return }
            // The session on the screen belongs to the lane before.
            picture.flight = nil
        }
        rest.begin(at: link.heardInstant)
        resubscribe(.rest)
    }

    mutating func takeRest(_ line: JSONValue) {
        guard let session = line["sessions"]?.items.first,
            session["session"]?.text.flatMap(LaneName.lane) == lane
        else { return }
        rest.record = RestRecord(session: session)
    }
}
