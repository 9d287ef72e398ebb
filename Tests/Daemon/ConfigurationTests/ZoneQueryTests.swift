import ChannelPipeline
import LinuxIO
import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import Configuration

/// Queries of athletes' days in time zones, against a plain addition of what was streamed.
@Suite struct ZoneQueryTests {
    struct Place: CustomStringConvertible {
        let zone: String
        /// The first of four dates in which the zone's clocks change, if they do.
        let date: String
        /// How many of them the zone has.
        var dates = 4
        /// What is ordered of the athlete of lane 12.
        var order: String?

        var description: String { "\(zone) \(date)\(order.map { " \($0)" } ?? "")" }
    }

    private static let places = [
        Place(zone: "Europe/Berlin", date: "2026-03-27"),
        Place(zone: "Europe/Berlin", date: "2026-10-23"),
        Place(zone: "Australia/Lord_Howe", date: "2026-04-03"),
        Place(zone: "Pacific/Apia", date: "2011-12-28", dates: 3),
        Place(zone: "America/New_York", date: "2026-11-01"),
        Place(zone: "Asia/Kolkata", date: "2026-06-01"), Place(zone: "UTC", date: "2026-02-27"),
        Place(zone: "Europe/Berlin", date: "2026-10-23", order: "{like: 'mock-week', age: 52}"),
    ]

    private func fleet(_ place: Place) throws -> Fleet {
        let drawn = String(repeating: "{},", count: 12)
        return try ConfigurationTests.fleet(
            of: settings(
                [
                    "--seed", "42", "--schedule", "days", "--time-zone", place.zone, "--epoch",
                    "\(place.date)T06:00:00Z", "--sessions", "30",
                ], file: place.order.map { "{athletes: [\(drawn) \($0)]}" }))
    }

    private func answer(
        _ request: QueryRequest, of fleet: Fleet, at present: FleetInstant
    ) throws -> [Substring] {
        let page = QueryPage(
            try Query(request, of: fleet, at: present), of: fleet, id: nil, budget: .max)
        var text = LineBuffer()
        while !page.isComplete {
            _ = page.advance(steps: 1000)
            page.append(to: &text)
        }
        return text.text.split(separator: "\n").dropLast()
    }

    /// All lines of samples, events and entries of a lane up to the present.
    private func reference(
        _ lane: LaneID, of fleet: Fleet, from start: FleetInstant, to present: FleetInstant
    ) -> QueryReference {
        var shape = ChannelShape()
        shape.kinds = [.sample, .event, .entry]
        shape.metrics = MetricSet(Metric.allCases)
        shape.dayMetrics = .all
        let live = LiveFleet(fleet, at: present)
        let replay = live.replay(
            shape, [LaneChoice(lane: lane)], from: .after(StreamPosition(after: start)),
            schedule: nil)
        var reference = QueryReference(period: fleet.rate.period)
        var isPresent = false
        while !isPresent {
            isPresent = replay.advance(to: present, steps: 10_000, bytes: 1 << 20)
            replay.consumeLines { block in
                for index in block.entries.indices where block.entries[index].isData {
                    reference.take(
                        String(decoding: block.bytes[block.range(of: index)], as: UTF8.self))
                }
            }
        }
        return reference
    }

    @Test(arguments: places)
    func `days, hours and months of a zone are what was streamed in them`(place: Place) throws {
        let fleet = try fleet(place)
        let from = try #require(CivilAnchor(parsing: place.date))
        let start = fleet.dayCalendar.instant(from, addingDays: 0, months: 0)
        let end = fleet.dayCalendar.instant(from, addingDays: 4, months: 0)
        let present = end - .seconds(20_000)
        for lane: LaneID in [12] {
            let reference = reference(
                lane, of: fleet, from: start - .seconds(2 * 86_400), to: present)
            var days = 0
            for interval in ["1d", "5h", "2d", "1mo"] {
                var request = QueryRequest(from: from)
                request.selection = SessionSelection([SelectedSessions(lane: lane)])
                request.statistics = Set(Statistic.ofQueries)
                request.to = .instant(end)
                request.interval = try #require(CivilInterval(parsing: interval))
                request.limit = 1000
                let lines = try answer(request, of: fleet, at: present)
                if interval == "1d" { days = lines.count }
                var last = start
                for line in lines {
                    let bucket = try #require(JSONValue(line: line.utf8))
                    let begin = try instant(bucket, "start")
                    let end = try instant(bucket, "end")
                    #expect(begin == last && end > begin, "\(place), \(interval)")
                    last = end
                    let metrics = reference.bucket(
                        lane, begin..<end, request.metrics, request.statistics, at: present)
                    #expect(line.hasSuffix("\(metrics)}"), "\(place), \(interval): \(metrics)")
                    #expect((bucket["open"] != nil) == (end > present))
                }
                #expect(last == end)
            }
            #expect(days == place.dates)
        }
    }

