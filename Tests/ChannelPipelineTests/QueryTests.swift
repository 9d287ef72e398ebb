import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// Queries against a plain addition of the same samples and entries.
@Suite struct QueryTests {
    private static let all = Set(Statistic.ofQueries)
    private static let tick = FleetDuration(ticks: 1)
    private static let day = FleetDuration.seconds(86_400)

    private func request(
        _ lanes: [Int], from: FleetInstant, to: FleetInstant?, every interval: CivilInterval,
        _ metrics: [QueryMetric] = QueryMetric.all
    ) -> QueryRequest {
        var request = QueryRequest(from: .instant(from))
        request.selection = SessionSelection(lanes.map { SelectedSessions(lane: $0) })
        request.to = to.map { .instant($0) }
        request.interval = interval
        request.metrics = metrics
        request.statistics = Self.all
        request.limit = 1000
        return request
    }

    @Test(arguments: Seeds.of(1...40, few: 2))
    func `recordings, laps and commands by chance add up`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        var shape = ChannelShape()
        shape.kinds = [.event]
        let stretch = try FleetStretch.recordings(seed: seed)
        let commanded = CommandedFleet(stretch, shape, &dice)
        let asked = AskedFleet(fleet: commanded.driven.fleet, present: stretch.last)
        let lanes = commanded.live.lanes
        let reference = asked.reference(lanes, after: stretch.opening - .lap * 2)
        for _ in 0..<6 {
            let from = stretch.opening + FleetDuration(ticks: dice.within(-2000...3000))
            let to = from + FleetDuration(ticks: dice.within(1...9000))
            let span = FleetDuration(ticks: dice.pick([50, 77, 500, 3000, 100_000]))
            try asked.expect(
                request(lanes, from: from, to: to, every: .elapsed(span)), like: reference,
                steps: Int(dice.within(1...500)), "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.of(1...30, few: 2))
    func `days with runs over midnight and entries add up`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let rate = dice.pick([SampleRate.oneHertz, SampleRate(hertz: 5)].compactMap { $0 })
        let midnight = TestFleets.midnight + Self.day * 3
        let asked = AskedFleet(
            fleet: TestFleets.midnightRuns(rate: rate),
            present: midnight + Self.day + FleetDuration(ticks: dice.within(-100_000...100_000)))
        let lanes = [0, 1, 4, 7, 8]
        let reference = asked.reference(lanes, after: midnight - Self.day * 3)
        for _ in 0..<8 {
            let from = midnight + FleetDuration(ticks: dice.within(-6_000_000...20_000))
            let to = from + FleetDuration(ticks: dice.within(1...9_000_000))
            let interval = dice.pick([
                CivilInterval.days(1), .elapsed(.seconds(900)), .elapsed(.seconds(7777)),
                .elapsed(.seconds(86_399)), .days(2), .months(1),
            ])
            try asked.expect(
                request(lanes, from: from, to: to, every: interval), like: reference,
                steps: Int(dice.within(1...3000)), "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.of(1...60, few: 4))
    func `what lies before a cut and behind it is what lies on both sides`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let midnight = TestFleets.midnight + Self.day * 2
        let asked = AskedFleet(
            fleet: TestFleets.midnightRuns(), present: midnight + .seconds(90_000))
        let a = midnight + FleetDuration(ticks: dice.within(-6_000_000...0))
        let b = a + FleetDuration(ticks: dice.within(1...5_000_000))
        let c = b + FleetDuration(ticks: dice.within(1...5_000_000))
        func sums(_ from: FleetInstant, _ to: FleetInstant) throws -> [AskedFleet.Bucket] {
            try asked.buckets(request([1, 4, 7], from: from, to: to, every: .months(1000)))
        }
        let (whole, left, right) = (try sums(a, c), try sums(a, b), try sums(b, c))
        for ((whole, left), right) in zip(zip(whole, left), right) {
            for metric in QueryMetric.all.map(\.name) {
                func values(_ statistic: String) -> ([Double], Double?) {
                    ([left, right].compactMap { $0[metric, statistic] }, whole[metric, statistic])
                }
                for statistic in ["sum", "count"] {
                    let (parts, all) = values(statistic)
                    let sum = parts.reduce(0, +)
                    #expect(abs(sum - (all ?? 0)) < 1e-6, "seed \(seed), \(metric)")
                }
                #expect(values("min").0.min() == values("min").1, "seed \(seed)")
                #expect(values("max").0.max() == values("max").1, "seed \(seed)")
                #expect(values("latest").0.last == values("latest").1, "seed \(seed)")
                // At a constant rate every sample has the same weight.
                let counts = [left, right].map { $0[metric, "count"] ?? 0 }
                let parts = [left, right].map { $0[metric, "average"] ?? 0 }
                let mean = (parts[0] * counts[0] + parts[1] * counts[1]) / (counts[0] + counts[1])
                if let average = whole[metric, "average"] {
                    #expect(abs(average - mean) < 0.011, "seed \(seed), \(metric)")
                }
            }
        }
    }

    @Test(arguments: Seeds.of(1...20, few: 2))
    func `pages of any size and work make the same answer`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let midnight = TestFleets.midnight + Self.day * 2
        let asked = AskedFleet(fleet: TestFleets.midnightRuns(), present: midnight)
        var request = request(
            [0, 1, 4, 9], from: midnight - Self.day * 2, to: midnight,
            every: .elapsed(.seconds(7000)))
        let whole = try asked.buckets(request)
        #expect(whole.count == 4 * 25)
        for _ in 0..<5 {
            request.limit = Int(dice.within(1...30))
            let budget = dice.chance(50) ? Int(dice.within(1...300)) : .max
            let steps = Int(dice.within(1...100))
            #expect(try asked.buckets(request, steps: steps, budget: budget) == whole)
        }
    }
}
