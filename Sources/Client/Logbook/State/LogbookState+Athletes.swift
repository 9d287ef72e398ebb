import FlightDisplay
import Vocabulary

/// The choice of the athlete.
extension LogbookState {
    /// Shows the same page of another athlete.
    mutating func show(lane: Int) {
        guard lane != place.lane else { return }
        (place.chosenLane, place.lane) = (lane, lane)
        (place.row, place.run) = (0, nil)
        if place.page == .run { place.page = .day }
        laneQuestion = LaneQuestion()
        laneQuestion.ask()
        // The ranges and runs on the shelf belong to one athlete.
        shelf = LogShelf()
        streams = []
    }

    /// Shows the next or the previous athlete; the first follows the last. Lanes that commands
    /// started count as after the last.
    mutating func turnAthlete(by steps: Int) {
        guard let fleet, fleet.sessions > 0 else { return }
        let count = fleet.sessions
        let beyond = steps > 0 ? -1 : count
        let ordinal = fleet.flies(place.lane) ? fleet.shard.ordinal(from: place.lane) : beyond
        show(lane: fleet.shard.lane(at: (ordinal + steps + count) % count))
    }
}