    private func instant(_ bucket: JSONValue, _ name: String) throws -> FleetInstant {
        let text = try #require(bucket[name]?.text)
        let time = try #require(CalendarTime(rfc3339: text))
        return FleetInstant(ticks: time.microseconds / 20_000)
    }

    @Test func `a night's sleep is still to come until the athlete wakes`() throws {
        let fleet = try fleet(Place(zone: "Europe/Berlin", date: "2026-03-01"))
        let midnight = fleet.dayCalendar.instant(.date(20_513), addingDays: 0, months: 0)
        var request = QueryRequest(from: .instant(midnight))
        request.selection = SessionSelection([SelectedSessions(lane: 7)])
        request.metrics = [try #require(QueryMetric(named: "sleep_min"))]
        request.to = .instant(midnight + .seconds(4 * 3600))
        request.interval = .elapsed(.seconds(4 * 3600))
        func line(_ seconds: Int64) throws -> Substring {
            try #require(answer(request, of: fleet, at: midnight + .seconds(seconds)).first)
        }
        #expect(try line(4 * 3600).hasSuffix(#""open":true}"#))
        #expect(try line(14 * 3600).contains(#"Z","sleep_min":{"sum":"#))
        request.metrics = [try #require(QueryMetric(named: "heart_rate_bpm"))]
        #expect(try !line(4 * 3600).contains("open"))
    }

    @Test func `twenty-nine dates make twenty-eight differences, whatever the clocks do`() throws {
        let fleet = try fleet(Place(zone: "Europe/Berlin", date: "2026-03-20"))
        let from = try #require(CivilAnchor(parsing: "2026-03-10"))
        let to = try #require(CivilAnchor(parsing: "2026-04-08"))
        var request = QueryRequest(from: from)
        request.selection = SessionSelection([SelectedSessions(lane: 7)])
        request.metrics = [try #require(QueryMetric(named: "body_mass_kg"))]
        request.to = to
        let present = fleet.dayCalendar.instant(to, addingDays: 0, months: 0)
        let query = try Query(request, of: fleet, at: present)
        let page = QueryPage(query, of: fleet, id: nil, budget: .max)
        while !page.advance(steps: 1000) {}
        #expect(page.buckets == 29)
        // Nothing was flown for it.
        #expect(page.work < 31 * 110)
    }

    @Test func `the bytes of an answer stay what they are`() throws {
        let golden = try Checkout.text("Tests/Golden/seed-42-query.ndjson")
        let fleet = try ConfigurationTests.fleet(
            of: settings([
                "--seed", "42", "--schedule", "days", "--time-zone", "Europe/Berlin", "--epoch",
                "2026-01-01T00:00:00Z", "--sessions", "20",
            ]))
        var request = QueryRequest(from: try #require(CivilAnchor(parsing: "2026-03-27")))
        request.selection = SessionSelection([SelectedSessions(lane: 10)])
        request.to = CivilAnchor(parsing: "2026-03-30")
        request.statistics = Set(Statistic.ofQueries)
        request.metrics = [
            "steps", "distance_m", "heart_rate_bpm", "sleep_min", "body_mass_kg",
            "resting_heart_rate_bpm",
        ].compactMap { QueryMetric(named: $0) }
        let present = fleet.dayCalendar.instant(request.from, addingDays: 7, months: 0)
        let lines = try answer(request, of: fleet, at: present)
        #expect(lines.joined(separator: "\n") + "\n" == golden)
    }
}
