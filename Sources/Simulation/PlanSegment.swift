import Vocabulary

/// A stretch of a plan with a steadily changing intensity.
package struct PlanSegment: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case warmUp, steady, work, recovery, coolDown
    }

    package var kind: Kind
    package var duration: FleetDuration
    /// Share of the oxygen uptake reserve at the beginning; 0 is standing.
    package var startIntensity: Double
    /// Share of the oxygen uptake reserve at the end.
    package var endIntensity: Double

    init(_ kind: Kind, seconds: Int64, from startIntensity: Double, to endIntensity: Double) {
        self.kind = kind
        self.duration = .seconds(seconds)
        self.startIntensity = startIntensity
        self.endIntensity = endIntensity
    }

    init(_ kind: Kind, seconds: Int64, at intensity: Double) {
        self.init(kind, seconds: seconds, from: intensity, to: intensity)
    }

    /// The intensity when `elapsed` of the segment has passed.
    func intensity(after elapsed: FleetDuration) -> Double {
        let share = Double(elapsed.ticks) / Double(duration.ticks)
        return startIntensity + (endIntensity - startIntensity) * share
    }
}
