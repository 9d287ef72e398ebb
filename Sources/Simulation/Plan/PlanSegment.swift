import Vocabulary

/// A stretch of a plan with a steadily changing intensity.
public struct PlanSegment: Equatable, Sendable {
    public var part: PlanPart
    // A plan lasts for an hour, and every session keeps one.
    private let durationTicks: Int32
    /// Share of the oxygen uptake reserve at the beginning; 0 is standing.
    public var startIntensity: Double
    /// Share of the oxygen uptake reserve at the end.
    public var endIntensity: Double

    init(_ part: PlanPart, seconds: Int64, from startIntensity: Double, to endIntensity: Double) {
        self.part = part
        durationTicks = Int32(FleetDuration.seconds(seconds).ticks)
        self.startIntensity = startIntensity
        self.endIntensity = endIntensity
    }

    init(_ part: PlanPart, seconds: Int64, at intensity: Double) {
        self.init(part, seconds: seconds, from: intensity, to: intensity)
    }

    public var duration: FleetDuration { FleetDuration(ticks: Int64(durationTicks)) }

    /// The intensity when `elapsed` of the segment has passed.
    func intensity(after elapsed: FleetDuration) -> Double {
        let share = Double(elapsed.ticks) / Double(duration.ticks)
        return startIntensity + (endIntensity - startIntensity) * share
    }
}
