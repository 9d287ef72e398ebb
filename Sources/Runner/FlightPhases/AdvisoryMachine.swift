import Vocabulary

/// The state machine of a mission's advisories: it makes calls from smoothed pace and distance.
///
/// Before the run, and for an arming delay after its start, the machine is silent. Then one call
/// always stands, until the target distance is reached or the run is over. After that the machine
/// is silent for good. Minimums outrank pace and need no arming. While speed is not measured, the
/// call of pace does not change. The machine is a value; a copy makes the same calls.
public struct AdvisoryMachine: Hashable, Sendable {
    private enum State: Hashable {
        case grounded
        case arming(since: SessionTick)
        case calling(PaceCall, heldCall: HeldClaim<PaceCall>?)
        case minimums
        case over
    }

    private let mission: Mission
    private var state = State.grounded
    private var speed: TwiceLowPass?
    private var lastObservation: SessionTick?

    /// Traps unless the mission's target distance and speed are positive and its deviation is not
    /// negative.
    public init(mission: Mission) {
        precondition(
            mission.targetDistance > 0 && mission.targetSpeed > 0 && mission.paceDeviation >= 0,
            "\(mission) has no target to hold")
        self.mission = mission
    }

    /// The call that stands; nil is silence.
    public var advisory: Advisory? {
        switch state {
        case .grounded, .arming, .over: nil
        case .calling(let call, _): call.advisory
        case .minimums: .minimums
        }
    }

    /// Metres per second, twice filtered; nil before the first positive speed of the run.
    public var smoothedSpeed: Double? { speed?.second.value }

    /// Advances to the sample at `instant` of session time; returns the change of call, if any.
    ///
    /// - Parameters:
    ///   - speed: metres per second; nil or negative means not measured.
    ///   - distance: metres since the session's start; nil if not measured.
    ///
    /// Traps if `instant` lies before an earlier one.
    public mutating func observe(
        speed: Double?, distance: Double?, stage: FlightStage, at instant: FleetDuration,
        thresholds: AdvisoryThresholds = .standard
    ) -> AdvisoryChange? {
        let elapsed = lastObservation.map { instant.secondsSince($0.instant) } ?? 0
        lastObservation = SessionTick(instant)
        switch stage {
        case .beforeRun: return nil
        case .afterRun: return enter(.over)
        case .running, .finalPart: break
        }
        let isMeasured = filter(speed, elapsed: elapsed)
        if let distance, distance >= mission.targetDistance { return enter(.over) }
        if let distance, distance >= mission.targetDistance - thresholds.minimumsDistance {
            return callMinimums()
        }
        return callPace(isMeasured: isMeasured, at: instant, thresholds)
    }
}

extension AdvisoryMachine {
    /// Filters `input` and returns true, or returns false if it is no measured value.
    ///
    /// A silence leaves the filter unchanged. The first value after it weighs no more than others.
    private mutating func filter(_ input: Double?, elapsed: Double) -> Bool {
        guard let input, input >= 0 else { return false }
        if speed == nil {
            speed = input > 0 ? TwiceLowPass(seededWith: input) : nil
        } else {
            speed?.advance(
                to: input, elapsed: elapsed, timeConstant: AdvisoryThresholds.speedTimeConstant)
        }
        return true
    }

    private mutating func callMinimums() -> AdvisoryChange? {
        switch state {
        case .grounded, .arming, .calling: enter(.minimums)
        case .minimums, .over: nil
        }
    }

    private mutating func callPace(
        isMeasured: Bool, at instant: FleetDuration, _ thresholds: AdvisoryThresholds
    ) -> AdvisoryChange? {
        switch state {
        case .grounded:
            state = .arming(since: SessionTick(instant))
            return arm(since: instant, isMeasured: isMeasured, at: instant, thresholds)
        case .arming(let since):
            return arm(since: since.instant, isMeasured: isMeasured, at: instant, thresholds)
        case .calling(let present, let held):
            guard isMeasured, let call = paceCall(while: present, thresholds) else {
                state = .calling(present, heldCall: nil)
                return nil
            }
            return keep(present, held, orChangeTo: call, at: instant, thresholds)
        case .minimums, .over:
            return nil
        }
    }

    private mutating func arm(
        since: FleetDuration, isMeasured: Bool, at instant: FleetDuration,
        _ thresholds: AdvisoryThresholds
    ) -> AdvisoryChange? {
        guard isMeasured, instant - since >= thresholds.armingDelay,
            let call = paceCall(while: nil, thresholds)
        else { return nil }
        return enter(.calling(call, heldCall: nil))
    }

    private mutating func keep(
        _ present: PaceCall, _ held: HeldClaim<PaceCall>?, orChangeTo call: PaceCall,
        at instant: FleetDuration, _ thresholds: AdvisoryThresholds
    ) -> AdvisoryChange? {
        let next = call == present ? nil : HeldClaim(call, after: held, at: instant)
        if let next, instant - next.since >= thresholds.hold {
            return enter(.calling(call, heldCall: nil), held: instant - next.since)
        }
        state = .calling(present, heldCall: next)
        return nil
    }

    private func paceCall(while present: PaceCall?, _ thresholds: AdvisoryThresholds) -> PaceCall? {
        smoothedSpeed.map {
            PaceCall(
                speed: $0, of: mission, while: present, returnShare: thresholds.returnShare)
        }
    }

    /// Enters `next`; returns a change only if the call is another one.
    private mutating func enter(
        _ next: State, held: FleetDuration = .zero
    ) -> AdvisoryChange? {
        let from = advisory
        state = next
        guard advisory != from else { return nil }
        return AdvisoryChange(
            from: from, to: advisory, smoothedSpeed: smoothedSpeed, held: held)
    }
}

/// A change from one call of a mission to another. Nil is silence.
public struct AdvisoryChange: Hashable, Sendable {
    public let from: Advisory?
    public let to: Advisory?
    /// Metres per second, twice filtered; nil before the first positive speed.
    public let smoothedSpeed: Double?
    /// How long pace had asked for the call; zero for the first call, for minimums and for silence.
    public let held: FleetDuration
}

/// The calls that depend on pace.
private enum PaceCall: CaseIterable, Sendable {
    case glidePath, sinkRate, overspeed

    var advisory: Advisory {
        switch self {
        case .glidePath: .glidePath
        case .sinkRate: .sinkRate
        case .overspeed: .overspeed
        }
    }

    /// The call for `speed` while `present` stands.
    ///
    /// The hysteresis: a call begins beyond the allowed deviation and ends within `returnShare` of
    /// it. Exactly at either edge pace is still inside. Speed 0 is an infinite pace.
    init(speed: Double, of mission: Mission, while present: PaceCall?, returnShare: Double) {
        let excess = 1000 / speed - mission.targetPace
        func allowed(_ call: PaceCall) -> Double {
            call == present ? mission.paceDeviation * returnShare : mission.paceDeviation
        }
        self =
            if excess > allowed(.sinkRate) {
                .sinkRate
            } else if -excess > allowed(.overspeed) {
                .overspeed
            } else {
                .glidePath
            }
    }
}
