import LinuxIO
import Simulation
import Vocabulary

/// How fast samples are made, beside a bare loop of the same random numbers.
enum GeneratorBenchmark {
    private static let rounds = 7
    private static let sessions = 200
    /// The greatest ratio of a sample's time to that of bare noise: where noise makes 9.6 million
    /// samples a second, 1.6 million remain.
    private static let greatestRatio = 6.0
    private static let allowedStateBytes = 1024

    /// - Returns: whether ratio, allocations and size are as promised; the speed itself is the
    ///   machine's.
    static func run() -> Bool {
        AllocationCount.prepare()
        var speeds: [Double] = []
        var referenceSpeeds: [Double] = []
        for _ in 0..<rounds {
            referenceSpeeds.append(speed { bareNoise(samples: sessions * 4200) })
            speeds.append(speed { flySessions() })
        }
        let speed = Median.of(speeds)
        print("generator      \(millions(speed)) samples/s on one core, 1.5 M wanted")
        print("bare noise     \(millions(Median.of(referenceSpeeds))) samples/s")
        let ratio = Median.of(referenceSpeeds) / speed
        print("ratio          \((ratio * 10).rounded() / 10), \(greatestRatio) allowed")
        return ratio <= greatestRatio && expectNoAllocations() && expectSmallState()
    }

    /// Samples a second; `body` returns how many it made.
    private static func speed(_ body: () -> Int) -> Double {
        let begin = MonotonicClock.now
        let samples = body()
        return Double(samples) / (MonotonicClock.now - begin).inSeconds
    }

    private static func millions(_ value: Double) -> String {
        "\((value / 1e4).rounded() / 100) M"
    }

    private static func flySessions() -> Int {
        var samples = 0
        var total: Int64 = 0
        for lane in (0..<sessions).map(LaneID.init(index:)) {
            var run = SimulatedRun(seed: 7, lane: lane, lap: 0, rate: .oneHertz)
            while run.nextOffset != nil {
                if case .sample(let sample) = run.next().content { total &+= sample[.speed] ?? 0 }
                samples += 1
            }
        }
        precondition(total > 0, "nobody ran")
        return samples
    }

    /// The fourteen random numbers of a sample, each through one recurrence.
    private static func bareNoise(samples: Int) -> Int {
        let stream = RandomStream(seed: 7, lane: 0, purpose: 1)
        var noise = OrnsteinUhlenbeck(timeConstant: 10, deviation: 1, period: 1, first: 0)
        for place in 0..<UInt64(samples) * 14 { noise.advance(by: stream.innovation(place)) }
        precondition(noise.value.isFinite, "noise left the numbers")
        return samples
    }

    private static func expectNoAllocations() -> Bool {
        var run = SimulatedRun(seed: 7, lane: LaneID(index: 0), lap: 0, rate: .oneHertz)
        let control = AllocationCount.during {
            run = SimulatedRun(seed: 7, lane: LaneID(index: 1), lap: 0, rate: .oneHertz)
        }
        precondition(control > 0, "a plan was made without an allocation: the count is wrong")
        var samples = 0
        let calls = AllocationCount.during {
            while run.nextOffset != nil {
                _ = run.next()
                samples += 1
            }
        }
        print("allocations    \(calls) in \(samples) samples, 0 wanted; \(control) for its plan")
        return calls == 0
    }

    private static func expectSmallState() -> Bool {
        let state = MemoryLayout<SimulatedRun>.size
        var most = 0
        for lane in (0..<2000).map(LaneID.init(index:)) {
            let plan = SimulatedRun(seed: 7, lane: lane, lap: 0, rate: .oneHertz).plan
            most = max(most, plan.segments.count)
        }
        print(
            "state          \(state) bytes a session, \(allowedStateBytes) allowed; its plan has "
                + "up to \(most) segments of \(MemoryLayout<PlanSegment>.stride) bytes")
        return state <= allowedStateBytes
    }
}
