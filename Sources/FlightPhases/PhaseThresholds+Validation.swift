import Vocabulary

extension PhaseThresholds {
    static func validate(high: Level, low: Level) {
        precondition(
            high.leave < high.enter, "high is left at \(high.leave), entered at \(high.enter)")
        precondition(
            low.enter < low.leave, "low is left at \(low.leave), entered at \(low.enter)")
        precondition(
            low.leave < high.leave, "low reaches \(low.leave), into high from \(high.leave)")
    }

    static func validate(rising: Level, falling: Level) {
        precondition(
            0 < rising.leave && rising.leave < rising.enter,
            "rising is left at \(rising.leave), entered at \(rising.enter)")
        precondition(
            falling.enter < falling.leave && falling.leave < 0,
            "falling is left at \(falling.leave), entered at \(falling.enter)")
    }

    static func validate(_ takeoff: Takeoff, rising: Level) {
        precondition(
            takeoff.fraction.isFinite && 0 <= takeoff.trend && takeoff.trend <= rising.enter,
            "takeoff ends at fraction \(takeoff.fraction) and trend \(takeoff.trend)")
        precondition(
            .zero <= takeoff.dwell && takeoff.dwell <= takeoff.timeLimit,
            "takeoff's dwell \(takeoff.dwell) and time limit \(takeoff.timeLimit) contradict")
    }

    static func validate(_ timing: Timing, returnDwell: FleetDuration) {
        precondition(
            timing.hold >= .zero && timing.dwell >= .zero && returnDwell >= timing.dwell,
            "hold \(timing.hold), dwell \(timing.dwell) and return dwell \(returnDwell) contradict")
    }
}
