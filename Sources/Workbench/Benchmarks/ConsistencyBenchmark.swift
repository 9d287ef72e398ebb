import Simulation
import Vocabulary

/// Whether every sample of many sessions keeps the exact relations and the limits of a body.
enum ConsistencyBenchmark {
    private static let sessions = 10_000

    /// - Returns: whether nothing was found.
    static func run() -> Bool {
        var samples = 0
        for session in 0..<sessions {
            // Seeds without a pattern, each of another athlete, plan and lap.
            let seed = RandomStream(seed: 2026, lane: session, purpose: 1).bits(0)
            let lane = LaneID(index: session % 97)
            // In a pause the body goes on unseen, and the sums with it.
            var run = SimulatedRun(
                seed: seed, lane: lane, lap: session % 13 - 6, rate: .oneHertz,
                equipment: Equipment(hasPauseButton: false))
            var check = ConsistencyCheck(Athlete.drawn(seed: seed, lane: lane))
            while run.nextOffset != nil {
                _ = run.next()
                samples += 1
                guard let finding = check.finding(in: run.body) else { continue }
                print("seed \(seed), lane \(lane), lap \(session % 13 - 6), \(finding)")
                return false
            }
        }
        print("consistency    \(sessions) sessions, \(samples) samples: nothing found")
        return true
    }
}
