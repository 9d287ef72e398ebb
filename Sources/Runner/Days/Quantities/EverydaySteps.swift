import CivilTime
import Simulation
import Vocabulary

/// The steps of a day apart from its run, by quarters of an hour, with the distance and the energy
/// of walking them.
extension DayCourse {
    func quarters(_ night: Night) -> [QuarterHour] {
        let spans = quarterSpans
        let weights = weights(spans, night)
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return spans.map { quarter($0, steps: 0, draw: 0) } }
        let total = stepsOfDay
        var passed = 0.0
        var counted: Int64 = 0
        let stream = stream(.quarters)
        return spans.indices.map { index in
            passed += weights[index]
            // Rounding the sums instead of the parts keeps the day's total.
            let until = Int64((total * passed / sum).rounded())
            let steps = min(until - counted, Self.mostSteps)
            counted = until
            let draw = stream.uniform(DayDraws.counter(date.dayNumber, 128 + index % 128))
            return quarter(spans[index], steps: steps, draw: draw)
        }
    }

    /// A quarter of an hour of brisk walking.
    private static let mostSteps: Int64 = 1900
    private static let quarterLength = FleetDuration.seconds(900)

    private var quarterSpans: [Range<FleetInstant>] {
        var spans: [Range<FleetInstant>] = []
        spans.reserveCapacity(100)
        var start = span.lowerBound
        // A day has up to 48 hours, whatever a zone file says.
        while start < span.upperBound, spans.count < 192 {
            let end = min(start + Self.quarterLength, span.upperBound)
            spans.append(start..<end)
            start = end
        }
        return spans
    }

    private var stepsOfDay: Double {
        let habits = days.habits
        let rhythm = 1 + habits.weekendEffect * (Self.weekdayFactor(date.weekday) - 1)
        let normal = stream(.day).normal(DayDraws.counter(date.dayNumber, 0))
        let noise = 0.31 * normal + 0.11 * smooth(.stepsOfWeeks, period: 10)
        let factor =
            switch state {
            case .well: 1.0
            case .ill: 0.45
            case .away: 1.15
            }
        return (habits.steps * rhythm * factor * Elementary.exp(noise)).clamped(to: 150...38_000)
    }

    /// What the average athlete walks on a weekday, in relation to all days.
    private static func weekdayFactor(_ weekday: Weekday) -> Double {
        switch weekday {
        case .monday: 1.01
        case .tuesday, .wednesday, .thursday: 1.03
        case .friday: 1.05
        case .saturday: 0.99
        case .sunday: 0.86
        }
    }

    /// How likely steps are in each quarter: by the hour, none asleep and none in the run.
    private func weights(_ spans: [Range<FleetInstant>], _ night: Night) -> [Double] {
        let wake = instant(minute: night.wake)
        let bed = instant(minute: night.bed)
        let nextBed = nextBed
        let run = slot(0).map { days.run($0, on: date) }
        let stream = stream(.quarters)
        let isRegular = span.upperBound - span.lowerBound == .seconds(86_400)
        return spans.indices.map { index in
            let quarter = spans[index]
            var free = 1.0
            if quarter.lowerBound < wake, bed < quarter.upperBound {
                free -= share(of: quarter, max(bed, quarter.lowerBound), wake)
            }
            free -= share(of: quarter, nextBed, span.upperBound)
            if let run { free -= share(of: quarter, run.start, run.end) }
            guard free > 0.02 else { return 0 }
            // Most hours have a quarter in which one sits.
            let uniform = stream.uniform(DayDraws.counter(date.dayNumber, index % 128))
            guard uniform > Self.sitting else { return 0 }
            let minute =
                isRegular ? index * 15 : days.zone.local(quarter.lowerBound).second / 60
            let eagerness = -Elementary.log((uniform - Self.sitting) / (1 - Self.sitting))
            return free * Self.profile(minute: minute, isFree: date.weekday.isWeekend) * eagerness
        }
    }

    private static let sitting = 0.22

    /// When the athlete goes to bed on the evening of the date, at the earliest; later than the day
    /// for most.
    private var nextBed: FleetInstant {
        let night = night(endingOn: date.adding(days: 1))
        return span.upperBound + .seconds(Int64(night.bed) * 60)
    }

    /// The share of a quarter that lies between two instants.
    private func share(
        of quarter: Range<FleetInstant>, _ start: FleetInstant, _ end: FleetInstant
    ) -> Double {
        let from = max(quarter.lowerBound, start)
        let to = min(quarter.upperBound, end)
        guard from < to else { return 0 }
        return Double((to - from).ticks) / Double((quarter.upperBound - quarter.lowerBound).ticks)
    }

    /// How much is walked at a time of the day: on the way to work, at noon and after work; at
    /// weekends in the middle of the day.
    private static func profile(minute: Int, isFree: Bool) -> Double {
        let hours = isFree ? freeHours : workingHours
        let hour = minute / 60
        let share = Double(minute % 60) / 60
        return hours[hour % 24] * (1 - share) + hours[(hour + 1) % 24] * share
    }

    private static let workingHours = [
        0.05, 0.03, 0.02, 0.02, 0.05, 0.2, 0.5, 0.9, 1.3, 0.8, 0.7, 0.8, 1.3, 1.1, 0.7, 0.75, 0.9,
        1.4, 1.3, 1, 0.7, 0.5, 0.3, 0.12,
    ]
    private static let freeHours = [
        0.08, 0.05, 0.03, 0.02, 0.03, 0.1, 0.2, 0.35, 0.6, 0.9, 1.2, 1.3, 1.1, 1, 1.2, 1.3, 1.2, 1,
        0.9, 0.8, 0.6, 0.45, 0.3, 0.15,
    ]

    /// - Parameter draw: how long steps are in this quarter, uniform in (0, 1).
    private func quarter(
        _ span: Range<FleetInstant>, steps: Int64, draw: Double
    ) -> QuarterHour {
        let facts = days.athlete.facts
        let metres = Double(steps) * 0.414 * facts.height * (0.92 + 0.16 * draw)
        // 100 ml of oxygen per kilogram and kilometre above rest, 5 kcal a litre.
        let energy = 0.0005 * facts.mass * metres
        return QuarterHour(
            start: span.lowerBound, end: span.upperBound, steps: steps,
            distance: Metric.distance.quantized(metres), energy: Metric.energy.quantized(energy))
    }
}
