import Vocabulary

/// One session of a simulated athlete, sample by sample.
///
/// The samples are a pure function of seed, lane, lap, rate, equipment, terrain and orders. A run
/// always begins at the session's start. A copy advances independently and gives the same steps.
public struct SimulatedRun: Sendable {
    public let plan: RunPlan
    private var progress: PlanProgress
    /// Sample periods so far, those of pauses included.
    private(set) var periodCount: Int32 = 0
    /// How long the recording has stood still.
    private var pausedTicks: Int32 = 0
    private var pauses: PauseCourse
    private let periodTicks: Int32
    private(set) var movingBody: Body
    private(set) var device: Device
    private let noise: SessionNoise
    /// The region or route that was given; nil for none.
    private let terrain: Terrain?
    let seed: UInt64
    /// The lane of the session; another one's athlete may run.
    public let lane: LaneID
    let lap: Int32
    private let durationTicks: Int32
    /// When the session begins: the lights of its route are red or green by the instant.
    private let startTicks: Int64

    /// Session `lap` of `lane`; laps before the fleet's epoch are negative.
    ///
    /// Without an order for a plan a route that is given is the plan, where a lap is long enough
    /// for it.
    ///
    /// - Parameters:
    ///   - terrain: the region or route that is given.
    ///   - athlete: what is ordered of the athlete who runs, on whichever lane.
    ///   - order: plan and lane of the athlete, where they are not drawn.
    public init(
        seed: UInt64, lane: LaneID, lap: Int, rate: SampleRate, equipment: Equipment = Equipment(),
        on terrain: Terrain? = nil, as athlete: AthleteOrder? = nil,
        at start: FleetInstant = FleetInstant(ticks: 0), order: StartOrder = StartOrder()
    ) {
        let athlete = Athlete.drawn(seed: seed, lane: order.athlete ?? lane, as: athlete)
        let route = order.plan == nil ? terrain?.track : nil
        let plan =
            route.flatMap { RunPlan.ofLap(seed, lane, lap, athlete, along: $0) }
            ?? RunPlan.drawn(seed: seed, lane: lane, lap: lap, athlete: athlete, kind: order.plan)
        self.init(
            seed: seed, lane: lane, lap: lap, rate: rate, equipment: equipment, plan: plan,
            athlete: (order.athlete ?? lane, athlete), in: .usual, on: terrain, at: start,
            lasting: .lap)
    }

    /// The session of `lane` that flies a plan drawn before, and lasts for `duration`.
    ///
    /// - Parameters:
    ///   - lap: tells the random numbers of the lane's sessions apart, any number of 32 bits.
    ///   - athlete: what is ordered of the lane's athlete.
    ///   - condition: in which the athlete runs; it changes no route that is a favourite.
    ///   - duration: up to 10 hours; the run should lie within it.
    public init(
        seed: UInt64, lane: LaneID, lap: Int, rate: SampleRate, equipment: Equipment = Equipment(),
        plan: RunPlan, on terrain: Terrain? = nil, as athlete: AthleteOrder? = nil,
        in condition: Condition = .usual, at start: FleetInstant = FleetInstant(ticks: 0),
        lasting duration: FleetDuration
    ) {
        self.init(
            seed: seed, lane: lane, lap: lap, rate: rate, equipment: equipment, plan: plan,
            athlete: (lane, Athlete.drawn(seed: seed, lane: lane, as: athlete)), in: condition,
            on: terrain, at: start, lasting: duration)
    }

    private init(
        seed: UInt64, lane: LaneID, lap: Int, rate: SampleRate, equipment: Equipment, plan: RunPlan,
        athlete owner: (lane: LaneID, athlete: Athlete), in condition: Condition,
        on terrain: Terrain?, at start: FleetInstant, lasting duration: FleetDuration
    ) {
        self.plan = plan
        self.terrain = terrain
        let athlete = owner.athlete.taking(condition)
        periodTicks = Int32(rate.period.ticks)
        durationTicks = Int32(duration.ticks)
        pauses = PauseCourse(
            equipment.pauses(seed: seed, lane: lane, lap: lap, athlete: owner.lane)?
                .spans(of: plan, period: rate.period) ?? [])
        progress = PlanProgress(of: plan)
        let draws = Draws(seed: seed, lane: lane, lap: lap)
        self.seed = seed
        self.lane = lane
        self.lap = Int32(lap)
        noise = SessionNoise(draws: draws)
        startTicks = start.ticks
        let haunts = Haunts(seed: seed, lane: owner.lane, athlete: owner.athlete, on: terrain)
        movingBody = Body(
            athlete: athlete, plan: plan,
            route: haunts.route(of: plan, session: draws, athlete: athlete),
            on: Ground(seed: seed, on: terrain), draws: draws, noise: noise, rate: rate)
        device = Device(
            equipment: equipment, athlete: athlete, owned: Draws(seed: seed, lane: owner.lane),
            start: movingBody.state,
            run: plan.standingBefore...plan.standingBefore + plan.plannedRun, lasting: duration,
            draws: draws, noise: noise, period: rate.period.seconds)
    }

