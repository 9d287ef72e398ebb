import ChannelPipeline
import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// Heart rates of a query, each with the weight of the time for which it stands: samples of runs,
/// readings every five minutes with gaps, and heart rates by hand between them.
@Suite struct HeartRateQueryTests {
    private static let tick = FleetDuration(ticks: 1)
    private static let day = FleetDuration.seconds(86_400)
    private static let midnight = TestFleets.midnight + day * 3
    private static let present = midnight + day
    private static let lanes: [LaneID] = [0, 1, 4, 7]

    private static func metric() throws -> QueryMetric {
        try #require(QueryMetric(named: "heart_rate_bpm"))
    }

    private static func request(
        _ lanes: [LaneID], _ range: Range<FleetInstant>, every interval: CivilInterval
    ) throws -> QueryRequest {
        var request = QueryRequest(from: .instant(range.lowerBound))
        request.selection = SessionSelection(lanes.map { SelectedSessions(lane: $0) })
        request.to = .instant(range.upperBound)
        request.interval = interval
        request.metrics = [try metric()]
        request.statistics = Set(Statistic.ofQueries)
        request.limit = 1000
        return request
    }

    /// Adds heart rates by hand as if they had been entered a minute before the present.
    @discardableResult private static func add(
        _ value: Int64, at instant: FleetInstant, of lane: LaneID, to fleet: inout Fleet
    ) throws -> EntryName {
        let sample = try #require(
            ManualSample(.heartRate, value: value, from: instant, to: instant))
        let command = try fleet.command(.add(sample, lane: lane), after: present - .seconds(60))
        try fleet.enter(command)
        return EntryName(lane: lane, instant: command.instant)
    }

    private static func byChance(_ dice: inout Dice) throws -> AskedFleet {
        let rate = dice.pick([SampleRate.oneHertz, SampleRate(hertz: 5)].compactMap { $0 })
        var fleet = TestFleets.midnightRuns(rate: rate, frequent: DayMetric.frequent)
        for lane in lanes.dropFirst() {
            for _ in 0..<dice.within(1...40) {
                // At a reading, a tick beside it, or anywhere.
                let reading = midnight + .seconds(300) * dice.within(-300...250)
                let aside = dice.pick([0, 0, 1, -1, dice.within(-15_000...15_000)])
                let name = try add(
                    dice.within(30...220), at: reading + FleetDuration(ticks: aside), of: lane,
                    to: &fleet)
                guard dice.chance(20) else { continue }
                try fleet.enter(fleet.command(.remove(name), after: present - .seconds(60)))
            }
        }
        return AskedFleet(fleet: fleet, present: present)
    }

    /// In the middle of anything, at a reading, or a tick behind it.
    private static func instant(_ range: ClosedRange<Int64>, _ dice: inout Dice) -> FleetInstant {
        let ticks = dice.within(range)
        let reading = ticks - ticks % 15_000
        return midnight + FleetDuration(ticks: dice.pick([ticks, reading, reading + 1]))
    }

    @Test(arguments: Seeds.of(1...40, few: 2))
    func `samples, readings and heart rates by hand weigh as much as the time that they stand for`(
        seed: UInt64
    ) throws {
        var dice = Dice(seed: seed)
        let asked = try Self.byChance(&dice)
        let reference = asked.reference(Self.lanes, after: Self.midnight - Self.day * 3)
        for _ in 0..<10 {
            let from = Self.instant(-4_000_000...3_000_000, &dice)
            let to = from + FleetDuration(ticks: dice.within(1...4_000_000))
            let interval = dice.pick([
                CivilInterval.days(1), .elapsed(.seconds(900)), .elapsed(.seconds(300)),
                .elapsed(.seconds(777)), .elapsed(.seconds(43_200)), .months(1),
            ])
            try asked.expect(
                Self.request(Self.lanes, from..<to, every: interval), like: reference,
                steps: Int(dice.within(1...3000)), "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.of(1...40, few: 3))
    func `weights and counts before a cut and behind it add up to those of the whole`(
        seed: UInt64
    ) throws {
        var dice = Dice(seed: seed)
        let asked = try Self.byChance(&dice)
        let reference = asked.reference(Self.lanes, after: Self.midnight - Self.day * 3)
        let metric = try Self.metric()
        for _ in 0..<5 {
            let a = Self.instant(-4_000_000...0, &dice)
            let b = max(a + Self.tick, Self.instant(0...2_000_000, &dice))
            let c = b + FleetDuration(ticks: dice.within(1...2_000_000))
            func buckets(_ range: Range<FleetInstant>) throws -> [AskedFleet.Bucket] {
                try asked.buckets(Self.request(Self.lanes, range, every: .months(1000)))
            }
            let parts = zip(try buckets(a..<b), try buckets(b..<c))
            for (whole, (left, right)) in zip(try buckets(a..<c), parts) {
                func weight(_ range: Range<FleetInstant>) -> Double {
                    Double(reference.weight(whole.lane, range, metric, at: asked.present))
                }
                func value(_ bucket: AskedFleet.Bucket, _ statistic: String) -> Double {
                    bucket[metric.name, statistic] ?? 0
                }
                let (all, first, second) = (weight(a..<c), weight(a..<b), weight(b..<c))
                #expect(all == first + second, "seed \(seed)")
                #expect(
                    value(whole, "count") == value(left, "count") + value(right, "count"),
                    "seed \(seed)")
                let sum = first * value(left, "average") + second * value(right, "average")
                #expect(
                    abs(all * value(whole, "average") - sum) <= 0.011 * all, "seed \(seed)")
            }
        }
    }

    /// Lane 1 has readings until 4200 s and from 6000 s on; others are by hand at 5200 s, 5300 s
    /// and, beside the reading, at 6000 s.
    @Test(
        arguments: [
            // At a reading before the gap, a tick behind it, and in the gap: nothing is lost.
            (4200, 0, [(83, 300), (200, 300), (100, 100), (65, 300), (90, 0.02)]),
            (4200, 1, [(200, 300), (100, 100), (65, 300), (90, 0.02)]),
            (5000, 0, [(200, 300), (100, 100), (65, 300), (90, 0.02)]),
            // The one before the first counts for its weight, though not itself.
            (5200, 0, [(200, 300), (100, 100), (65, 300), (90, 0.02)]),
            (5200, 1, [(100, 100), (65, 300), (90, 0.02)]),
            (5250, 0, [(100, 100), (65, 300), (90, 0.02)]),
            (5300, 1, [(65, 300), (90, 0.02)]),
            (6000, 0, [(65, 300), (90, 0.02)]),
        ] as [(Int64, Int64, [(Double, Double)])])
    func `a query may begin at a reading, behind it, and in a gap`(
        second: Int64, ticks: Int64, wanted: [(value: Double, seconds: Double)]
    ) throws {
        var fleet = TestFleets.days(lanes: 2, frequent: DayMetricSet(.heartRate)) { _, _ in nil }
        let begin = Self.midnight
        for (value, seconds) in [(200, 5200), (100, 5300), (90, 6000)] as [(Int64, Int64)] {
            try Self.add(value, at: begin + .seconds(seconds), of: 1, to: &fleet)
        }
        let from = begin + .seconds(second) + FleetDuration(ticks: ticks)
        let asked = AskedFleet(fleet: fleet, present: Self.present)
        let bucket = try #require(
            try asked.buckets(
                Self.request([1], from..<begin + .seconds(6001), every: .months(1))
            ).first)
        let weight = wanted.reduce(0) { $0 + $1.seconds }
        let average = wanted.reduce(0) { $0 + $1.value * $1.seconds } / weight
        #expect(bucket["heart_rate_bpm", "count"] == Double(wanted.count))
        #expect(bucket["heart_rate_bpm", "latest"] == 90)
        let found = try #require(bucket["heart_rate_bpm", "average"])
        #expect(abs(found - average) <= 0.0051, "\(found), not \(average)")
    }
}
