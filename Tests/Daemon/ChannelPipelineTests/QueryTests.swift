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
        _ lanes: [LaneID], from: FleetInstant, to: FleetInstant?, every interval: CivilInterval,
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

    @Test(arguments: Seeds.of(1...40, few: 1))
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
            fleet: TestFleets.midnightRuns(rate: rate, frequent: DayMetric.frequent),
            present: midnight + Self.day + FleetDuration(ticks: dice.within(-100_000...100_000)))
        let lanes: [LaneID] = [0, 1, 4, 7, 8]
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

    @Test func `whoever asks athletes by laps for days is told so, and nobody else`() throws {
        let (laps, now) = (TestFleets.simulated(), TestFleets.midnight + Self.day)
        func note(_ fleet: Fleet, _ lanes: [LaneID], _ interval: CivilInterval) throws -> String? {
            try AskedFleet(fleet: fleet, present: now).ok(
                request(lanes, from: now - .seconds(60), to: now, every: interval))["note"]?.text
        }
        for interval in [CivilInterval.days(1), .days(7), .months(1)] {
            #expect(try note(laps, [0], interval) == LapsNote.text)
            #expect(try note(TestFleets.midnightRuns(), [1], interval) == nil)
        }
        #expect(try note(laps, [0], .elapsed(.seconds(86_400))) == nil)
        let mixed = try TestFleets.mixed(seed: 1)
        let recorded = try #require((0..<4).last(where: mixed.isRecorded))
        #expect(try note(mixed, [recorded], .days(1)) == nil)
        #expect(try note(mixed, [recorded, recorded.next], .days(1)) == LapsNote.text)
    }

    @Test func `samples by hand count by the time that they speak of, until they are removed`()
        throws
    {
        var fleet = TestFleets.midnightRuns()
        let midnight = TestFleets.midnight
        let present = midnight + .seconds(50_000)
        func add(_ value: Int64, at seconds: Int64) throws -> SessionCommand {
            let instant = midnight + .seconds(seconds)
            let sample = try #require(
                ManualSample(
                    .bodyMass, value: value, from: instant, to: instant))
            let command = try fleet.command(.add(sample, lane: 1), after: present)
            try fleet.enter(command)
            return command
        }
        func mass() throws -> [String] {
            let request = request(
                [1], from: midnight - Self.day, to: midnight + Self.day, every: .days(1),
                [try #require(QueryMetric(named: "body_mass_kg"))])
            return try AskedFleet(fleet: fleet, present: present).buckets(request).map(\.metrics)
        }
        let simulated =
            #","body_mass_kg":{"average":71.400,"min":71.4,"max":71.4,"latest":71.4,"#
            + #""count":1}"#
        let before = try mass()
        #expect(before == ["", simulated])
        let added = try add(600, at: -70_000)
        _ = try add(800, at: 40_000)
        let both = try mass()
        #expect(both[1].contains(#""max":80.0,"latest":80.0,"count":2}"#))
        #expect(both[0].contains(#""min":60.0"#) && both[0] != before[0])
        let entry = EntryName(lane: 1, instant: added.instant)
        try fleet.enter(try fleet.command(.remove(entry), after: present))
        #expect(try mass() == [before[0], both[1]])
    }

    @Test func `metrics that only days have fly nothing, and an empty interval is there`() throws {
        let fleet = TestFleets.midnightRuns()
        let query = request(
            [5], from: TestFleets.midnight, to: TestFleets.midnight + Self.day * 28,
            every: .elapsed(.seconds(43_200)),
            [try #require(QueryMetric(named: "resting_heart_rate_bpm"))])
        let asked = AskedFleet(fleet: fleet, present: TestFleets.midnight + Self.day * 30)
        let buckets = try asked.buckets(query)
        #expect(buckets.count == 56 && buckets.allSatisfy { $0.metrics.isEmpty && !$0.isOpen })
        for (index, bucket) in buckets.enumerated() {
            let start = TestFleets.midnight + .seconds(43_200) * Int64(index)
            #expect(bucket.interval == start..<start + .seconds(43_200))
        }
        let page = QueryPage(
            try Query(query, of: fleet, at: asked.present), of: fleet, id: nil, budget: .max)
        while !page.advance(steps: 100) {}
        #expect(page.work < 3000)
    }

    @Test func `an interval is open until the present has passed it`() throws {
        let midnight = TestFleets.midnight
        let fleet = TestFleets.midnightRuns()
        let query = request(
            [0], from: midnight, to: midnight + Self.day, every: .elapsed(.seconds(3600)),
            [try #require(QueryMetric(named: "speed_mps"))])
        for ticks in [0, 1, 179_998, 179_999, 180_000, 4_319_999] as [Int64] {
            let asked = AskedFleet(fleet: fleet, present: midnight + FleetDuration(ticks: ticks))
            let open = try asked.buckets(query).map(\.isOpen)
            let closed = Int(ticks + 1) / 180_000
            #expect(open == (0..<24).map { $0 >= closed }, "\(ticks)")
        }
    }

    @Test func `a range that is none is refused, and so is a page of another request`() throws {
        let fleet = TestFleets.midnightRuns()
        func code(_ change: (inout QueryRequest) -> Void) -> (ErrorCode, String?)? {
            var request = QueryRequest(from: .instant(TestFleets.midnight))
            change(&request)
            do throws(WireError) {
                _ = try Query(request, of: fleet, at: TestFleets.midnight)
                return nil
            } catch {
                return (error.code, error.field)
            }
        }
        #expect(code { _ in } == nil)
        #expect(code { $0.from = .instant(TestFleets.midnight + Self.tick) }?.1 == "from")
        #expect(code { $0.to = .instant(TestFleets.midnight) }?.1 == "to")
        #expect(code { $0.to = .instant(TestFleets.midnight + Self.tick) } == nil)
        let lane = SessionSelection([SelectedSessions(lane: 77)])
        #expect(code { $0.selection = lane }?.0 == .unknownSession)
        for (interval, later) in [(5, Int64(0)), (0, 1)] {
            let cursor = QueryCursor(
                lane: 0, interval: interval,
                instant: TestFleets.midnight + FleetDuration(ticks: later))
            #expect(code { $0.page = cursor }?.1 == "page")
        }
    }

    @Test func `all lanes are those of the shard, and those that were started`() throws {
        let shard = try #require(FleetShard(index: 1, count: 3))
        let fleet = Fleet(seed: 1, epoch: TestFleets.epoch, simulatedLanes: 10, shard: shard)
        let driven = DrivenFleet(fleet, at: TestFleets.epoch)
        let started = try driven.apply(.start(StartOrder(), at: nil)).session.lane
        var request = QueryRequest(from: .instant(TestFleets.epoch))
        request.to = .instant(TestFleets.epoch + .seconds(1))
        request.limit = 2
        request.metrics = [try #require(QueryMetric(named: "sleep_min"))]
        let asked = AskedFleet(fleet: driven.fleet, present: TestFleets.epoch + .seconds(9))
        #expect(try asked.buckets(request).map(\.lane) == [1, 4, 7, started])
    }
}
