import FlightPhases
import Simulation
import Vocabulary

/// Everything that one session has to say at one instant, before any channel looks at it.
package struct FlightStep: Sendable {
    package var session: SessionName
    package var instant: FleetInstant
    /// Time since the session's start without its pauses.
    package var sessionTime: FleetDuration
    /// The phase after this step.
    package var phase: Phase
    package var starts = false
    package var resumes = false
    package var sample: Sample?
    /// What only the simulator knows of the sample; nil of a recording.
    package var truth: Truth?
    /// The phase that the bands give for the truth; nil without a truth.
    package var truePhase: Phase?
    package var stage: FlightStage = .beforeRun
    /// Whether session time can stand still while the fleet's goes on; false only of a session that
    /// never pauses from its start to its end.
    package var mayPause = true
    package var transition: PhaseTransition?
    package var advisory: AdvisoryChange?
    package var pauses = false
    package var ends = false

    /// Whether the session, its state or its phase is another after the step.
    var changesState: Bool { starts || resumes || pauses || ends || transition != nil }
}

/// Where a session stands between its beginning and its end.
package enum FlightState: String, CaseIterable, Sendable {
    /// Its start lies ahead.
    case scheduled
    case flying
    case paused
    case landed
}

extension LaneFlight {
    package var lane: LaneID { session.lane }

    /// Whether the session has begun and has not ended.
    var isUnderWay: Bool { isOpen && !hasEnded }

    /// Adds to the step that was taken last where the athlete is, as the device tells it; returns
    /// where the athlete truly is, if that is known.
    @discardableResult
    package func locate(_ step: inout FlightStep) -> Site? {
        guard step.sample != nil, let run = source.simulation else { return nil }
        run.locate(&step.sample!)
        return run.trueSite
    }

    /// How far off the device takes its place at the last step to be; nil where it has none, and of
    /// a recording.
    package var placeAccuracy: PlaceAccuracy? { source.simulation?.placeAccuracy }

    package var state: FlightState {
        if hasEnded { return .landed }
        guard isOpen else { return .scheduled }
        return isPaused ? .paused : .flying
    }
}
