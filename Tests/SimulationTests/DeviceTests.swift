import Simulation
import Testing
import Vocabulary

@Suite struct DeviceTests {
    @Test(arguments: ObservedRun.seeds)
    func `at standstill speed and cadence read 0, stride and contact are absent`(seed: UInt64) {
        let standing = ObservedRun.few[Int(seed)].instants.filter { $0.body.gait == .standing }
        let exception = standing.map(\.sample).first { sample in
            sample[.speed] != 0 || sample[.cadence] != 0 || sample[.stride] != nil
                || sample[.contact] != nil
        }
        #expect(standing.count > 300, "seed \(seed)")
        #expect(exception == nil, "seed \(seed)")
    }

    @Test(arguments: ObservedRun.seeds)
    func `heart rate is always there and within the athlete's limits`(seed: UInt64) {
        let observed = ObservedRun.few[Int(seed)]
        let athlete = observed.run.athlete
        let limits = Int64(athlete.restingHeartRate - 5)...Int64(athlete.maximalHeartRate + 3)
        let readings = observed.instants.compactMap { $0.sample[.heartRate] }
        #expect(readings.count == observed.instants.count, "seed \(seed)")
        #expect(readings.allSatisfy(limits.contains), "seed \(seed)")
        // Whole beats add one to the body's limit, wander and scatter some more.
        let changes = zip(readings, readings.dropFirst()).map { ($1 - $0).magnitude }
        #expect(changes.allSatisfy { $0 <= 8 }, "seed \(seed)")
    }

    @Test(arguments: ObservedRun.seeds)
    func `totals are the body's, rounded, and never shrink`(seed: UInt64) {
        let observed = ObservedRun.few[Int(seed)]
        let other = observed.instants.first { instant in
            let body = instant.body
            return instant.sample[.distance] != Metric.distance.quantized(body.distance)
                || instant.sample[.steps] != body.steps
                || instant.sample[.energy] != Metric.energy.quantized(body.energy)
        }
        #expect(other == nil, "seed \(seed)")
        for metric in [Metric.distance, .steps, .energy] {
            let totals = observed.instants.compactMap { $0.sample[metric] }
            #expect(totals == totals.sorted(), "seed \(seed), \(metric)")
        }
    }

    @Test(arguments: ObservedRun.seeds)
    func `readings follow the body`(seed: UInt64) {
        let running = ObservedRun.few[Int(seed)].instants.filter { $0.body.gait == .running }
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

    @Test(arguments: ObservedRun.seeds)
    func `no reading is negative or beyond its metric's limit`(seed: UInt64) {
        for metric in Metric.allCases {
            let limit = metric.quantized(Double(metric.description.upperLimit))
            let readings = ObservedRun.few[Int(seed)].instants.compactMap { $0.sample[metric] }
            #expect(readings.allSatisfy { $0 >= 0 && $0 <= limit }, "seed \(seed), \(metric)")
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
