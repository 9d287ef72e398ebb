import Charts
import CivilTime
import FlightDisplay
import Logbook
import Readout
import TestSupport
import Testing
import Vocabulary

@testable import FlightPlot

@Suite struct HistoryPageTests {
    private static func history(
        _ name: String, _ values: [Double?], lastIsOpen: Bool = false
    ) throws -> MetricHistory {
        let metric = try #require(QueryMetric(named: name))
        return MetricHistory(
            metric,
            values.enumerated().map { day, value in
                MetricHistory.Bucket(
                    name: "Day \(day)", label: "\(day)", isLandmark: day % 7 == 0, value: value,
                    least: metric.isCumulative ? nil : value.map { $0 - 1 },
                    greatest: metric.isCumulative ? nil : value.map { $0 + 1 },
                    isOpen: lastIsOpen && day == values.count - 1)
            })
    }

    private static func page(_ histories: [MetricHistory]) -> HistoryPage {
        HistoryPage(title: "s7 <b>", facts: "days of UTC", histories: histories)
    }

    @Test(arguments: QueryMetric.all.map(\.name))
    func `every metric has a chart and figures, whatever its values are`(name: String) throws {
        for values in [
            [], [nil], [3], [3, 3, 3], [0, 0], [1, nil, 2], [nil, 1e-9, 1e9],
            Array(repeating: 7, count: 1000), [.nan, .infinity],
        ] as [[Double?]] {
            let page = Self.page([try Self.history(name, values)])
            for text in [page.html, page.svg] {
                #expect(TagBalance.fault(in: text) == nil, "\(values.prefix(3))")
                #expect(!text.contains("nan") && !text.contains("\"inf"), "\(values.prefix(3))")
            }
        }
    }

