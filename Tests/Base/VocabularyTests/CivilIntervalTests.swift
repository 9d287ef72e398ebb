import Testing
import Vocabulary

@Suite struct CivilIntervalTests {
    @Test(arguments: [
        ("1d", CivilInterval.days(1), "1d"), ("2w", .days(14), "2w"), ("14d", .days(14), "2w"),
        ("1mo", .months(1), "1mo"), ("15m", .elapsed(.seconds(900)), "15m"),
        ("24h", .elapsed(.seconds(86_400)), "24h"), ("20ms", .elapsed(.init(ticks: 1)), "20ms"),
        ("1 d", .days(1), "1d"), ("2 weeks", .days(14), "2w"), ("3 months", .months(3), "3mo"),
        ("1 second", .elapsed(.seconds(1)), "1s"), ("1h 30m", .elapsed(.seconds(5400)), "90m"),
    ])
    func `an interval is read and written`(text: String, interval: CivilInterval, short: String) {
        #expect(CivilInterval(parsing: text) == interval)
        #expect("\(interval)" == short)
    }

    @Test(arguments: [
        "", "d", "0d", "-1d", "+1d", "01d", "1.5d", "1y", "0s", "1  d", "9999999999d", "1 d ",
        "1 fortnight", "0 weeks",
    ])
    func `anything else is no interval`(text: String) {
        #expect(CivilInterval(parsing: text) == nil)
    }

    @Test(arguments: [
        ("2026-03-01", "2026-03-01"), ("1969-12-31", "1969-12-31"),
        ("2026-03-01T06:00:00Z", "2026-03-01T06:00:00.000000Z"),
        ("2026-03-01T06:00:00.000001+01:00", "2026-03-01T05:00:00.020000Z"),
    ])
    func `an anchor is a date, or the first tick at or after a time`(text: String, read: String) {
        #expect(CivilAnchor(parsing: text)?.description == read)
    }

    @Test(arguments: ["", "2026-3-1", "2026-02-29", "2026-03-01T", "2026-03-01T06:00:00", "today"])
    func `anything else is no anchor`(text: String) { #expect(CivilAnchor(parsing: text) == nil) }

    @Test func `months are counted from the anchor, to the last day of a short one`() throws {
        let anchor = try #require(CivilAnchor(parsing: "2027-12-31T18:30:00.02Z"))
        let later = (0...4).map { months in
            CivilAnchor.instant(anchor.inUTC(addingDays: 0, months: months)).description.prefix(22)
        }
        #expect(
            later == [
                "2027-12-31T18:30:00.02", "2028-01-31T18:30:00.02", "2028-02-29T18:30:00.02",
                "2028-03-31T18:30:00.02", "2028-04-30T18:30:00.02",
            ])
        #expect(anchor.year == 2027)
    }

    @Test func `months go back over years, and days over months`() throws {
        let date = try #require(CivilAnchor(parsing: "2026-03-31"))
        func later(_ days: Int, _ months: Int) -> String {
            CivilAnchor.instant(date.inUTC(addingDays: days, months: months)).description
        }
        #expect(later(0, -13) == "2025-02-28T00:00:00.000000Z")
        #expect(later(-31, 0) == "2026-02-28T00:00:00.000000Z")
        #expect(later(0, 0) == "2026-03-31T00:00:00.000000Z")
    }

    @Test func `queries know every metric once, with what runs and days call it`() {
        let names = QueryMetric.all.map(\.name)
        #expect(Set(names).count == names.count && names.count == 21)
        #expect(QueryMetric.all.filter { $0.run != nil && $0.day != nil }.count == 6)
        for metric in QueryMetric.all {
            #expect(QueryMetric(named: metric.name) == metric)
            for (run, day) in [(metric.run, metric.day)] {
                let both = [run?.decimals, day?.decimals].compactMap { $0 }
                #expect(Set(both) == [metric.decimals])
                #expect(run?.row.aggregation ?? metric.aggregation == metric.aggregation)
                #expect(day?.row.aggregation ?? metric.aggregation == metric.aggregation)
            }
        }
        #expect(QueryMetric(named: "HKQuantityTypeIdentifierBodyMass")?.name == "body_mass_kg")
        #expect(QueryMetric(named: "HKQuantityTypeIdentifierStepCount")?.name == "steps")
        #expect(QueryMetric(named: "altitude") == nil)
    }
}

extension QueryMetric {
    fileprivate var aggregation: MetricRow.Aggregation {
        isCumulative ? .cumulative : statistics.contains(.average) ? .discrete : .position
    }
}
