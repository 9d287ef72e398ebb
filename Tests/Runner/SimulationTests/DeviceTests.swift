import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct DeviceTests {
    @Test(arguments: ObservedRun.seeds)
    func `at standstill stride and contact are absent, cadence and speed run down`(
        seed: UInt64
    ) {
        var stood = 0
        for instant in ObservedRun.few[Int(seed)].instants {
            stood = instant.body.gait == .standing ? stood + 1 : 0
            guard stood > 0 else { continue }
            let sample = instant.sample
            let place = "seed \(seed), \(instant.offset)"
            // A pedometer waits for the next step for some seconds.
            #expect(stood < 6 || sample[.cadence] == 0, "\(place)")
            #expect(sample[.stride] == nil && sample[.contact] == nil, "\(place)")
            // Five of the slowest receiver's time constants.
            #expect(stood < 45 || sample[.speed] == 0, "\(place)")
        }
        #expect(stood > 100, "seed \(seed)")
    }

    /// In recordings too a receiver that leaves standstill jumps, by up to 3.8 m/s.
    @Test(arguments: ObservedRun.seeds)
    func `speed and stride change as fast as legs and filters do`(seed: UInt64) {
        for (before, now) in ObservedRun.few[Int(seed)].pairs {
            let speeds = [before, now].map { Metric.speed.value($0.sample[.speed] ?? 0) }
            #expect((speeds[1] - speeds[0]).magnitude < 3.8, "seed \(seed), \(now.offset)")
            let stride = now.sample[.stride].map(Metric.stride.value) ?? 1
            #expect((0.1...2.8).contains(stride), "seed \(seed), \(now.offset)")
        }
    }

    @Test(arguments: ObservedRun.seeds)
    func `without a fault heart rate is there and within the athlete's limits`(seed: UInt64) {
        let observed = ObservedRun.few[Int(seed)]
        let athlete = observed.athlete
        let limits = Int64(athlete.restingHeartRate - 5)...Int64(athlete.maximalHeartRate + 3)
        // A lock fades out after its end.
        let lastLock = observed.instants.last { $0.faults.contains(.cadenceLock) }
        let isClear: (ObservedRun.Instant) -> Bool = { instant in
            guard instant.faults.isEmpty else { return false }
            return lastLock.map { instant.offset > $0.offset + .seconds(30) } ?? true
        }
        for (before, now) in observed.pairs where isClear(before) && isClear(now) {
            guard let reading = now.sample[.heartRate], let last = before.sample[.heartRate] else {
                Issue.record("seed \(seed): no heart rate at \(now.offset)")
                return
            }
            #expect(limits.contains(reading), "seed \(seed)")
            // Whole beats add one to the body's limit, wander and scatter some more.
            #expect((reading - last).magnitude <= 9, "seed \(seed) at \(now.offset)")
        }
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

    @Test(arguments: 0..<6 as Range<UInt64>, [Equipment.Device.strap, .optical])
    func `readings follow the body`(seed: UInt64, device: Equipment.Device) {
        let observed = ObservedRun(seed: seed, equipment: Equipment(device: device))
        // In full stride: sensors lag behind who sets off.
        let running = observed.instants.split { $0.body.gait != .running }
            .flatMap { $0.dropFirst(30) }.filter(\.faults.isEmpty)
        #expect(running.count > 600)
        for (metric, tolerance) in [
            (Metric.heartRate, 1.0), (.speed, 0.05), (.cadence, 0.3), (.stride, 0.03),
            (.contact, 0.3),
        ] {
            let known = running.filter { $0.sample[metric] != nil }
            let isMeasured = metric != .contact || observed.athlete.wearables.measuresContact
            #expect(known.isEmpty != isMeasured, "seed \(seed), \(metric)")
            guard isMeasured else { continue }
            let read = known.reduce(0) { $0 + metric.value($1.sample[metric] ?? 0) }
            let exact = known.reduce(0) { $0 + metric.exactValue(of: $1.body) }
            let difference = (read - exact) / Double(known.count)
            #expect(difference.magnitude < tolerance, "seed \(seed), \(metric)")
        }
    }

    @Test(arguments: ObservedRun.seeds)
    func `no reading is negative or beyond its metric's limit`(seed: UInt64) {
        for metric in Metric.allCases {
            let limit = metric.quantized(Double(metric.row.limits.upperBound))
            let readings = ObservedRun.few[Int(seed)].instants.compactMap { $0.sample[metric] }
            #expect(readings.allSatisfy { $0 >= 0 && $0 <= limit }, "seed \(seed), \(metric)")
        }
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func `a perfect device rounds the body and nothing else`(seed: UInt64) {
        let observed = ObservedRun(seed: seed, equipment: Equipment(device: .perfect))
        let other = observed.instants.first { instant in
            let body = instant.body
            let limits = Double(observed.athlete.maximalHeartRate) + 3
            return !instant.faults.isEmpty
                || instant.sample[.heartRate]
                    != Metric.heartRate.quantized(min(body.heartRate, limits))
                || instant.sample[.speed] != Metric.speed.quantized(body.speed)
                || instant.sample[.cadence] != Metric.cadence.quantized(body.cadence)
                || instant.sample[.stride] != body.stride.map(Metric.stride.quantized)
                || instant.sample[.contact] != body.contact.map(Metric.contact.quantized)
        }
        #expect(other == nil, "seed \(seed)")
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `the device changes nothing of the body`(seed: UInt64) {
        let bodies = ObservedRun.few[Int(seed)].instants.map(\.body)
        for device in [Equipment.Device.strap, .optical, .perfect] {
            let observed = ObservedRun(seed: seed, equipment: Equipment(device: device))
            #expect(observed.instants.map(\.body) == bodies, "seed \(seed), \(device)")
        }
    }

    @Test func `an optical sensor is late`() {
        var strapLead = 0.0
        for seed in UInt64(0)..<8 {
            let strap = ObservedRun(seed: seed, equipment: Equipment(device: .strap))
            let optical = ObservedRun(seed: seed, equipment: Equipment(device: .optical))
            // In the first minutes heart rate rises, and who is late reads less.
            for (early, late) in zip(strap.instants, optical.instants).prefix(360).dropFirst(180)
            where early.faults.isEmpty && late.faults.isEmpty {
                guard let one = early.sample[.heartRate], let other = late.sample[.heartRate]
                else { continue }
                strapLead += Double(one - other)
            }
        }
        #expect(strapLead > 150)
    }

    @Test func `faults by chance come as often as they should`() {
        var hours = 0.0
        var counts: [Fault: Int] = [:]
        for lane: LaneID in 0..<80 {
            let observed = ObservedRun(
                seed: 40, lane: lane, equipment: Equipment(device: .optical))
            hours += observed.run.plan.longestRun.seconds / 3600
            for (before, now) in observed.pairs {
                for fault in now.faults.subtracting(before.faults).members {
                    counts[fault, default: 0] += 1
                }
            }
        }
        #expect((0.12...0.7).contains(Double(counts[.strapDropout] ?? 0) / hours))
        #expect((3...20).contains(counts[.coldStart] ?? 0))
        #expect((1...12).contains(counts[.cadenceLock] ?? 0))
        #expect(
            counts[.gpsLost] == nil && counts[.podDropout] == nil && counts[.batteryDead] == nil)
    }

    @Test func `a drop-out silences heart rate, a lock makes it read the steps`() {
        var isSeen: FaultSet = []
        let both: FaultSet = [FaultSet(.strapDropout), FaultSet(.cadenceLock)]
        for lane: LaneID in 0..<60 where isSeen != both {
            let observed = ObservedRun(
                seed: 41, lane: lane, equipment: Equipment(device: .optical))
            var locked = 0.0
            for instant in observed.instants {
                if instant.faults.contains(.strapDropout) {
                    isSeen.insert(FaultSet(.strapDropout))
                    #expect(instant.sample[.heartRate] == nil)
                }
                locked = instant.faults.contains(.cadenceLock) ? locked + 1 : 0
                guard locked > 30, instant.body.cadence > 140, let read = instant.sample[.heartRate]
                else { continue }
                isSeen.insert(FaultSet(.cadenceLock))
                #expect((Double(read) - instant.body.cadence).magnitude < 4)
            }
        }
        #expect(isSeen == [FaultSet(.strapDropout), FaultSet(.cadenceLock)])
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
        case .altitude, .ascent, .latitude, .longitude:
            preconditionFailure("a body alone has no place")
        }
    }
}
