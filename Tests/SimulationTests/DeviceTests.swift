import Simulation
import Testing
import Vocabulary

@Suite struct DeviceTests {
    @Test(arguments: ObservedRun.fewSeeds)
    func `at standstill speed and cadence read 0, stride and contact are absent`(seed: UInt64) {
        for instant in ObservedRun(seed: seed).instants where instant.body.gait == .standing {
            #expect(instant.sample[.speed] == 0, "seed \(seed)")
            #expect(instant.sample[.cadence] == 0, "seed \(seed)")
            #expect(instant.sample[.stride] == nil, "seed \(seed)")
            #expect(instant.sample[.contact] == nil, "seed \(seed)")
        }
    }

    @Test(arguments: ObservedRun.fewSeeds)
    func `heart rate is always there and within the athlete's limits`(seed: UInt64) {
        let observed = ObservedRun(seed: seed)
        let athlete = observed.run.athlete
        let limits = Int64(athlete.restingHeartRate - 5)...Int64(athlete.maximalHeartRate + 3)
        for instant in observed.instants {
            #expect(instant.sample[.heartRate].map(limits.contains) == true, "seed \(seed)")
        }
        // Whole beats add one to the body's limit, wander and scatter some more.
        for (before, now) in observed.pairs {
            guard let earlier = before.sample[.heartRate], let later = now.sample[.heartRate]
            else { continue }
            #expect((later - earlier).magnitude <= 8, "seed \(seed)")
        }
    }

    @Test(arguments: ObservedRun.fewSeeds)
    func `totals are the body's, rounded, and never shrink`(seed: UInt64) {
        let observed = ObservedRun(seed: seed)
        for instant in observed.instants {
            let body = instant.body
            #expect(instant.sample[.distance] == Metric.distance.quantized(body.distance))
            #expect(instant.sample[.steps] == body.steps)
            #expect(instant.sample[.energy] == Metric.energy.quantized(body.energy))
        }
        for (before, now) in observed.pairs {
            for metric in Metric.cumulative.members {
                #expect((now.sample[metric] ?? -1) >= (before.sample[metric] ?? 0), "seed \(seed)")
            }
        }
    }

    @Test(arguments: ObservedRun.fewSeeds)
    func `readings follow the body`(seed: UInt64) {
        let running = ObservedRun(seed: seed).instants.filter { $0.body.gait == .running }
        #expect(running.count > 600)
        for (metric, tolerance) in [
            (Metric.heartRate, 2.0), (.speed, 0.05), (.cadence, 0.2), (.stride, 0.02),
            (.contact, 0.2),
        ] {
            let read = running.reduce(0) { $0 + metric.value($1.sample[metric] ?? 0) }
            let exact = running.reduce(0) { $0 + metric.exactValue(of: $1.body) }
            let difference = (read - exact) / Double(running.count)
            #expect(difference.magnitude < tolerance, "seed \(seed), \(metric)")
        }
    }

    @Test(arguments: ObservedRun.fewSeeds)
    func `no reading is negative or beyond its metric's limit`(seed: UInt64) {
        for instant in ObservedRun(seed: seed).instants {
            for metric in Metric.allCases {
                guard let units = instant.sample[metric] else { continue }
                let limit = Double(metric.description.upperLimit)
                #expect(units >= 0 && metric.value(units) <= limit, "seed \(seed), \(metric)")
            }
        }
    }
}

extension Metric {
    fileprivate func exactValue(of body: BodyState) -> Double {
        switch self {
        case .heartRate: body.heartRate
        case .speed: body.speed
        case .cadence: body.cadence
        case .stride: body.stride ?? 0
        case .contact: body.contact ?? 0
        case .distance: body.distance
        case .steps: Double(body.steps)
        case .energy: body.energy
        }
    }
}
