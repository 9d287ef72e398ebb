import CivilTime
import Vocabulary

/// How busy a fleet is.
package enum DaysForecast {
    /// The most lanes that are counted; of larger fleets this number, evenly spread.
    package static let sampleLimit = 2000

    /// The average number of sessions aloft in each hour of a week, from Monday at midnight on by
    /// the clock of the wall: 168 numbers.
    ///
    /// Exact up to ``sampleLimit`` lanes, and within some percent beyond. Takes at most some 30 ms.
    ///
    /// - Parameter week: any date of the week.
    package static func sessionsAloft(
        seed: UInt64, lanes: Range<Int>, zone: TimeZoneRules, week: CivilDate
    ) -> [Double] {
        var hours = [Double](repeating: 0, count: 168)
        let count = min(lanes.count, sampleLimit)
        guard count > 0 else { return hours }
        for number in 0..<count {
            let lane = lanes.lowerBound + number * lanes.count / count
            let days = AthleteDays(seed: seed, lane: LaneID(index: lane), zone: zone)
            // The last run of the week before may reach into this one.
            for day in -1..<7 {
                guard let run = days.run(on: week.startOfWeek.adding(days: day)) else { continue }
                let start = Double(day * 86_400 + run.second)
                add(start, start + run.duration.seconds, to: &hours)
            }
        }
        let share = Double(lanes.count) / Double(count) / 3600
        return hours.map { $0 * share }
    }

    /// Adds the seconds between two times of the week to its hours.
    private static func add(_ start: Double, _ end: Double, to hours: inout [Double]) {
        let first = max(0, Int(start / 3600))
        let last = min(167, Int(end / 3600))
        guard first <= last else { return }
        for hour in first...last {
            let begin = Double(hour) * 3600
            hours[hour] += max(0, min(end, begin + 3600) - max(start, begin))
        }
    }
}

/// The version of the model of days, a part of the identity of fleets that live by it.
package enum DaysModelVersion {
    /// Raised whenever the same seed, lane, zone and date give any other run, quantity or entry.
    package static let current = 3
}
