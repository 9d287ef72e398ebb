import Vocabulary
import WireProtocol

/// How far the display has come with an athlete who rests.
struct RestState: Equatable, Sendable {
    /// Since when it is known that the lane has no session; nil while it may have one.
    private(set) var since: FleetInstant?
    /// Whether the daemon is to be asked what the lane flies next.
    var isAsked = false
    var record: RestRecord?

    /// The lane has nothing to show at an instant.
    mutating func begin(at instant: FleetInstant) {
        guard since == nil else { return }
        (since, isAsked) = (instant, true)
    }

    /// A session of the lane has begun, or another lane is shown.
    mutating func end() { self = RestState() }
}

/// An athlete who rests has no line to wait for: the daemon is asked what is known.
extension DisplayState {
    /// The flight view has caught up: a lane by the calendar that has sent no snapshot rests.
    mutating func noteRest() {
        guard fleet?.hasDays ?? false, preferences.view == .flight, let lane else { return }
        if let card = picture.flight?.card {
            guard LaneName.lane(of: card.session) != lane else { return }
            // The session on the screen is that of the lane before.
            picture.flight = nil
        }
        rest.begin(at: heardInstant)
        resubscribe(.rest)
    }

    mutating func takeRest(_ line: JSONValue) {
        guard let session = line["sessions"]?.items.first,
            session["session"]?.text.flatMap(LaneName.lane) == lane
        else { return }
        rest.record = RestRecord(session: session)
    }
}
