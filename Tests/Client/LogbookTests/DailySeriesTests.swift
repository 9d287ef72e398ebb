import CivilTime
import Logbook
import Testing
import Vocabulary
import WireProtocol

@Suite struct DailySeriesTests {
    private static let monday = CivilDate(dayNumber: 20_514)

    private static func series(_ values: [Double?]) -> DailySeries {
        DailySeries(
            values.enumerated().map { DailySeries.Day(monday.adding(days: $0.offset), $0.element) })
    }

    @Test func `29 days have 28 differences`() {
        let series = Self.series((0..<29).map { Double($0 * $0) })
        let differences = series.differences
        #expect(differences.days.count == 28)
        #expect(differences.days.first?.date == Self.monday.adding(days: 1))
        #expect(differences.settled == (1..<29).map { Double(2 * $0 - 1) })
    }

    @Test(arguments: [[], [71.4], [nil], [nil, nil], [71.4, nil]] as [[Double?]])
    func `fewer than two values have no difference, and nothing traps`(values: [Double?]) {
        let series = Self.series(values)
        #expect(series.differences.settled == [])
        #expect(series.differences.byWeekday == [:])
    }

    @Test func `a missing day is no zero: neither it nor the day behind it has a difference`() {
        let series = Self.series([70, nil, 71, 72])
        #expect(series.differences.days.map(\.value) == [nil, nil, 1])
        #expect(series.average == 71)
    }

    @Test func `a day that is not over counts in no average and no difference`() {
        var days = Self.series([8000, 9000]).days
        days.append(DailySeries.Day(Self.monday.adding(days: 2), 300, isWhole: false))
        let series = DailySeries(days)
        #expect(series.average == 8500)
        #expect(series.differences.settled == [1000])
        #expect(series.byWeekday[.wednesday] == nil)
        #expect(series.extent == 300...9000)
    }

    @Test func `averages by weekday go by the date`() {
        let series = Self.series((0..<28).map { Double($0 % 7) })
        #expect(series.byWeekday.count == 7)
        for weekday in Weekday.allCases {
            #expect(series.byWeekday[weekday] == Double(weekday.rawValue - 1))
        }
        let halves = Self.series([1, nil, nil, nil, nil, nil, nil, 4])
        #expect(halves.byWeekday == [.monday: 2.5])
    }

    @Test func `a week begins on Sunday or on Monday`() {
        #expect(WeekStart.sunday.weekdays.first == .sunday)
        #expect(WeekStart.sunday.weekdays.last == .saturday)
        #expect(WeekStart.monday.weekdays == Weekday.allCases)
        for offset in 0..<14 {
            let date = Self.monday.adding(days: offset)
            for start in WeekStart.allCases {
                let first = start.start(of: date)
                #expect(first.weekday == start.weekdays[0])
                #expect((0..<7).contains(date - first))
            }
        }
    }

    @Test func `the date is that of the bucket's start, not of a sample in it`() throws {
        // The day of the change to summer time has 23 hours.
        let lines = [
            #"{"type":"bucket","start":"2026-03-28T23:00:00Z","end":"2026-03-29T22:00:00Z","steps":{"sum":8123}}"#,
            #"{"type":"bucket","start":"2026-03-29T22:00:00Z","end":"2026-03-30T22:00:00Z","open":true,"steps":{"sum":10}}"#,
        ]
        let buckets = try lines.map { line in
            try #require(JSONValue(line: line.utf8).flatMap(DayBucket.init))
        }
        let zone = ScriptedLife.berlin
        let series = DailySeries(.day(.steps), buckets) { zone.date(at: $0) }
        #expect(series.days.map { "\($0.date)" } == ["2026-03-29", "2026-03-30"])
        #expect(series.days.map(\.isWhole) == [true, false])
        // A reading of a day that is not over is a reading all the same.
        #expect(DailySeries(.day(.bodyMass), buckets) { zone.date(at: $0) }.days[1].isWhole)
    }
}

@Suite struct LogMetricTests {
    @Test(arguments: [
        (LogMetric.day(.steps), 812.4, "+812"), (.day(.steps), -1204, "-1 204"),
        (.day(.bodyMass), 0.26, "+0.26"), (.day(.bodyMass), -0.314, "-0.31"),
        (.day(.bodyMass), -0.004, "0.00"), (.day(.sleep), -72, "-1:12"), (.day(.sleep), 0, "0:00"),
        (.day(.distance), 1.5, "+1.50"),
    ])
    func `a difference has its sign, and nothing has none`(
        metric: LogMetric, value: Double, text: String
    ) {
        #expect(metric.signedText(value) == text)
    }

    @Test func `names of the wire and of HealthKit are known`() {
        for metric in LogMetric.all { #expect(LogMetric(named: metric.name) == metric) }
        #expect(LogMetric(named: "HKQuantityTypeIdentifierBodyMass") == .day(.bodyMass))
        #expect(LogMetric(named: "weight") == nil)
    }

    @Test func `a sum stands for a day, or the latest reading, or the average of runs`() {
        #expect(LogMetric.day(.steps).statistic == .sum)
        #expect(LogMetric.day(.bodyMass).statistic == .latest)
        #expect(LogMetric.run(.heartRate).statistic == .average)
    }
}
