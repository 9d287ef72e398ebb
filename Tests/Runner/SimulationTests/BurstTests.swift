import Simulation
import TestSupport
import Testing
import Vocabulary

/// What recordings have and normal noise has not: quiet stretches with bursts.
@Suite struct BurstTests {
    private static let even: [ObservedRun] = (0..<24).map { lane in
        ObservedRun(seed: 21, lane: lane, equipment: Equipment(device: .perfect))
    }

    /// Changes of the means of five seconds in the middle of the run.
    private static func changes(_ run: ObservedRun, _ value: (BodyState) -> Double) -> [Double] {
        let running = run.instants.filter { $0.part != .standing && $0.body.gait == .running }
        let values = running.dropFirst(300).map { value($0.body) }
        let means = stride(from: 0, to: values.count - 5, by: 5).map { begin in
            values[begin..<begin + 5].reduce(0, +) / 5
        }
        return zip(means, means.dropFirst()).map { $1 - $0 }
    }

    /// The share of changes above four robust deviations: 6 in 100,000 for normal noise.
    private static func shareOfBursts(_ changes: [Double]) -> Double {
        let sizes = changes.map(\.magnitude).sorted()
        let robust = 1.4826 * sizes[sizes.count / 2]
        return Double(sizes.count { $0 > 4 * robust }) / Double(sizes.count)
    }

    @Test(arguments: ["speed", "cadence"])
    func `the legs are quiet with bursts`(name: String) {
        let shares = Self.even.map { run in
            Self.shareOfBursts(Self.changes(run) { name == "speed" ? $0.speed : $0.cadence })
        }.sorted()
        #expect(shares[shares.count / 2] > 0.005, "\(name): \(shares)")
        #expect(shares[shares.count - 1] < 0.2, "\(name): \(shares)")
    }

    /// Recordings: 3, 8 and 21 dips of more than 8 % an hour in quartiles.
    @Test func `most runners dip some times an hour, and come back`() {
        let dips = Self.even.map { run in
            let speeds = run.instants.filter { $0.body.gait == .running }.map(\.body.speed)
            var count = 0
            var isDown = false
            for second in 30..<speeds.count - 30 {
                let around = speeds[second - 30...second + 30].sorted()[30]
                let isLow = speeds[second] < 0.92 * around
                if isLow, !isDown { count += 1 }
                isDown = isLow
            }
            return Double(count) * 3600 / Double(speeds.count)
        }.sorted()
        #expect((2...40).contains(dips[dips.count / 2]), "\(dips)")
        #expect(dips[dips.count * 3 / 4] > 1.5 * dips[dips.count / 4], "\(dips)")
    }
}
