import Simulation
import TestSupport
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

    // Some watches of a mixed fleet hold a reading for a second or two, right or wrong.
    @Test(arguments: [Equipment.Device.strap, .optical, .perfect], seeds)
    func `a receiver that is back errs for 15 seconds, less and less`(
        device: Equipment.Device, seed: UInt64
    ) throws {
        let all = try instants("gps lost 30 s at 12:00 then reacquire", device, seed: seed)
        let errors = all.filter { Self.seconds(750..<765).contains($0.plain.offset) }.map {
            pair -> Double in
            let (plain, scripted) = (pair.plain.sample[.speed], pair.scripted.sample[.speed])
            return Double(scripted ?? 0) / Double(max(plain ?? 1, 1)) - 1
        }
        try #require(errors.count == 15)
        #expect((0.2...0.6).contains(errors[0].magnitude), "seed \(seed), \(errors)")
        #expect(errors[14].magnitude < errors[0].magnitude / 2, "seed \(seed), \(errors)")
        // Too fast or too slow, but not in turns.
        #expect(Set(errors.map(\.sign)).count == 1, "seed \(seed), \(errors)")
        let later = all.filter { $0.plain.offset >= .seconds(765) }
        let other = later.first { $0.plain.sample != $0.scripted.sample }
        #expect(other == nil, "seed \(seed), \(String(describing: other?.plain.offset))")
    }

    @Test(arguments: Equipment.Device.allCases, seeds)
    func `a scripted lock reads the steps, and lets go`(
        device: Equipment.Device, seed: UInt64
    ) throws {
        let all = try instants("cadence lock 2 min at 12:00", device, seed: seed)
        var swing = 0.0
        var swinging = 0
        for (plain, scripted) in all where Self.seconds(720..<865).contains(plain.offset) {
            let isSwinging = scripted.body.cadence > 120
            if isSwinging { swing = scripted.body.cadence }
            let isLocked = scripted.faults.contains(.cadenceLock)
            swinging = isSwinging && isLocked ? swinging + 1 : 0
            guard let heart = plain.sample[.heartRate], let read = scripted.sample[.heartRate]
            else { continue }
            let place = "seed \(seed), \(plain.offset)"
            if swinging > 30 { #expect((Double(read) - swing).magnitude <= 2, "\(place)") }
            // On the way it lies between the two, also while the runner walks or stands.
            let between = min(Double(heart), swing) - 1...max(Double(heart), swing) + 1
            #expect(swing == 0 || between.contains(Double(read)), "\(place)")
        }
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

    @Test func `faults that are drawn meet missions before they end as often as other runs`() throws
    {
        let faults = try FaultScript(parsing: "strap dropout 1 s")
        var lanes = 0
        for lane: LaneID in 0..<200 where lanes < 12 {
            let athlete = Athlete.drawn(seed: 6, lane: lane)
            let plan = RunPlan.drawn(seed: 6, lane: lane, lap: 0, athlete: athlete)
            guard plan.mission != nil else { continue }
            lanes += 1
            let observed = ObservedRun(
                seed: 6, lane: lane, equipment: Equipment(device: .perfect, faults: faults))
            let fault = try #require(observed.instants.first { !$0.faults.isEmpty })
            let planned = plan.standingBefore + plan.plannedRun
            #expect(fault.offset <= planned, "lane \(lane)")
        }
        #expect(lanes == 12)
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
