import Vocabulary

/// The state machine of a flight's phases, driven by evidence of effort and by the plan's stage.
///
/// Phases move forward only: a stage that belongs to an earlier phase changes nothing. While heart
/// rate is unknown it ends no phase, and its claim to another band must be held anew. The machine
/// is a value; a copy gives the same transitions.
public struct FlightPhaseMachine: Hashable, Sendable {
    private enum State: Hashable {
        case preflight
        case takeoff(since: SessionTick, heldBand: HeldClaim<EffortBand>?)
        case underWay(Leg, heldBand: HeldClaim<EffortBand>?)
        case approach(since: SessionTick)
        case touchdown(since: SessionTick)
    }

    private var state = State.preflight
    private let approachCause: PhaseTransition.Cause

    /// - Parameter onMission: whether the final part is the last distance of a mission; otherwise
    ///   it is the plan's cool-down.
    public init(onMission: Bool = false) {
        approachCause = onMission ? .finalDistance : .coolDown
    }

    public var phase: Phase {
        switch state {
        case .preflight: .preflight
        case .takeoff: .takeoff
        case .underWay(let leg, _): leg.band.phase
        case .approach: .approach
        case .touchdown: .touchdown
        }
    }

    /// When the present phase began, in session time.
    public var phaseStart: FleetDuration {
        switch state {
        case .preflight: .zero
        case .takeoff(let since, _): since.instant
        case .underWay(let leg, _): leg.since
        case .approach(let since), .touchdown(let since): since.instant
        }
    }

    /// Advances to the evidence at `instant` of session time; returns the change of phase, if any.
    ///
    /// Traps if `instant` lies before the present phase's start.
    public mutating func observe(
        _ evidence: PhaseEvidence, at instant: FleetDuration,
        thresholds: PhaseThresholds = .standard
    ) -> PhaseTransition? {
        precondition(
            instant >= phaseStart, "evidence at \(instant) in \(phase), which began \(phaseStart)")
        switch evidence.stage {
        case .beforeRun: return nil
        case .running: return run(evidence, at: instant, thresholds)
        case .finalPart: return approach(evidence, at: instant)
        case .afterRun: return touchDown(fraction: evidence.fraction, at: instant)
        }
    }

    /// Ends the flight at `instant`, in any phase; returns nil if it had ended before.
    public mutating func land(at instant: FleetDuration) -> PhaseTransition? {
        precondition(
            instant >= phaseStart, "landing at \(instant) in \(phase), which began \(phaseStart)")
        return touchDown(fraction: nil, at: instant)
    }
}

extension FlightPhaseMachine {
    private mutating func run(
        _ evidence: PhaseEvidence, at instant: FleetDuration, _ thresholds: PhaseThresholds
    ) -> PhaseTransition? {
        switch state {
        case .preflight:
            return change(
                to: .takeoff(since: SessionTick(instant), heldBand: nil), .runStarted,
                fraction: evidence.fraction)
        case .takeoff(let since, let held):
            return takeOff(evidence, at: instant, since: since, held: held, thresholds)
        case .underWay(let leg, let held):
            return fly(leg, evidence, at: instant, held: held, thresholds)
        case .approach, .touchdown:
            return nil
        }
    }

    private mutating func takeOff(
        _ evidence: PhaseEvidence, at instant: FleetDuration, since: SessionTick,
        held: HeldClaim<EffortBand>?, _ thresholds: PhaseThresholds
    ) -> PhaseTransition? {
        let reading = reading(of: evidence, in: nil, thresholds)
        let lasted = instant - since.instant
        if lasted >= thresholds.takeoff.timeLimit {
            let leg = Leg(band: reading?.band ?? .cruise, before: nil, since: instant)
            return change(
                to: .underWay(leg, heldBand: nil), .takeoffTimeLimit, fraction: evidence.fraction)
        }
        let isOver = !thresholds.isTakingOff(fraction: evidence.fraction, trend: evidence.trend)
        guard isOver, let reading else {
            state = .takeoff(since: since, heldBand: nil)
            return nil
        }
        let claim = HeldClaim(reading.band, after: held, at: instant)
        guard lasted >= thresholds.takeoff.dwell,
            instant - claim.since >= thresholds.timing(of: reading.band.phase).hold
        else {
            state = .takeoff(since: since, heldBand: claim)
            return nil
        }
        return enter(reading, after: nil, claim, evidence, at: instant)
    }

