/// The phases of a flight, in the order of a plain one.
package enum Phase: String, CaseIterable, Sendable {
    case preflight, takeoff, climb, cruise, descent, approach, touchdown
}

/// Where the plan or the recording stands: what the phase machine is told besides heart rate.
package enum FlightStage: String, CaseIterable, Sendable {
    /// Standing before the run.
    case beforeRun
    case running
    /// The plan's cool-down, or the last part of a mission's distance.
    case finalPart
    /// The run or the recording is over.
    case afterRun
}

/// The calls of a mission; `minimums` outranks the others.
package enum Advisory: String, CaseIterable, Sendable {
    case glidePath = "glide_path"
    case sinkRate = "sink_rate"
    case overspeed
    case minimums
}

/// What a mission sets out to do.
package struct Mission: Hashable, Sendable {
    /// Metres.
    package var targetDistance: Double
    /// Metres per second.
    package var targetSpeed: Double
    /// Allowed deviation of pace to either side, in seconds per kilometre.
    package var paceDeviation: Double

    package init(targetDistance: Double, targetSpeed: Double, paceDeviation: Double) {
        self.targetDistance = targetDistance
        self.targetSpeed = targetSpeed
        self.paceDeviation = paceDeviation
    }

    /// Seconds per kilometre.
    package var targetPace: Double { 1000 / targetSpeed }
}
