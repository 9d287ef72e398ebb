import Simulation
import Vocabulary

/// Where the laps of an activity end.
package enum LapRule: String, CaseIterable, Sendable {
    /// At the sample that completes a kilometre.
    case kilometre
    /// At the sample with which the phase changes.
    case phase
}

/// What is known of an activity besides its samples.
package struct ActivityFacts: Sendable {
    /// The name of the session.
    package let name: String
    /// The plan, the athlete, the limits of heart rate.
    package let profile: SessionProfile
    /// The serial number of the device; not 0.
    package let serialNumber: UInt32
    package let laps: LapRule
    /// Whether it is known where the run was; not indoors.
    package let hasPlaces: Bool
    /// Whether phases, calls and the truth stand in developer fields.
    package let tellsTruth: Bool
    /// Seconds by which local time is ahead of UTC.
    package let localOffset: @Sendable (FleetInstant) -> Int

    package init(
        name: String, profile: SessionProfile, serialNumber: UInt32, laps: LapRule = .kilometre,
        hasPlaces: Bool = false, tellsTruth: Bool = false,
        localOffset: @escaping @Sendable (FleetInstant) -> Int = { _ in 0 }
    ) {
        self.name = name
        self.profile = profile
        self.serialNumber = serialNumber
        self.laps = laps
        self.hasPlaces = hasPlaces
        self.tellsTruth = tellsTruth
        self.localOffset = localOffset
    }
}

/// A point of a run, in fleet time and without its pauses.
package struct ActivityPoint: Hashable, Sendable {
    package let instant: FleetInstant
    package let sessionTime: FleetDuration

    package init(_ instant: FleetInstant, sessionTime: FleetDuration) {
        self.instant = instant
        self.sessionTime = sessionTime
    }

    /// The point `period` earlier, without a pause between them: where a sample begins that stands
    /// for the period before it.
    package func before(_ period: FleetDuration) -> ActivityPoint {
        ActivityPoint(instant - period, sessionTime: sessionTime - period)
    }
}

/// A sample of a run, and what is known with it.
package struct ActivityMoment: Sendable {
    package let point: ActivityPoint
    package let sample: Sample
    /// The phase after the sample.
    package let phase: Phase
    /// The call of a mission that stands; nil for silence.
    package let call: Advisory?
    /// Nil for a recording.
    package let truth: Truth?
    package let truePhase: Phase?
    /// How far off the place of the sample may be; nil if the device does not tell, and for a taker
    /// that does not want it.
    package var accuracy: PlaceAccuracy?

    package init(
        _ sample: Sample, at point: ActivityPoint, phase: Phase, call: Advisory? = nil,
        truth: Truth? = nil, truePhase: Phase? = nil
    ) {
        self.point = point
        self.sample = sample
        self.phase = phase
        self.call = call
        self.truth = truth
        self.truePhase = truePhase
    }
}
