import Vocabulary

/// Distance and steps of a recording, summed exactly from speed and cadence.
struct RecordedTotals: Sendable {
    /// Speed units (mm/s) times ticks.
    private var speedTicks: Int64 = 0
    /// Cadence units (0.1 steps/min) times ticks.
    private var cadenceTicks: Int64 = 0

    /// Speed units times ticks in a centimetre, the unit of distance.
    private static let speedTicksPerUnit = 10 * FleetDuration.ticksPerSecond
    /// Cadence units times ticks in a step.
    private static let cadenceTicksPerStep = 600 * FleetDuration.ticksPerSecond

    /// Adds what `sample` stands for and fills in its totals: distance where it has speed, steps
    /// where it has cadence. Distance is rounded to centimetres with ties to even, a step counts
    /// when it is complete.
    mutating func add(to sample: inout Sample, for duration: FleetDuration) {
        if let speed = sample[.speed] {
            speedTicks += speed * duration.ticks
            sample[.distance] = speedTicks.dividedRoundingToEven(by: Self.speedTicksPerUnit)
        }
        if let cadence = sample[.cadence] {
            cadenceTicks += cadence * duration.ticks
            sample[.steps] = cadenceTicks / Self.cadenceTicksPerStep
        }
    }
}