    /// The time from the session's start to its end.
    public var duration: FleetDuration { FleetDuration(ticks: Int64(durationTicks)) }

    var period: FleetDuration { FleetDuration(ticks: Int64(periodTicks)) }

    var ground: Ground { Ground(seed: seed, on: terrain) }

    /// The body at the instant of the last step.
    public var body: BodyState { movingBody.state }

    /// The pauses of the recording, since the session's start, in order.
    public var pauseSpans: [Range<FleetDuration>] { pauses.spans }

    /// Whether the recording pauses at all.
    var mayPause: Bool { !pauses.isEmpty }

    /// When the next step is due since the session's start; nil after the last.
    public var nextOffset: FleetDuration? {
        // Without inlining, the call copies the whole state to read one number.
        @inline(__always) get {
            let now = period * Int64(periodCount)
            if let due = pauses.nextStep(from: now) { return due }
            let offset = now + period
            return offset <= duration ? offset : nil
        }
    }

    /// How many samples come, one a period, before the next pause or the session's last sample.
    var plainSamples: Int {
        let ahead = min(pauses.nextStart ?? duration, duration) - period * Int64(periodCount)
        return max(0, Int(ahead.ticks) / Int(periodTicks) - 1)
    }

    /// How long the pauses take that have not ended.
    var pausesToCome: FleetDuration { pauses.toCome }

    /// The next step: a sample, or a pause of the recording or its end. Traps after the last.
    /// Allocates nothing. O(periods of the pause) at its end.
    public mutating func next() -> SourceStep {
        let now = period * Int64(periodCount)
        guard let due = pauses.nextStep(from: now) else { return sampleStep() }
        if pauses.isPaused {
            pausedTicks += Int32((due - now).ticks)
            // Unseen, body and device go on.
            for _ in 0..<(due - now).ticks / Int64(periodTicks) { _ = advance() }
        }
        let content: SourceStep.Content = pauses.toggle() ? .pause : .resume
        return step(content, PlanDemand.standing(.running), truth: nil)
    }

    private mutating func sampleStep() -> SourceStep {
        let (sample, demand, truth) = advance()
        return step(.sample(sample), demand, truth: truth)
    }

    private func step(
        _ content: SourceStep.Content, _ demand: PlanDemand, truth: Truth?
    ) -> SourceStep {
        let offset = period * Int64(periodCount)
        return SourceStep(
            offset: offset, sessionTime: offset - FleetDuration(ticks: Int64(pausedTicks)),
            content: content, stage: demand.stage, truth: truth)
    }

    private mutating func advance() -> (Sample, PlanDemand, Truth) {
        let offset = period * Int64(periodCount + 1)
        precondition(offset <= duration, "next step asked of a session at its end")
        periodCount += 1
        let point = SamplePoint(UInt64(periodCount), seconds: period.seconds, noise: noise)
        if let standing = pauses.standing(at: offset) { movingBody.stand(for: standing) }
        let demand = progress.demand(
            of: plan, until: offset, distance: movingBody.distance)
        movingBody.advance(
            demand, on: terrain, draws: Draws(seed: seed, lane: lane, lap: Int(lap)), at: point,
            until: FleetInstant(ticks: startTicks) + offset)
        let body = movingBody.state
        let sample = device.sample(
            of: body, roughness: movingBody.roughness, at: offset, point: point)
        let truth = Truth(
            drivenHeartRate: body.drivenHeartRate, intensity: body.intensity, part: demand.part,
            faults: device.activeFaults)
        return (sample, demand, truth)
    }
}

/// The version of the simulation model, a part of every fleet's identity.
public enum ModelVersion {
    /// Raised whenever the same seed, lane, lap, rate and equipment give any other sample.
    public static let current = 5
}
