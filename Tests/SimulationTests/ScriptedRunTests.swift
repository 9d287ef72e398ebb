import Simulation
import Testing
import Vocabulary

/// What a fault script makes of the samples of a run.
@Suite struct ScriptedRunTests {
    private static let seeds: [UInt64] = [1, 2, 3]

    private typealias Instant = ObservedRun.Instant

    /// The instants of a run without a script, each with the one of the same run by the script.
    private func instants(
        _ script: String, _ device: Equipment.Device, seed: UInt64
    ) throws -> [(plain: Instant, scripted: Instant)] {
        let faults = try FaultScript(parsing: script)
        let plain = ObservedRun(seed: seed, equipment: Equipment(device: device))
        let scripted = ObservedRun(
            seed: seed, equipment: Equipment(device: device, faults: faults))
        return Array(zip(plain.instants, scripted.instants).map { ($0, $1) })
    }

    private static func seconds(_ range: Range<Int64>) -> Range<FleetDuration> {
        .seconds(range.lowerBound)..<(.seconds(range.upperBound))
    }

    private static let script = """
        strap dropout 40 s at 12:00
        pod dropout at 14:00
        gps lost at 14:10
        battery dies at 25:00
        """

    /// When each fault of the script holds, and what it silences on every device.
    private static let silences: [(span: Range<FleetDuration>, fault: Fault, metrics: [Metric])] = [
        (seconds(720..<760), .strapDropout, [.heartRate]),
        (seconds(840..<860), .podDropout, [.cadence, .steps, .stride, .contact]),
        (seconds(850..<880), .gpsLost, [.speed, .distance]),
        (seconds(1500..<4201), .batteryDead, Metric.allCases),
    ]

    @Test(arguments: Equipment.Device.allCases, seeds)
    func `a scripted fault silences its metrics for its span, and moves nothing else`(
        device: Equipment.Device, seed: UInt64
    ) throws {
        for (plain, scripted) in try instants(Self.script, device, seed: seed) {
            let active = Self.silences.filter { $0.span.contains(plain.offset) }
            let place = "seed \(seed), \(device), \(plain.offset)"
            #expect(plain.body == scripted.body, "\(place)")
            #expect(scripted.faults == plain.faults.union(.of(active.map(\.fault))), "\(place)")
            let silent = active.flatMap(\.metrics)
            for metric in Metric.allCases {
                let isComputed = metric == .stride && active.contains { $0.fault == .gpsLost }
                if silent.contains(metric) {
                    #expect(scripted.sample[metric] == nil, "\(place), \(metric)")
                } else if !isComputed || scripted.sample[metric] != nil {
                    #expect(scripted.sample[metric] == plain.sample[metric], "\(place), \(metric)")
                }
            }
        }
    }

    @Test(arguments: Equipment.Device.allCases, seeds)
    func `a receiver that is back errs for 15 seconds, less and less`(
        device: Equipment.Device, seed: UInt64
    ) throws {
        let all = try instants("gps lost 30 s at 12:00 then reacquire", device, seed: seed)
        let errors = all.filter { Self.seconds(750..<765).contains($0.plain.offset) }.map {
            pair -> Double in
            let (plain, scripted) = (pair.plain.sample[.speed], pair.scripted.sample[.speed])
            return abs(Double(scripted ?? 0) / Double(max(plain ?? 1, 1)) - 1)
        }
        try #require(errors.count == 15)
        #expect(errors[0] > 0.2 && errors[0] < 0.6, "seed \(seed), \(errors)")
        #expect(errors[14] < errors[0] / 2, "seed \(seed), \(errors)")
        let later = all.filter { $0.plain.offset >= .seconds(765) }
        let other = later.first { $0.plain.sample != $0.scripted.sample }
        #expect(other == nil, "seed \(seed), \(String(describing: other?.plain.offset))")
    }

    @Test(arguments: Equipment.Device.allCases, seeds)
    func `a scripted lock reads the steps, and lets go`(
        device: Equipment.Device, seed: UInt64
    ) throws {
        let all = try instants("cadence lock 2 min at 12:00", device, seed: seed)
        let locked = all.filter { Self.seconds(745..<840).contains($0.plain.offset) }
        let far = locked.count { pair in
            guard let reading = pair.scripted.sample[.heartRate] else { return false }
            return abs(Double(reading) - pair.scripted.body.cadence) > 2
        }
        // A runner who walks or stands for a moment gives the lock nothing to hold.
        #expect(far < locked.count / 3, "seed \(seed)")
        let later = all.filter { $0.plain.offset >= .seconds(865) }
        #expect(later.allSatisfy { $0.plain.sample == $0.scripted.sample }, "seed \(seed)")
    }

    @Test(arguments: Equipment.Device.allCases, seeds)
    func `a scripted cold start reads too low, less and less`(
        device: Equipment.Device, seed: UInt64
    ) throws {
        let all = try instants("cold start at 12:00", device, seed: seed)
        let errors = all.filter { Self.seconds(720..<810).contains($0.plain.offset) }.map { pair in
            (pair.plain.sample[.heartRate] ?? 0) - (pair.scripted.sample[.heartRate] ?? 0)
        }
        #expect(errors.allSatisfy { (0...21).contains($0) }, "seed \(seed), \(errors)")
        #expect(errors[0] >= 10 && errors[89] <= 1, "seed \(seed), \(errors)")
        let later = all.filter { $0.plain.offset >= .seconds(810) }
        #expect(later.allSatisfy { $0.plain.sample == $0.scripted.sample }, "seed \(seed)")
    }

    @Test func `lanes that a fault does not meet give the same samples as without a script`() throws
    {
        let all = try instants("battery dies at 0:00 on s1", .mixed, seed: 1)
        #expect(all.allSatisfy { $0.plain.sample == $0.scripted.sample })
    }
}

extension FaultSet {
    fileprivate static func of(_ faults: [Fault]) -> FaultSet {
        faults.reduce(into: []) { $0.insert(FaultSet($1)) }
    }
}
