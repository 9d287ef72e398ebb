import Simulation
import Testing
import Vocabulary

@Suite struct BodyTests {
    @Test(arguments: ObservedRun.fewSeeds)
    func `speed, cadence, stride, distance and steps agree at every instant`(seed: UInt64) {
        var distance = 0.0
        var phase = 0.0
        for instant in ObservedRun(seed: seed).instants {
            let body = instant.body
            distance += body.speed
            phase += body.cadence / 60
            let ofSteps = body.cadence / 60 * (body.stride ?? 0)
            #expect((body.speed - ofSteps).magnitude <= 1e-9 * max(1, body.speed), "seed \(seed)")
            #expect((body.distance - distance).magnitude <= 1e-9 * distance, "seed \(seed)")
            #expect(body.steps == Int64(phase), "seed \(seed)")
        }
        #expect(distance > 2500)
    }

    @Test(arguments: ObservedRun.fewSeeds)
    func `stride is there exactly when steps are taken, contact when running`(seed: UInt64) {
        for instant in ObservedRun(seed: seed).instants {
            let body = instant.body
            #expect((body.stride != nil) == (body.cadence > 0), "seed \(seed)")
            #expect((body.contact != nil) == (body.gait == .running), "seed \(seed)")
            #expect((body.speed == 0) == (body.gait == .standing), "seed \(seed)")
            #expect((body.cadence == 0) == (body.gait == .standing), "seed \(seed)")
        }
    }

    @Test(arguments: ObservedRun.fewSeeds)
    func `running feet fly for 25 ms with a plausible duty factor`(seed: UInt64) {
        for instant in ObservedRun(seed: seed).instants {
            guard let contact = instant.body.contact else { continue }
            let cadence = instant.body.cadence
            let dutyFactor = contact * cadence / 120_000
            #expect(60_000 / cadence - contact >= 25 - 1e-9, "seed \(seed)")
            #expect(dutyFactor > 0.2 && dutyFactor < 0.49, "seed \(seed)")
        }
    }

    @Test(arguments: ObservedRun.fewSeeds)
    func `running on the level takes mass times cost times distance`(seed: UInt64) {
        let observed = ObservedRun(seed: seed)
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

    @Test(arguments: ObservedRun.fewSeeds)
    func `totals never shrink and heart rate changes by at most 6 bpm a second`(seed: UInt64) {
        for (before, now) in ObservedRun(seed: seed).pairs {
            #expect(now.body.distance >= before.body.distance, "seed \(seed)")
            #expect(now.body.steps >= before.body.steps, "seed \(seed)")
            #expect(now.body.energy >= before.body.energy, "seed \(seed)")
            let change = now.body.heartRate - before.body.heartRate
            #expect(change.magnitude <= 6, "seed \(seed)")
        }
    }

    @Test(arguments: ObservedRun.fewSeeds)
    func `pace wanders by 1 to 6 percent in steady running`(seed: UInt64) {
        let observed = ObservedRun(seed: seed)
        let steady = observed.instants.map(\.body).filter { $0.gait == .running }.map(\.speed)
        // Ten minutes in the middle of a stretch without ramps.
        guard [.easy, .long].contains(observed.run.plan.kind) else { return }
        let middle = steady[(steady.count / 2 - 300)..<(steady.count / 2 + 300)]
        let mean = middle.reduce(0, +) / 600
        let variance = middle.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 600
        #expect((0.01...0.06).contains(variance.squareRoot() / mean), "seed \(seed)")
    }

    @Test(arguments: ObservedRun.fewSeeds)
    func `acceleration and braking stay human`(seed: UInt64) {
        for (before, now) in ObservedRun(seed: seed).pairs {
            let change = now.body.speed - before.body.speed
            // The limits hold before pacing noise, which adds some percent of speed.
            #expect(change < 1.25 && change > -1.75, "seed \(seed)")
        }
    }
}