    private mutating func fly(
        _ leg: Leg, _ evidence: PhaseEvidence, at instant: FleetDuration,
        held: HeldClaim<EffortBand>?, _ thresholds: PhaseThresholds
    ) -> PhaseTransition? {
        let reading = reading(of: evidence, in: leg.band, thresholds)
        guard let reading, reading.band != leg.band else {
            state = .underWay(leg, heldBand: nil)
            return nil
        }
        let claim = HeldClaim(reading.band, after: held, at: instant)
        guard instant - leg.since >= thresholds.dwell(of: leg, before: reading.band),
            instant - claim.since >= thresholds.timing(of: reading.band.phase).hold
        else {
            state = .underWay(leg, heldBand: claim)
            return nil
        }
        return enter(reading, after: leg.band, claim, evidence, at: instant)
    }

    private func reading(
        of evidence: PhaseEvidence, in band: EffortBand?, _ thresholds: PhaseThresholds
    ) -> EffortReading? {
        evidence.fraction.map {
            thresholds.effort(
                fraction: $0, trend: evidence.trend, climb: band == .climb ? .leave : .enter,
                descent: band == .descent ? .leave : .enter)
        }
    }

    private mutating func enter(
        _ reading: EffortReading, after before: EffortBand?, _ claim: HeldClaim<EffortBand>,
        _ evidence: PhaseEvidence, at instant: FleetDuration
    ) -> PhaseTransition {
        let leg = Leg(band: reading.band, before: before, since: instant)
        return change(
            to: .underWay(leg, heldBand: nil), reading.cause, held: instant - claim.since,
            fraction: evidence.fraction)
    }

    private mutating func approach(
        _ evidence: PhaseEvidence, at instant: FleetDuration
    ) -> PhaseTransition? {
        switch state {
        case .preflight, .takeoff, .underWay:
            change(
                to: .approach(since: SessionTick(instant)), approachCause,
                fraction: evidence.fraction)
        case .approach, .touchdown:
            nil
        }
    }

    private mutating func touchDown(fraction: Double?, at instant: FleetDuration)
        -> PhaseTransition?
    {
        switch state {
        case .preflight, .takeoff, .underWay, .approach:
            change(to: .touchdown(since: SessionTick(instant)), .runEnded, fraction: fraction)
        case .touchdown:
            nil
        }
    }

    private mutating func change(
        to next: State, _ cause: PhaseTransition.Cause, held: FleetDuration = .zero,
        fraction: Double?
    ) -> PhaseTransition {
        let from = phase
        state = next
        return PhaseTransition(from: from, to: phase, cause: cause, held: held, fraction: fraction)
    }
}

/// The part of a flight in one band of effort.
private struct Leg: Hashable, Sendable {
    let band: EffortBand
    /// The band before it; nil after takeoff.
    let before: EffortBand?
    private let sinceTick: SessionTick

    init(band: EffortBand, before: EffortBand?, since: FleetDuration) {
        self.band = band
        self.before = before
        sinceTick = SessionTick(since)
    }

    var since: FleetDuration { sinceTick.instant }
}

extension PhaseThresholds {
    /// The least duration of `leg` before `next` can follow.
    fileprivate func dwell(of leg: Leg, before next: EffortBand) -> FleetDuration {
        next == leg.before ? returnDwell : timing(of: leg.band.phase).dwell
    }
}
