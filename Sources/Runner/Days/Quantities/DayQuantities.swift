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
    /// Nil on most days.
    package let nap: Sleep?
    /// Beats per minute; nil on a day without a watch.
    package let restingHeartRate: Reading?
    /// Tenths of a millisecond; nil without a watch in the night.
    package let heartRateVariability: Reading?
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

/// A night's sleep, or a nap, to the minute.
package struct Sleep: Equatable, Sendable {
    /// A stretch of one stage.
    package struct Stage: Equatable, Sendable {
        package let stage: SleepStage
        package let span: Range<FleetInstant>
    }

    /// From going to bed to getting up.
    package let bed: Range<FleetInstant>
    /// Stretches asleep in order; between two of them the athlete lies awake. The first one of a
    /// night ends after midnight.
    package let segments: [Range<FleetInstant>]
    /// In order, without a gap, from going to bed to getting up.
    package let stages: [Stage]

    /// When the athlete falls asleep.
    package var start: FleetInstant { segments[0].lowerBound }
    /// When the athlete wakes up for good.
    package var end: FleetInstant { segments[segments.count - 1].upperBound }

    package var minutesAsleep: Int64 {
        segments.reduce(0) { $0 + Self.minutes($1.lowerBound, $1.upperBound) }
    }

    /// Between falling asleep and waking for good.
    package var minutesAwake: Int64 { Self.minutes(start, end) - minutesAsleep }

    /// The minutes in a stage from going to bed to getting up.
    package func minutes(in stage: SleepStage) -> Int64 {
        stages.reduce(0) {
            $0 + ($1.stage == stage ? Self.minutes($1.span.lowerBound, $1.span.upperBound) : 0)
        }
    }

    static func minutes(_ start: FleetInstant, _ end: FleetInstant) -> Int64 {
        (end - start).ticks / FleetDuration.seconds(60).ticks
    }
}

extension AthleteDays {
    /// What is measured on a date; nil if the zone skips the date. Takes some tens of microseconds.
    package func quantities(on date: CivilDate) -> DayQuantities? {
        guard let day = LivedDay(self, date) else { return nil }
        let (course, wear) = (day.course, day.wear)
        let night = wear.isWornAtNight ? day.sleep : nil
        return DayQuantities(
            date: date, state: course.state, quarters: day.quarters, sleep: night,
            nap: day.nap.flatMap {
                wear.isWorn(at: $0.bed.lowerBound) && wear.isWorn(at: $0.bed.upperBound) ? $0 : nil
            },
            restingHeartRate: wear.isEverWorn ? course.restingHeartRate() : nil,
            heartRateVariability: night.map { course.heartRateVariability(wake: $0.end) },
            bodyMass: course.bodyMass(wake: day.night.wake))
    }
}
