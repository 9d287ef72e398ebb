import Vocabulary

/// One session of a simulated athlete, sample by sample.
///
/// The samples are a pure function of seed, lane, lap, rate, equipment and order. A run always
/// begins at the session's start. A copy advances independently and gives the same steps.
public struct SimulatedRun: Sendable {
    public let plan: RunPlan
    /// Samples so far.
    private var sampleCount: Int32 = 0
    private let periodTicks: Int32
    private var progress: PlanProgress
    private var movingBody: Body
    private var device: Device
    private let noise: SessionNoise
    private let seed: UInt64
    private let lane: LaneID
    private let lap: Int32
    /// The lane whose athlete runs.
    private let athleteLane: LaneID
    private let durationTicks: Int32

    /// Session `lap` of `lane`; laps before the fleet's epoch are negative.
    ///
    /// - Parameter order: plan and athlete, where they are not drawn.
    public init(
        seed: UInt64, lane: LaneID, lap: Int, rate: SampleRate, equipment: Equipment = Equipment(),
        order: StartOrder = StartOrder()
    ) {
        let athlete = Athlete.drawn(seed: seed, lane: order.athlete ?? lane)
        let plan = RunPlan.drawn(
            seed: seed, lane: lane, lap: lap, athlete: athlete, kind: order.plan)
        self.init(
            seed: seed, lane: lane, lap: lap, rate: rate, equipment: equipment, plan: plan,
            athlete: (order.athlete ?? lane, athlete), lasting: .lap)
    }

    /// The session of `lane` that flies a plan drawn before, and lasts for `duration`.
    ///
    /// - Parameters:
    ///   - lap: tells the random numbers of the lane's sessions apart, any number of 32 bits.
    ///   - duration: up to 10 hours; the run should lie within it.
    public init(
        seed: UInt64, lane: LaneID, lap: Int, rate: SampleRate, equipment: Equipment = Equipment(),
        plan: RunPlan, lasting duration: FleetDuration
    ) {
        self.init(
            seed: seed, lane: lane, lap: lap, rate: rate, equipment: equipment, plan: plan,
            athlete: (lane, Athlete.drawn(seed: seed, lane: lane)), lasting: duration)
    }

    private init(
        seed: UInt64, lane: LaneID, lap: Int, rate: SampleRate, equipment: Equipment, plan: RunPlan,
        athlete owner: (lane: LaneID, athlete: Athlete), lasting duration: FleetDuration
    ) {
        self.plan = plan
        athleteLane = owner.lane
        let athlete = owner.athlete
        periodTicks = Int32(rate.period.ticks)
        durationTicks = Int32(duration.ticks)
        progress = PlanProgress(of: plan)
        let draws = Draws(seed: seed, lane: lane, lap: lap)
        self.seed = seed
        self.lane = lane
        self.lap = Int32(lap)
        noise = SessionNoise(draws: draws)
        movingBody = Body(athlete: athlete, plan: plan, draws: draws, noise: noise, rate: rate)
        device = Device(
            equipment: equipment, athlete: athlete, start: movingBody.state,
            run: plan.standingBefore...plan.standingBefore + plan.plannedRun, lasting: duration,
            draws: draws, noise: noise, period: rate.period.seconds)
    }

    /// The time from the session's start to its end.
    public var duration: FleetDuration { FleetDuration(ticks: Int64(durationTicks)) }

    var period: FleetDuration { FleetDuration(ticks: Int64(periodTicks)) }

    /// The athlete, drawn anew at every call.
    public var athlete: Athlete { Athlete.drawn(seed: seed, lane: athleteLane) }

    /// The body at the instant of the last step.
    public var body: BodyState { movingBody.state }

    /// When the next step is due since the session's start; nil after the last.
    public var nextOffset: FleetDuration? {
        // Without inlining, the call copies the whole state to read one number.
        @inline(__always) get {
            let offset = period * Int64(sampleCount + 1)
            return offset <= duration ? offset : nil
        }
    }

    /// How many samples are still to come.
    var samplesLeft: Int { Int(durationTicks / periodTicks - sampleCount) }

    /// The next sample. Traps after the last. Allocates nothing.
    public mutating func next() -> SourceStep {
        let offset = period * Int64(sampleCount + 1)
        precondition(offset <= duration, "next step asked of a session at its end")
        sampleCount += 1
        let point = SamplePoint(UInt64(sampleCount), seconds: period.seconds, noise: noise)
        let demand = progress.demand(
            of: plan, until: offset, distance: movingBody.distance)
        movingBody.advance(
            demand, draws: Draws(seed: seed, lane: lane, lap: Int(lap)), at: point)
        let body = movingBody.state
        let sample = device.sample(
            of: body, roughness: movingBody.roughness, at: offset, point: point)
        let truth = Truth(
            drivenHeartRate: body.drivenHeartRate, intensity: body.intensity, part: demand.part,
            faults: device.activeFaults)
        return SourceStep(
            offset: offset, sessionTime: offset, content: .sample(sample), stage: demand.stage,
            truth: truth)
    }
}

/// The version of the simulation model, a part of every fleet's identity.
public enum ModelVersion {
    /// Raised whenever the same seed, lane, lap, rate and equipment give any other sample.
    public static let current = 4
}
