import CivilTime
import Simulation
import Vocabulary

/// The steps of a day apart from its run, by quarters of an hour, with the distance and the energy
/// of walking them.
extension DayCourse {
    /// The quarters as the watch sees them.
    ///
    /// - Parameters:
    ///   - asleep: the stretches asleep that touch the date.
    ///   - nextBed: when the athlete falls asleep in the next night.
    func quarters(
        _ sleep: Sleep?, _ nap: Sleep?, _ nextBed: FleetInstant, _ wear: Wear
    ) -> [QuarterHour] {
        let spans = quarterSpans
        let weights = weights(spans, sleep, nap, nextBed)
        let sum = weights.reduce(0, +)
        let perWeight = sum > 0 ? stepsOfDay / sum : 0
        var passed = 0.0
        var counted: Int64 = 0
        let stream = stream(.quarters)
        var nightly = nightlySteps(sleep)[...]
        return spans.indices.map { index in
            let span = spans[index]
            var walked = min(perWeight * weights[index], Self.mostSteps)
            while let night = nightly.first, night.at < span.upperBound {
                if night.at >= span.lowerBound { walked += night.steps }
                nightly.removeFirst()
            }
            if walked > 0 { passed += walked * wear.share(of: span) }
            // Rounding the sums instead of the parts keeps the day's total.
            let until = Int64(passed.rounded())
            let steps = until - counted
            counted = until
            let draw = stream.uniform(DayDraws.counter(date.dayNumber, 128 + index % 128))
            return quarter(span, steps: steps, draw: draw)
        }
    }

    /// A quarter of an hour of brisk walking.
    private static let mostSteps = 1800.0
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
        let habits = days.habits.walking
        let (stream, day) = (stream(.day), date.dayNumber)
        var noise = habits.spread * stream.normal(DayDraws.counter(day, 0))
        noise += 0.12 * smooth(.stepsOfWeeks, period: 10)
        noise += Self.usualRhythm(date.weekday)
        noise += habits.rhythm * self.stream(.walking).normal(UInt64(32 + date.weekday.rawValue))
        if date.weekday.isWeekend { noise += habits.weekend }
        if stream.uniform(DayDraws.counter(day, 8)) < habits.idleness {
            noise -= 0.3 + 0.5 * stream.exponential(DayDraws.counter(day, 9))
        }
        // Whoever has run walks less.
        noise -= 0.15 * min(load(0), 1.5)
        let factor =
            switch state {
            case .well: 1.0
            case .ill: 0.45
            case .away: 1.15
            }
        let walked = habits.steps * factor * (days.findingCourse?.steps(on: day) ?? 1)
        return (walked * Elementary.exp(noise)).clamped(
            to: 150...max(38_000, 1.5 * habits.steps))
    }

    /// The logarithm of what the average athlete walks on a weekday, in relation to all days.
    private static func usualRhythm(_ weekday: Weekday) -> Double {
        switch weekday {
        case .monday: 0.01
        case .tuesday, .wednesday, .thursday: 0.03
        case .friday: 0.05
        case .saturday: 0.1
        case .sunday: -0.1
        }
    }

    /// How likely steps are in each quarter: by the hour, none asleep and none in the run.
    private func weights(
        _ spans: [Range<FleetInstant>], _ sleep: Sleep?, _ nap: Sleep?, _ nextBed: FleetInstant
    ) -> [Double] {
        var busy = [max(nextBed, span.lowerBound)..<max(nextBed, span.upperBound)]
        if let sleep { busy.append(sleep.start..<sleep.end) }
        if let nap { busy.append(nap.start..<nap.end) }
        for ahead in [-1, 0] {
            guard let slot = slot(ahead), slot.lastMinute >= -1440 * ahead else { continue }
            let run = days.run(slot, on: date.adding(days: ahead))
            busy.append(run.start..<run.end)
        }
        let hours = WalkingHours(self)
        let stream = stream(.quarters)
        let (sitting, unevenness) = (
            days.habits.walking.sitting, days.habits.walking.unevenness
        )
        let isRegular = span.upperBound - span.lowerBound == .seconds(86_400)
        return spans.indices.map { index in
            let quarter = spans[index]
            let free = busy.reduce(1.0) { $0 - quarter.share(in: $1) }
            guard free > 0.02 else { return 0 }
            // Most hours have a quarter in which one sits.
            let uniform = stream.uniform(DayDraws.counter(date.dayNumber, index % 128))
            guard uniform > sitting else { return 0 }
            let minute =
                isRegular ? index * 15 : days.zone.local(quarter.lowerBound).second / 60
            let eagerness = -Elementary.log((uniform - sitting) / (1 - sitting))
            return free * hours.weight(minute: minute)
                * Elementary.exp(unevenness * Elementary.log(eagerness))
        }
    }

    /// Steps to the bathroom and back in some of the stretches awake of the night.
    private func nightlySteps(_ sleep: Sleep?) -> [(at: FleetInstant, steps: Double)] {
        guard let sleep else { return [] }
        let (habits, stream) = (days.habits.sleeping, stream(.sleeping))
        return sleep.segments.dropLast().enumerated().compactMap { index, segment in
            func counter(_ draw: Int) -> UInt64 {
                DayDraws.counter(date.dayNumber, 32 + 2 * index + draw)
            }
            guard stream.uniform(counter(0)) < habits.nightlyWalks else { return nil }
            return (segment.upperBound, 6 + habits.nightlySteps * stream.exponential(counter(1)))
        }
    }

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
