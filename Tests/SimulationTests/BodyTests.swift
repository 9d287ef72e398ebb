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

    @Test(arguments: ObservedRun.seeds)
    func `running on the level takes mass times cost times distance`(seed: UInt64) {
        let observed = ObservedRun.few[Int(seed)]
        var energy = 0.0
        var distance = 0.0
        for (before, now) in observed.pairs where now.body.gait == .running {
            energy += now.body.energy - before.body.energy
            distance += now.body.distance - before.body.distance
        }
        let athlete = observed.run.athlete
        let expected = athlete.facts.mass * athlete.runningCost * distance / 4184
        #expect((energy / expected - 1).magnitude < 0.02, "seed \(seed)")
    }

    @Test(arguments: ObservedRun.seeds)
    func `totals never shrink and heart rate changes by at most 6 bpm a second`(seed: UInt64) {
        let exception = ObservedRun.few[Int(seed)].pairs.first { before, now in
            now.body.distance < before.body.distance || now.body.steps < before.body.steps
                || now.body.energy < before.body.energy
                || (now.body.heartRate - before.body.heartRate).magnitude > 6
        }
        #expect(exception == nil, "seed \(seed)")
    }

    @Test func `pace wanders by 1 to 6 percent in steady running`() {
        let steady = ObservedRun.few.filter { [.easy, .long].contains($0.run.plan.kind) }
        #expect(steady.count > 3)
        for observed in steady {
            // Ten minutes in the middle, without ramps.
            let running = observed.instants.map(\.body).filter { $0.gait == .running }
            let middle = running[(running.count / 2 - 300)..<(running.count / 2 + 300)]
            let mean = middle.reduce(0) { $0 + $1.speed } / 600
            let variance = middle.reduce(0) { $0 + ($1.speed - mean) * ($1.speed - mean) } / 600
            #expect((0.01...0.06).contains(variance.squareRoot() / mean))
        }
    }

    @Test(arguments: ObservedRun.seeds)
    func `acceleration and braking stay human`(seed: UInt64) {
        let changes = ObservedRun.few[Int(seed)].pairs.map { $1.body.speed - $0.body.speed }
        // The limits hold before pacing noise, which adds some percent of speed.
        #expect(changes.allSatisfy { $0 < 1.25 && $0 > -1.75 }, "seed \(seed)")
    }
}
