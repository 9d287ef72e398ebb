import CivilTime
import Days
import Testing
import Vocabulary

@Suite struct ForecastTests {
    private static let monday = CivilDate(dayNumber: 20_514)

    @Test func `the forecast is the average of what flies in each hour`() {
        let lanes = 0..<24
        let fleet = lanes.map { AthleteDays(seed: 6, lane: LaneID(index: $0), zone: .utc) }
        let runs = fleet.flatMap { days in
            (-1..<8).compactMap { days.run(on: Self.monday.adding(days: $0)) }
        }
        let forecast = DaysForecast.sessionsAloft(
            seed: 6, lanes: lanes, zone: .utc, week: Self.monday.adding(days: 3))
        #expect(forecast.count == 168)
        let start = TimeZoneRules.utc.startOrNext(of: Self.monday)
        for (hour, expected) in forecast.enumerated() {
            // Every minute of the hour.
            let aloft = (0..<60).reduce(0) { sum, step in
                let instant = start + .seconds(Int64(hour) * 3600 + Int64(step) * 60 + 30)
                return sum + runs.count { $0.start <= instant && instant < $0.end }
            }
            #expect((Double(aloft) / 60 - expected).magnitude < 0.1, "hour \(hour)")
        }
    }

    @Test func `a large fleet is counted by some of its lanes`() {
        let all = DaysForecast.sessionsAloft(
            seed: 6, lanes: 0..<2000, zone: .utc, week: Self.monday)
        let large = DaysForecast.sessionsAloft(
            seed: 6, lanes: 0..<100_000, zone: .utc, week: Self.monday)
        let ratio = large.reduce(0, +) / all.reduce(0, +) / 50
        #expect((0.94...1.06).contains(ratio))
        #expect(
            DaysForecast.sessionsAloft(seed: 6, lanes: 5..<5, zone: .utc, week: Self.monday)
                .allSatisfy { $0 == 0 })
    }

    @Test func `mornings and evenings are busy, and weekends before noon`() {
        let hours = DaysForecast.sessionsAloft(
            seed: 6, lanes: 0..<2000, zone: .utc, week: Self.monday)
        func hour(_ day: Int, _ hour: Int) -> Double { hours[day * 24 + hour] }
        for day in 0..<4 {
            #expect(hour(day, 7) > 2 * hour(day, 9))
            #expect(hour(day, 18) > 1.3 * hour(day, 15))
            #expect(hour(day, 2) == 0)
        }
        #expect(hour(6, 10) > hour(6, 18))
    }
}
