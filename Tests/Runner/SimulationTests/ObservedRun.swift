import Simulation
import TestSupport
import Vocabulary

/// A simulated run from its first step to its last, with the body behind every sample.
struct ObservedRun {
    struct Instant {
        var body: BodyState
        var sample: Sample
        var stage: FlightStage
        var offset: FleetDuration
        var part: PlanPart
        var faults: FaultSet

        /// Contact in relation to two steps; absent unless running.
        var dutyFactor: Double? { body.contact.map { $0 * body.cadence / 120_000 } }
    }

    let run: SimulatedRun
    let athlete: Athlete
    let instants: [Instant]

    /// - Parameter pauses: whether the athlete may press the pause button; without pauses all
    ///   neighbours are a period apart.
    init(
        seed: UInt64, lane: LaneID = 0, lap: Int = 0, rate: SampleRate = .oneHertz,
        equipment: Equipment = Equipment(), pauses: Bool = false, as order: AthleteOrder? = nil,
        kind: PlanKind? = nil
    ) {
        var equipment = equipment
        equipment.hasPauseButton = pauses
        var run = SimulatedRun(
            seed: seed, lane: lane, lap: lap, rate: rate, equipment: equipment, as: order,
            order: StartOrder(plan: kind))
        var instants: [Instant] = []
        instants.reserveCapacity(Int(4200 * rate.hertz))
        while run.nextOffset != nil {
            let step = run.next()
            guard case .sample(let sample) = step.content, let truth = step.truth else { continue }
            instants.append(
                Instant(
                    body: run.body, sample: sample, stage: step.stage, offset: step.offset,
                    part: truth.part, faults: truth.faults))
        }
        self.run = run
        athlete = Athlete.drawn(seed: seed, lane: lane, as: order)
        self.instants = instants
    }

    /// The instants with the ones before them.
    var pairs: some Sequence<(Instant, Instant)> { zip(instants, instants.dropFirst()) }

    /// One run for each of ``seeds``, flown once for all tests.
    static let few = seeds.map { ObservedRun(seed: $0) }

    static let seeds: Range<UInt64> = 0..<16
}
