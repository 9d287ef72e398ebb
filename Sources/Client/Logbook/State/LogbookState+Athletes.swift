import FlightDisplay
import Vocabulary

/// The choice of the athlete.
extension LogbookState {
    /// Shows the same page of another athlete.
    mutating func show(lane: LaneID) {
        guard lane != place.lane else { return }
        (place.chosenLane, place.lane) = (lane, lane)
        (place.row, place.run) = (0, nil)
        if place.page == .run { place.page = .day }
        laneQuestion = LaneQuestion()
        laneQuestion.ask()
        // The ranges and runs on the shelf belong to one athlete.
        shelf = LogShelf()
        streams = []
        fitMetric()
    }

    /// Shows the next or the previous athlete.
    mutating func turnAthlete(by steps: Int) {
        if let next = fleet?.lane(from: place.lane, by: steps) { show(lane: next) }
    }
}
