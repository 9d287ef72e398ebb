import FlightPhases
import Testing
import Vocabulary

/// Properties of missions flown at random speeds.
@Suite struct AdvisoryWalkTests {
    private static let mission = AdvisoryMachineTests.mission

    private static func speed(_ tick: Int64, _ random: RandomStream) -> Double? {
        let second = UInt64(tick / 50)
        if random.uniform(second) < 0.05 { return nil }
        // A level for every 20 s and a little of every second's own.
        let level = random.uniform(1_000_000 + second / 20)
        return 2.9 + 0.8 * level + 0.1 * random.uniform(2_000_000 + second)
    }

    private struct Flown: Equatable {
        var changes: [AdvisoryChange] = []
        var starts: [Double] = []
        var speeds: [Double] = []
    }

    private static func fly(every ticks: Int64, seed: UInt64) -> Flown {
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        var machine = AdvisoryMachine(mission: mission)
        var flown = Flown()
        var distance = 0.0
        for tick in stride(from: ticks, through: 1800 * 50, by: Int(ticks)) {
            let speed = speed(tick - 1, random)
            distance += (speed ?? 3.3) * Double(ticks) / 50
            let now = FleetDuration(ticks: tick)
            if let change = machine.observe(
                speed: speed, distance: distance, stage: .running, at: now)
            {
                flown.changes.append(change)
                flown.starts.append(now.seconds)
            }
            if tick % 50 == 0 { flown.speeds.append(machine.smoothedSpeed ?? 0) }
        }
        return flown
    }

    @Test(arguments: UInt64(0)..<20)
    func `a mission's calls join up from silence over minimums to silence`(seed: UInt64) {
        let flown = Self.fly(every: 50, seed: seed)
        let changes = flown.changes
        #expect(changes.first?.from == nil, "seed \(seed)")
        #expect(changes.suffix(2).map(\.to) == [.minimums, nil], "seed \(seed)")
        #expect(changes.count > 5, "seed \(seed) hardly changes")
        for (one, next) in zip(changes, changes.dropFirst()) {
            #expect(one.to == next.from && next.to != next.from, "seed \(seed)")
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `no call of pace is younger than the hold when the next one comes`(seed: UInt64) {
        let hold = AdvisoryThresholds.standard.hold
        let flown = Self.fly(every: 50, seed: seed)
        for place in flown.changes.indices.dropFirst().dropLast(2) {
            #expect(flown.changes[place].held >= hold, "seed \(seed)")
            let lasted = flown.starts[place] - flown.starts[place - 1]
            #expect(lasted > hold.seconds, "seed \(seed) at \(flown.starts[place]) s")
        }
    }

    @Test(arguments: UInt64(0)..<5)
    func `50 Hz smooths like 1 Hz`(seed: UInt64) {
        let fine = Self.fly(every: 1, seed: seed)
        let coarse = Self.fly(every: 50, seed: seed)
        for (one, other) in zip(fine.speeds, coarse.speeds) {
            #expect(abs(one - other) < 0.08, "seed \(seed)")
        }
    }

    @Test(arguments: UInt64(0)..<5)
    func `a copy taken in flight goes on alike`(seed: UInt64) {
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        var machine = AdvisoryMachine(mission: Self.mission)
        var copy = machine
        for second in Int64(1)...1200 {
            if second == 400 { copy = machine }
            let speed = Self.speed(second * 50 - 1, random)
            let now = FleetDuration.seconds(second)
            let one = machine.observe(
                speed: speed, distance: nil, stage: .running, at: now)
            guard second >= 400 else { continue }
            let other = copy.observe(speed: speed, distance: nil, stage: .running, at: now)
            #expect(one == other, "seed \(seed)")
        }
        #expect(machine == copy, "seed \(seed)")
    }
}
