import FlightPhases
import Simulation
import Vocabulary

/// Reads phases and calls from the samples of one session.
struct FlightObserver: Sendable {
    var effort: EffortTracker
    var machine: FlightPhaseMachine
    private var truePhases: TruePhaseReader
    /// Only of a flight with a mission.
    private var advisories: Rare<AdvisoryMachine>

    init(of profile: SessionProfile) {
        let resting = Double(profile.restingHeartRate)
        let maximal = Double(profile.maximalHeartRate)
        effort = EffortTracker(resting: resting, maximal: maximal)
        truePhases = TruePhaseReader(resting: resting, maximal: maximal)
        machine = FlightPhaseMachine(onMission: profile.mission != nil)
        advisories = Rare(profile.mission.map { AdvisoryMachine(mission: $0) })
    }

    /// Which phase and which call follow from the sample at an instant of session time.
    ///
    /// - Parameter thresholds: the standard ones; looking them up takes as long as a small step.
    mutating func observe(
        _ sample: Sample, stage: FlightStage, at instant: FleetDuration,
        _ thresholds: PhaseThresholds = .standard
    ) -> (transition: PhaseTransition?, advisory: AdvisoryChange?) {
        let speed = sample[.speed].map { Metric.speed.value($0) }
        let evidence = effort.observe(
            heartRate: sample[.heartRate], speed: speed, stage: stage, at: instant)
        let transition = machine.observe(evidence, at: instant, thresholds: thresholds)
        let advisory = advisories.update { advisories in
            advisories.observe(
                speed: speed,
                distance: sample[.distance].map { Metric.distance.value($0) }, stage: stage,
                at: instant)
        }
        return (transition, advisory.flatMap(\.self))
    }

    /// Which phase is the true one.
    mutating func observe(
        _ truth: Truth, stage: FlightStage, at instant: FleetDuration,
        _ thresholds: PhaseThresholds = .standard
    ) -> Phase {
        truePhases.observe(
            drivenHeartRate: truth.drivenHeartRate, stage: stage, at: instant,
            thresholds: thresholds)
    }
}

/// The clock of a session, which stands still in its pauses.
struct FlightClock: Sendable {
    /// When the session begins.
    let start: FleetInstant
    /// Wall time minus session time: the pauses so far.
    var paused = FleetDuration.zero
    // Four bytes are enough for weeks, and every session keeps a clock.
    private var sessionTicks: Int32 = 0

    /// The session time of the last step.
    var sessionTime: FleetDuration {
        get { FleetDuration(ticks: Int64(sessionTicks)) }
        set { sessionTicks = Int32(newValue.ticks) }
    }

    init(start: FleetInstant) { self.start = start }

    /// The session time of an instant in no pause.
    func sessionTime(at instant: FleetInstant) -> FleetDuration { instant - start - paused }

    /// Ends a pause at an instant, and returns its length.
    mutating func goOn(at instant: FleetInstant) -> FleetDuration {
        let length = sessionTime(at: instant) - sessionTime
        paused = paused + length
        return length
    }
}
