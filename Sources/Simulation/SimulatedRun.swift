import Vocabulary

/// One session of a simulated athlete, sample by sample.
///
/// It is a pure function of seed, lane, lap, rate, equipment and order, and it is always advanced
/// from its start. A copy goes on by itself and gives the same steps.
package struct SimulatedRun: Sendable {
    /// How long a session lasts: standing, the run, standing.
    package static let lapDuration = FleetDuration.seconds(4200)

    package let plan: RunPlan
    /// Samples taken so far.
    private var taken: Int64 = 0
    private let period: FleetDuration
    private var progress: PlanProgress
    private var movingBody: Body
    private var device: Device
    private let draws: Draws
    private let noise: SessionNoise
    /// Whose athlete flies.
    private let athleteLane: Int

    /// Session `lap` of `lane`; laps before the fleet's epoch are negative.
    ///
    /// - Parameter order: what is not left to chance.
    package init(
        seed: UInt64, lane: Int, lap: Int, rate: SampleRate, equipment: Equipment = Equipment(),
        order: StartOrder = StartOrder()
    ) {
        athleteLane = order.athlete ?? lane
        let athlete = Athlete.drawn(seed: seed, lane: athleteLane)
        plan = RunPlan.drawn(
            seed: seed, lane: lane, lap: lap, athlete: athlete, kind: order.plan)
        period = rate.period
        progress = PlanProgress(of: plan)
        draws = Draws(seed: seed, lane: lane, lap: lap)
        noise = SessionNoise(draws: draws)
        movingBody = Body(athlete: athlete, plan: plan, draws: draws, noise: noise, rate: rate)
        device = Device(
            equipment: equipment, athlete: athlete, start: movingBody.state,
            run: plan.standingBefore...plan.standingBefore + plan.plannedRun, draws: draws,
            noise: noise, period: rate.period.seconds)
    }

    /// The athlete, drawn anew at every call.
    package var athlete: Athlete { Athlete.drawn(seed: draws.seed, lane: athleteLane) }

    /// The body at the instant of the last step.
    package var body: BodyState { movingBody.state }

    /// When the next step is due since the session's start; nil after the last.
    package var nextOffset: FleetDuration? {
        let offset = period * (taken + 1)
        return offset <= Self.lapDuration ? offset : nil
    }

    /// The next sample. Traps after the last. Allocates nothing.
    package mutating func next() -> SourceStep {
        let offset = period * (taken + 1)
        precondition(offset <= Self.lapDuration, "next step asked of a session at its end")
        taken += 1
        let point = SamplePoint(UInt64(taken), seconds: period.seconds, noise: noise)
        let demand = progress.demand(
            of: plan, until: offset, distance: movingBody.distance)
        movingBody.advance(demand, draws: draws, at: point)
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
