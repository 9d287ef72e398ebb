import Terminal
import Vocabulary

/// The paces that a mission allows, in seconds a kilometre or a mile, and how one stands to them.
package struct PaceBand: Equatable, Sendable {
    package let target: Double
    package let deviation: Double
    /// An hour: no one allows more.
    private static let deviationMax = 3600.0

    /// Nil for a target that is no pace.
    package init?(_ mission: Mission, _ units: Units) {
        guard let target = units.pace(metresPerSecond: mission.targetSpeed) else { return nil }
        self.target = target
        let deviation = units.paceDeviation(secondsPerKilometre: mission.paceDeviation)
        self.deviation = min(max(deviation, 0), Self.deviationMax)
    }

    package var fast: Double { target - deviation }
    package var slow: Double { target + deviation }

    /// Whole seconds, as they are shown: the words must agree with the number beside them.
    package func difference(of pace: Double) -> Int {
        Int(min(max(pace - target, -3600), 3600).rounded())
    }

    package var allowed: Int { Int(deviation.rounded()) }

    package func contains(_ pace: Double) -> Bool { abs(difference(of: pace)) <= allowed }
}

extension Frame {
    /// The band of the shown mission; nil on a free flight.
    var paceBand: PaceBand? {
        picture.flight?.card.mission.flatMap { PaceBand($0, units) }
    }

    /// The shown pace; nil for standing and for what is not known.
    var pace: Double? {
        reading(.speed).value.flatMap { units.pace(metresPerSecond: $0) }
    }
}
