import Vocabulary

/// A traffic light: red or green by the instant, for everybody alike.
struct TrafficLight: Equatable, Sendable {
    /// Seconds from one beginning of red to the next, 50...110.
    private let cycle: Double
    /// Seconds.
    private let shift: Double

    /// Red for those on foot.
    private static let shareOfRed = 0.5

    /// - Parameters:
    ///   - cycle: 0...1, from the shortest to the longest.
    ///   - phase: when red begins, a share of the cycle.
    init(cycle: Double, phase: Double) {
        self.cycle = (50 + 60 * cycle).rounded()
        shift = phase * self.cycle
    }

    /// Seconds until it is green; 0 while it is.
    func wait(at instant: FleetInstant) -> Double {
        let cycleTicks = Int64(cycle) * FleetDuration.ticksPerSecond
        // Instants before the fleet's epoch are negative.
        let into = (instant.ticks % cycleTicks + cycleTicks) % cycleTicks
        let seconds = Double(into) / Double(FleetDuration.ticksPerSecond) + shift
        let red = Self.shareOfRed * cycle - seconds.truncatingRemainder(dividingBy: cycle)
        return max(0, red)
    }
}