    @Test func `a day without a value is left open, in bars and between points`() throws {
        let steps = try #require(
            HistoryChart(Self.history("steps", [5000, nil, 7000, 0])).panel?.figure
                as? SVGChart)
        #expect(steps.bars.count == 3)
        let mass = try #require(
            HistoryChart(Self.history("body_mass_kg", [70, nil, 71, 71.5])).panel?.figure
                as? SVGChart)
        let path = try #require(
            mass.markup.source.split(separator: "class=\"line c0\" d=\"").last
        ).prefix { $0 != "\"" }
        #expect(path.count { $0 == "M" } == 2)
        #expect(mass.bars.isEmpty)
        let html = Self.page([try Self.history("steps", [5000, nil])]).html
        #expect(html.contains("Day 1\nno value") || html.contains("<td>–</td>"))
    }

    @Test func `what is not over yet is marked, and is no part of the mean`() throws {
        let history = try Self.history("steps", [4000, 6000, 100], lastIsOpen: true)
        #expect(history.mean == 5000 && history.total == 10_100)
        let html = Self.page([history]).html
        #expect(html.contains("class=\"bar open\"") && html.contains("mean 5 000"))
        #expect(html.contains("not over yet"))
    }

    @Test func `a page for readers of miles has no kilometres`() {
        var track = SyntheticFlight.track(seconds: 900)
        track.facts.units = .imperial
        let html = FlightPage(track).html
        #expect(html.contains("Miles") && html.contains(">/mi<"))
        #expect(!html.contains("/km") && !html.contains(" km"))
        #expect(TagBalance.fault(in: html) == nil)
    }

    private static func days(
        _ values: [Double?], goal: Double? = nil, lastIsOpen: Bool = false
    ) throws -> MetricHistory {
        MetricHistory(
            try #require(QueryMetric(named: "steps")),
            values.enumerated().map { day, value in
                MetricHistory.Bucket(
                    name: "Day \(day)", label: "\(day)", isLandmark: false, value: value,
                    isOpen: lastIsOpen && day == values.count - 1,
                    weekday: Weekday(rawValue: day % 7 + 1))
            }, goal: goal)
    }

    @Test func `days have a second chart with the mean of each weekday`() throws {
        var values: [Double?] = []
        for day in 0..<21 { values.append(day % 7 == 6 ? 0 : Double(1000 * day)) }
        values[8] = nil
        let history = try Self.days(values, lastIsOpen: true)
        let weekdays = try #require(history.byWeekday)
        #expect(weekdays.buckets.map(\.label) == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
        #expect(weekdays.buckets.map(\.value) == [7000, 8000, 9000, 10_000, 11_000, 12_000, 0])
        let page = Self.page([try Self.days(values)])
        #expect(page.html.contains("Steps by weekday, on average"))
        #expect(page.svg.contains("Steps by weekday, on average"))
        #expect(TagBalance.fault(in: page.html) == nil)
        #expect(try Self.days(Array(values[..<13])).byWeekday == nil, "fewer than two weeks")
        #expect(try Self.history("steps", values).byWeekday == nil, "intervals that are no days")
    }

    @Test func `a goal is a line, on the axis even where no day reaches it`() throws {
        let chart = try #require(
            HistoryChart(try Self.days([5000, 7000], goal: 10_000)).panel?.figure
                as? SVGChart)
        #expect(chart.bound?.value == 10_000 && chart.bound?.name == "goal 10 000")
        #expect(chart.summary.contains("the goal is 10 000 steps"))
        let html = Self.page([try Self.days([5000, 7000], goal: 10_000)]).html
        #expect(html.contains("goal 10 000"))
        #expect(try HistoryChart(Self.days([nil, nil], goal: 10_000)).panel == nil)
    }

    @Test func `metrics without any value are said, and names are escaped`() throws {
        let html = Self.page([
            try Self.history("steps", [1, 2]), try Self.history("sleep_min", [nil, nil]),
        ]).html
        #expect(html.contains("No value: sleep."))
        #expect(html.contains("s7 &lt;b&gt;"))
        #expect(html.split(separator: "<svg class=\"wide\"").count == 2)
    }

    /// A night from 23:10 to 6:10 in UTC, before the second day of fleet time.
    private static func sleep(_ stages: [(DayMetric, Int)]) throws -> SleepRecord {
        let day = try #require(TimeZoneRules.utc.day(CivilDate(dayNumber: 20_455)))
        var start = day.lowerBound - .seconds(3000)
        let stretches = stages.compactMap { stage, minutes in
            let end = start + .seconds(Int64(minutes) * 60)
            defer { start = end }
            return SleepRecord.Stretch(stage, from: start, to: end)
        }
        return SleepRecord(stretches, within: day, .utc)
    }

    private static let stages: [(DayMetric, Int)] = [
        (.awake, 10), (.coreSleep, 110), (.deepSleep, 90), (.remSleep, 60), (.coreSleep, 150),
    ]

    @Test func `a night is a line of steps between its stages, with the time in each`() throws {
        let night = try #require(try Self.sleep(Self.stages).night)
        let chart = NightChart(night, .utc).chart
        #expect(chart.title == "Night from 23:10 to 06:10" && chart.summary == "6:50 h asleep")
        #expect(NightChart(night, .utc).steps.map(\.y) == [3, 3, 1, 1, 0, 0, 2, 2, 1, 1])
        #expect(
            chart.legend.map(\.name) == [
                "awake 0:10 h", "REM 1:00 h", "core 4:20 h", "deep 1:30 h",
            ])
        #expect(chart.legend.map(\.style).contains("key stage-rem"))
        let source = chart.figure(in: [.wide, .narrow]).source
        #expect(TagBalance.fault(in: source) == nil)
        for level in ["awake", "REM", "core", "deep", "00:00", "05:00"] {
            #expect(source.contains(">\(level)<"), "\(level)")
        }
    }

    @Test func `a stage that nobody may read is a gap of the night`() throws {
        let night = try #require(
            try Self.sleep([(.coreSleep, 60), (.steps, 30), (.deepSleep, 60)]).night)
        #expect(NightChart(night, .utc).steps.map(\.y) == [1, 1, nil, 0, 0])
    }

    @Test func `a day has its heart rate by quarters and its night, or says it was not worn`()
        throws
    {
        func page(_ rates: [Double?], _ stages: [(DayMetric, Int)]) throws -> HistoryPage {
            let heart = try Self.history("heart_rate_bpm", rates)
            return HistoryPage(
                title: "s7", facts: "", histories: [try Self.history("steps", [1, 2]), heart],
                figures: [], body: BodyOfDay(heartRate: heart, sleep: try Self.sleep(stages), .utc))
        }
        let whole = try page([60, nil, 71, 130], Self.stages)
        for text in [whole.html, whole.svg] {
            #expect(TagBalance.fault(in: text) == nil)
            #expect(text.contains("Night from 23:10 to 06:10"))
            #expect(!text.contains("not worn"))
        }
        #expect(whole.svg.ranges(of: ">Heart rate<").count == 1, "not by hours as well")
        let night = try page([60, nil], []).html
        #expect(
            night.contains("The watch was not worn in the night.") && !night.contains("Night from"))
        #expect(try page([nil, nil], []).svg.contains("The watch was not worn on this day."))
    }

    @Test func `a day shows its flights whole`() throws {
        let flight = SyntheticFlight.track(seconds: 90)
        let page = HistoryPage(
            title: "s7", facts: "", histories: [try Self.history("steps", [1, 2])],
            figures: [try Self.history("sleep_min", [446])], flights: [flight, flight])
        #expect(page.html.split(separator: "<article").count == 3)
        #expect(page.html.contains("<dt>sleep</dt><dd>7:26 h</dd>"))
        #expect(TagBalance.fault(in: page.html) == nil)
    }
}
