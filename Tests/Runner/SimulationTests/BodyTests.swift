import Simulation
import Testing
import Vocabulary

@Suite struct BodyTests {
    @Test(arguments: ObservedRun.seeds)
    func `speed, cadence, stride, distance and steps agree at every instant`(seed: UInt64) {
        var distance = 0.0
        var phase = 0.0
        let disagreement = ObservedRun.few[Int(seed)].instants.first { instant in
            let body = instant.body
            distance += body.speed
            phase += body.cadence / 60
            let ofSteps = body.cadence / 60 * (body.stride ?? 0)
            return (body.speed - ofSteps).magnitude > 1e-9 * max(1, body.speed)
                || (body.distance - distance).magnitude > 1e-9 * distance
                || body.steps != Int64(phase)
        }
        #expect(disagreement == nil, "seed \(seed)")
        #expect(distance > 2500, "seed \(seed)")
    }

    @Test(arguments: ObservedRun.seeds)
    func `stride is there exactly when steps are taken, contact when running`(seed: UInt64) {
        for body in ObservedRun.few[Int(seed)].instants.map(\.body) {
            let isStanding = body.gait == .standing
            let readings = [body.speed == 0, body.cadence == 0, body.stride == nil]
            let agree = readings.allSatisfy { $0 == isStanding }
            let contactAgrees = (body.contact != nil) == (body.gait == .running)
            guard agree, contactAgrees else {
                Issue.record("seed \(seed): \(body)")
                return
            }
        }
    }

    @Test(arguments: ObservedRun.seeds)
    func `running feet fly for 25 ms with a plausible duty factor`(seed: UInt64) throws {
        let instants = ObservedRun.few[Int(seed)].instants
        let flights = instants.compactMap { instant in
            instant.body.contact.map { 60_000 / instant.body.cadence - $0 }
        }
        #expect(try #require(flights.min()) >= 25 - 1e-9, "seed \(seed)")
        let dutyFactors = instants.compactMap(\.dutyFactor)
        #expect(dutyFactors.allSatisfy { $0 > 0.2 && $0 < 0.49 }, "seed \(seed)")
    }

    /// Minetti et al., J Appl Physiol 2002: joules per kilogram and metre at the gradient i.
    private static func minettiCost(gradient i: Double) -> Double {
        ((((155.4 * i - 30.4) * i - 43.3) * i + 46.3) * i + 19.5) * i + 3.6
    }

    @Test(arguments: ObservedRun.seeds)
    func `running takes Minetti's energy, and what wind and surface add`(
        seed: UInt64
    ) {
        let observed = ObservedRun.few[Int(seed)]
        let athlete = observed.athlete
        let perMetre = athlete.facts.mass * athlete.runningCost / 4184
        var energy = 0.0
        var expected = 0.0
        for (before, now) in observed.pairs where now.body.gait == .running {
            let distance = now.body.distance - before.body.distance
            let ratio =
                Self.minettiCost(gradient: now.body.grade / 100) / Self.minettiCost(gradient: 0)
                * (1 + now.body.resistance)
            let spent = now.body.energy - before.body.energy
            energy += spent
            expected += perMetre * distance * ratio
            let isClose = ReferenceRunner.isClose(
                spent, to: perMetre * distance * ratio, within: 1e-6 * spent)
            #expect(isClose, "seed \(seed), grade \(now.body.grade)")
            guard isClose else { return }
        }
        #expect((energy / expected - 1).magnitude < 1e-6, "seed \(seed)")
    }

    @Test(arguments: ObservedRun.seeds)
    func `totals never shrink and driven heart rate changes by at most 6 bpm a second`(
        seed: UInt64
    ) {
        let exception = ObservedRun.few[Int(seed)].pairs.first { before, now in
            now.body.distance < before.body.distance || now.body.steps < before.body.steps
                || now.body.energy < before.body.energy
                || (now.body.drivenHeartRate - before.body.drivenHeartRate).magnitude > 6
        }
        #expect(exception == nil, "seed \(seed)")
    }

    @Test func `the heart wanders about what drives it by 1 to 7 bpm`() {
        for observed in ObservedRun.few {
            let differences = observed.instants.map { $0.body.heartRate - $0.body.drivenHeartRate }
            let squares = differences.reduce(0) { $0 + $1 * $1 } / Double(differences.count)
            #expect((1...7).contains(squares.squareRoot()))
        }
    }

    @Test func `pace wanders by 1 to 20 percent in even running, runner by runner`() {
        let steady = ObservedRun.few.filter { [.easy, .long].contains($0.run.plan.kind) }
        #expect(steady.count > 3)
        let variations = steady.map(\.variationOfSpeed)
        #expect(variations.allSatisfy { (0.01...0.2).contains($0) }, "\(variations)")
        let sorted = variations.sorted()
        #expect(sorted[sorted.count - 1] > 1.5 * sorted[0], "\(variations)")
    }

    @Test(arguments: ObservedRun.seeds)
    func `acceleration and braking stay human`(seed: UInt64) {
        let changes = ObservedRun.few[Int(seed)].pairs.map { before, now in
            // The last of a stop, below the speed of a step, is not braked but stood out.
            now.body.speed == 0 ? 0 : now.body.speed - before.body.speed
        }
        #expect(changes.allSatisfy { $0 <= 1.9 + 1e-9 && $0 >= -1.7 - 1e-9 }, "seed \(seed)")
    }
}

extension ObservedRun {
    /// Coefficient of variation of the running speed in ten minutes in the middle.
    fileprivate var variationOfSpeed: Double {
        let running = instants.map(\.body).filter { $0.gait == .running }
        let middle = running[(running.count / 2 - 300)..<(running.count / 2 + 300)]
        let mean = middle.reduce(0) { $0 + $1.speed } / 600
        let variance = middle.reduce(0) { $0 + ($1.speed - mean) * ($1.speed - mean) } / 600
        return variance.squareRoot() / mean
    }
}
