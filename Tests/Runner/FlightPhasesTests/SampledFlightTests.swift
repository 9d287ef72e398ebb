import FlightPhases
import Testing
import Vocabulary

/// Tracker and machine together on one course of heart rate, sampled in different ways.
@Suite struct SampledFlightTests {
    /// Rest 60, maximum 190: standing, on-transient, an even part, four bouts of 4 minutes with
    /// recoveries of 3, easing at the end. First-order response, time constant 50 s.
    private static let course: [Double] = {
        var heartRate = 70.0
        return (0..<3000 * 10).map { tenth in
            let second = tenth / 10
            let inBouts = second - 780
            let goal =
                switch second {
                case ..<60: 70.0
                case ..<780: 142.0
                case ..<2460: inBouts % 420 < 240 ? 178.0 : 112.0
                default: 125.0
                }
            heartRate += (goal - heartRate) / 500
            return heartRate
        }
    }()

    private struct Flown {
        var phases: [Phase] = []
        var starts: [Double] = []
    }

    /// - Parameter wander: beats per minute to either side, changing every 8 s.
    private static func fly(every ticks: Int, wander: Double = 0, seed: UInt64 = 0) -> Flown {
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        var tracker = EffortTracker(resting: 60, maximal: 190)
        var machine = FlightPhaseMachine()
        var flown = Flown()
        for tick in stride(from: 0, to: 3000 * 50, by: ticks) {
            let noise = wander * (2 * random.uniform(UInt64(tick / 400)) - 1)
            let evidence = tracker.observe(
                heartRate: Int64((course[tick / 5] + noise).rounded()),
                stage: tick < 3000 ? .beforeRun : .running, at: FleetDuration(ticks: Int64(tick)))
            let now = FleetDuration(ticks: Int64(tick))
            guard let transition = machine.observe(evidence, at: now) else { continue }
            flown.phases.append(transition.to)
            flown.starts.append(now.seconds)
        }
        return flown
    }

    private static let bouts = Array(repeating: [Phase.climb, .descent], count: 4).flatMap(\.self)

    /// A recovery that has come down to an even level ends as a cruise.
    @Test func `intervals are followed at once`() {
        let flown = Self.fly(every: 50)
        let rounds = Array(repeating: [Phase.climb, .descent, .cruise], count: 4).flatMap(\.self)
        #expect(flown.phases == [.takeoff, .cruise] + rounds)
        let turns = zip(flown.phases, flown.starts).filter { [.climb, .descent].contains($0.0) }
        for (bout, start) in turns.map(\.1).enumerated() {
            let turn = Double(780 + bout / 2 * 420 + bout % 2 * 240)
            // The first step up, from an even run, is told by its level rather than its steepness.
            #expect(
                (0...(bout == 0 ? 90 : 40)).contains(start - turn),
                "turn at \(turn), phase at \(start)")
        }
    }

    @Test(arguments: [1, 2, 5, 10, 25, 100])
    func `the sample period moves a transition by a few seconds only`(ticks: Int) {
        let flown = Self.fly(every: ticks)
        let reference = Self.fly(every: 50)
        #expect(flown.phases == reference.phases)
        for (one, other) in zip(flown.starts, reference.starts) {
            #expect(abs(one - other) <= 4, "\(one) s and \(other) s")
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `wander of heart rate adds cruises at most`(seed: UInt64) {
        let flown = Self.fly(every: 50, wander: 2.5, seed: seed)
        let turns = flown.phases.filter { $0 != .cruise }
        #expect(turns == [.takeoff] + Self.bouts, "seed \(seed)")
    }
}
