import CivilTime
import Days
import LinuxIO
import Vocabulary

/// The cost of days: none of them is kept, so that every query computes them anew.
enum DaysBenchmark {
    private static let rounds = 9
    private static let fourWeeks = 28
    private static let lanes = 2000

    /// - Returns: whether four weeks of one athlete cost as little as promised.
    static func run() -> Bool {
        let days = AthleteDays(seed: 7, lane: LaneID(index: 12), zone: .utc)
        let quantities = milliseconds { round in
            dates(round).reduce(0) { $0 + (days.quantities(on: $1)?.quarters.count ?? 0) }
        }
        let entries = milliseconds { round in
            dates(round).reduce(0) { $0 + days.entries(on: $1).count }
        }
        let positions = milliseconds { round in
            dates(round).reduce(0) { $0 + days.positions(on: $1).count }
        }
        let heart = milliseconds { round in
            dates(round).reduce(0) { $0 + days.heartRates(on: $1).count }
        }
        let next = milliseconds { round in
            let instant = FleetInstant(ticks: 88_000_000_000 + Int64(round) * 4_320_000)
            return (0..<lanes).reduce(0) { count, lane in
                let days = AthleteDays(seed: 7, lane: LaneID(index: lane), zone: .utc)
                return count + (days.nextRun(after: instant) == nil ? 0 : 1)
            }
        }
        print("28 days        \(rounded(quantities)) ms, 5 allowed")
        print("their entries  \(rounded(entries)) ms")
        print("their positions \(rounded(positions)) ms")
        print("their heart     \(rounded(heart)) ms")
        print("next run       \(rounded(1000 * next / Double(lanes))) µs a lane")
        return quantities <= 5
    }

    private static func dates(_ round: Int) -> [CivilDate] {
        (0..<fourWeeks).map { CivilDate(dayNumber: 20_514 + round * fourWeeks + $0) }
    }

    /// The median time of a round.
    private static func milliseconds(_ body: (Int) -> Int) -> Double {
        Median.of(
            (0..<rounds).map { round in
                let begin = MonotonicClock.now
                precondition(body(round) > 0, "a round without a result")
                return (MonotonicClock.now - begin).inSeconds * 1000
            })
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
