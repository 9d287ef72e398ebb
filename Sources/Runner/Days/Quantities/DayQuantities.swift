import CivilTime
import Vocabulary

/// What is measured of an athlete on a day, apart from the seconds of the run.
package struct DayQuantities: Equatable, Sendable {
    package let date: CivilDate
    package let state: DayState
    /// From the day's first instant to its end, a quarter of an hour each: 96 of them, or as many
    /// as a day of another length has. A day of odd length ends with a shorter one.
    package let quarters: [QuarterHour]
    /// The night that ends on this date; nil without a watch.
    package let sleep: Sleep?
    /// Beats per minute; nil without a watch in the night.
    package let restingHeartRate: Reading?
    /// Tenths of a kilogram; nil on mornings without scales.
    package let bodyMass: Reading?

    /// All steps apart from runs.
    package var steps: Int64 { quarters.reduce(0) { $0 + $1.steps } }
}

/// A quarter of an hour, counted from the day's first instant, without what the run gave.
package struct QuarterHour: Equatable, Sendable {
    package let start: FleetInstant
    package let end: FleetInstant
    package let steps: Int64
    /// Centimetres.
    package let distance: Int64
    /// Thousandths of a kilocalorie, without rest.
    package let energy: Int64
}

/// A value read at an instant, a fixed decimal integer.
package struct Reading: Equatable, Sendable {
    package let instant: FleetInstant
    package let value: Int64
}

/// A night's sleep to the minute.
package struct Sleep: Equatable, Sendable {
    /// Stretches asleep in order; between two of them the athlete lies awake. The first one ends
    /// after midnight.
    package let segments: [Range<FleetInstant>]

    /// When the athlete falls asleep.
    package var start: FleetInstant { segments[0].lowerBound }
    /// When the athlete wakes up for good.
    package var end: FleetInstant { segments[segments.count - 1].upperBound }

    package var minutesAsleep: Int64 {
        segments.reduce(0) { $0 + Self.minutes($1.lowerBound, $1.upperBound) }
    }

    package var minutesAwake: Int64 { Self.minutes(start, end) - minutesAsleep }

    static func minutes(_ start: FleetInstant, _ end: FleetInstant) -> Int64 {
        (end - start).ticks / FleetDuration.seconds(60).ticks
    }
}

extension AthleteDays {
    /// What is measured on a date; nil if the zone skips the date. Takes some ten microseconds.
    package func quantities(on date: CivilDate) -> DayQuantities? {
        guard let day = zone.day(date) else { return nil }
        let course = DayCourse(self, date, day)
        let night = course.night(endingOn: date)
        let sleep = course.sleep(night)
        let isWorn =
            draws.stream(.night).uniform(DayDraws.counter(date.dayNumber, 0))
            < habits.wearing
        return DayQuantities(
            date: date, state: course.state, quarters: course.quarters(night),
            sleep: isWorn ? sleep : nil,
            restingHeartRate: isWorn ? course.restingHeartRate() : nil,
            bodyMass: course.bodyMass(wake: night.wake))
    }
}
