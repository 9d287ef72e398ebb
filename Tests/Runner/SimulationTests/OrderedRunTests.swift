import Simulation
import TestSupport
import Testing
import Vocabulary

/// Sessions of athletes who are ordered.
@Suite struct OrderedRunTests {
    private static func steps(_ run: SimulatedRun) -> [SourceStep] {
        var run = run
        var steps: [SourceStep] = []
        while run.nextOffset != nil { steps.append(run.next()) }
        return steps
    }

    @Test func `an order of nothing changes no sample`() {
        let plain = SimulatedRun(seed: 40, lane: 1, lap: 0, rate: .oneHertz)
        let ordered = SimulatedRun(
            seed: 40, lane: 1, lap: 0, rate: .oneHertz, as: AthleteOrder())
        #expect(Self.steps(plain) == Self.steps(ordered))
    }

    @Test func `the order is for whoever runs, on whichever lane`() {
        var order = AthleteOrder()
        (order.restingHeartRate, order.maximalHeartRate) = (45, 150)
        let run = SimulatedRun(
            seed: 41, lane: 7, lap: 0, rate: .oneHertz, as: order,
            order: StartOrder(plan: .intervals, athlete: 3))
        #expect(run.lane == 7)
        let athlete = Athlete.drawn(seed: 41, lane: 3, as: order)
        let profile = SessionProfile(run, of: athlete)
        #expect(profile.restingHeartRate == 45 && profile.maximalHeartRate == 150)
        #expect(profile.athlete == athlete.facts)
        let rates = Self.steps(run).compactMap(\.truth).map(\.drivenHeartRate)
        #expect(rates.allSatisfy { (45...150).contains($0) } && rates.contains { $0 > 130 })
        let along = SimulatedRun(
            seed: 41, lane: 3, lap: 0, rate: .oneHertz, plan: run.plan, as: order,
            lasting: run.duration)
        #expect(Self.steps(along).compactMap(\.truth).allSatisfy { $0.drivenHeartRate <= 150 })
    }

    @Test(arguments: RandomOrders.seeds.prefix(60))
    func `whoever is ordered runs`(seed: UInt64) {
        let observed = ObservedRun(seed: seed, as: RandomOrders.order(seed))
        let athlete = observed.athlete
        let limits =
            Double(athlete.restingHeartRate - 5)...Double(athlete.maximalHeartRate + 3)
        #expect(observed.instants.allSatisfy { limits.contains($0.body.heartRate) }, "\(seed)")
        #expect(observed.instants.allSatisfy { (0..<14).contains($0.body.speed) }, "\(seed)")
        #expect(observed.instants.contains { $0.body.gait == .running }, "\(seed)")
        let isShown = observed.instants.allSatisfy { instant in
            Metric.allCases.allSatisfy { metric in
                instant.sample[metric].map { metric.allows($0) } ?? true
            }
        }
        #expect(isShown, "\(seed)")
    }
}
