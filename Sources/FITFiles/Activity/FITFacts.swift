import Simulation
import Vocabulary

/// Where the laps of an activity end.
package enum FITLapRule: String, CaseIterable, Sendable {
    /// At the sample that completes a kilometre.
    case kilometre
    /// At the sample with which the phase changes.
    case phase
}

/// What is known of an activity besides its samples.
package struct FITFacts: Sendable {
    /// The name of the session.
    package let name: String
    /// The plan, the athlete, the limits of heart rate.
    package let profile: SessionProfile
    /// Of the device; not 0.
    package let serialNumber: UInt32
    package let laps: FITLapRule
    /// Whether phases, calls and the truth stand in developer fields.
    package let tellsTruth: Bool
    /// Seconds by which local time is ahead of UTC.
    package let localOffset: @Sendable (FleetInstant) -> Int

    package init(
        name: String, profile: SessionProfile, serialNumber: UInt32, laps: FITLapRule = .kilometre,
        tellsTruth: Bool = false,
        localOffset: @escaping @Sendable (FleetInstant) -> Int = { _ in 0 }
    ) {
        self.name = name
        self.profile = profile
        self.serialNumber = serialNumber
        self.laps = laps
        self.tellsTruth = tellsTruth
        self.localOffset = localOffset
    }
}

/// A point of a run, in fleet time and without its pauses.
package struct FITPoint: Hashable, Sendable {
    package let instant: FleetInstant
    package let sessionTime: FleetDuration

    package init(_ instant: FleetInstant, sessionTime: FleetDuration) {
        self.instant = instant
        self.sessionTime = sessionTime
    }
}

/// A sample of a run, and what is known with it.
package struct FITMoment: Sendable {
    package let point: FITPoint
    package let sample: Sample
    /// After the sample.
    package let phase: Phase
    /// The call of a mission that stands; nil for silence.
    package let call: Advisory?
    /// Nil of a recording.
    package let truth: Truth?
    package let truePhase: Phase?

    package init(
        _ sample: Sample, at point: FITPoint, phase: Phase, call: Advisory? = nil,
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

/// Numbers of the profile for sports and their kinds.
package enum FITSport {
    package static let running: Int64 = 1

    /// Whether the records are a runner's: running, walking, hiking, the treadmill among fitness
    /// equipment, and what is not told.
    static func isOnFoot(_ sport: Int64, kind: Int64?) -> Bool {
        [generic, running, 11, 17].contains(sport) || sport == 4 && kind == 1
    }

    private static let (generic, street, trail, track): (Int64, Int64, Int64, Int64) = (0, 2, 3, 4)

    /// Where a plan is run: its repetitions of 800 m on a track, fartlek on trails, a recording
    /// nobody knows where, all else on streets.
    static func kind(ofPlan name: String) -> Int64 {
        switch PlanKind(rawValue: name) {
        case .repetitions: track
        case .fartlek: trail
        case .easy, .long, .mission, .intervals, .tempo, .progression: street
        case nil: generic
        }
    }

    /// A sport in words, as the profile names it.
    static func name(of sport: Int64) -> String {
        let names: [Int64: String] = [
            2: "cycling", 3: "a transition", 4: "on fitness equipment", 5: "swimming",
            6: "basketball", 7: "soccer", 8: "tennis", 10: "training",
            12: "cross-country skiing", 13: "alpine skiing", 14: "snowboarding", 15: "rowing",
            16: "mountaineering", 18: "multisport", 19: "paddling", 21: "e-biking", 25: "golf",
            30: "inline skating", 31: "rock climbing", 32: "sailing", 33: "ice skating",
            35: "snowshoeing", 37: "stand-up paddling", 41: "kayaking", 53: "diving",
        ]
        return names[sport] ?? "sport \(sport)"
    }
}
