import CivilTime
import Vocabulary

/// The heart rate that the watch reads at each five minutes of the clock while it is worn, but for
/// the time of a run, whose own lines tell it.
///
/// A reading moves no other entry: it becomes known some ticks behind those of its time.
extension AthleteDays {
    /// How long a reading stands for at most: the time from one to the next.
    package static let heartRateInterval = FleetDuration.seconds(300)
    /// More ticks than a lane has other entries that become known together.
    private static let behind = FleetDuration(ticks: 150)

    /// The readings that become known on a date, in order. None if the zone skips the date. Takes
    /// some hundred microseconds.
    package func heartRates(on date: CivilDate) -> [DayEntry] {
        guard let span = zone.day(date) else { return [] }
        var reader = HeartReader(self)
        var entries: [DayEntry] = []
        var number = Self.firstReading(knownFrom: span.lowerBound, entryDelay)
        while Self.known(number, entryDelay) < span.upperBound {
            reader.read(number).map { entries.append($0) }
            number += 1
        }
        return entries
    }

    /// The first reading that becomes known after `instant`, in the next ``lookAhead`` days, apart
    /// from those without a watch by order. Takes some tens of microseconds where it is worn.
    package func nextHeartRate(after instant: FleetInstant) -> DayEntry? {
        var reader = HeartReader(self)
        var number = Self.firstReading(knownFrom: instant + FleetDuration(ticks: 1), entryDelay)
        var left = Int(86_400 / 300) * Self.lookAhead
        while left > 0 {
            if let entry = reader.read(number) { return entry }
            let next = reader.next(after: number)
            left -= next - number
            number = firstWorn(next)
        }
        return nil
    }

    /// A reading, or the first one behind the dates without a watch in which it lies by order.
    private func firstWorn(_ number: Int) -> Int {
        guard let findingCourse else { return number }
        let day = zone.date(at: Self.time(number)).dayNumber
        guard let last = findingCourse.lastDay(from: day, { $0 == .notWorn }) else { return number }
        let end = zone.startOrNext(of: CivilDate(dayNumber: last + 1))
        return max(number, Int(end.ticks / Self.heartRateInterval.ticks))
    }

    fileprivate static func time(_ number: Int) -> FleetInstant {
        FleetInstant(ticks: Int64(number) * heartRateInterval.ticks)
    }

    fileprivate static func known(_ number: Int, _ delay: FleetDuration) -> FleetInstant {
        time(number) + delay + behind
    }

    private static func firstReading(
        knownFrom instant: FleetInstant, _ delay: FleetDuration
    ) -> Int {
        let before = (instant - delay - behind - FleetDuration(ticks: 1)).ticks
        return 1 + Int(before.dividedRoundingDown(by: heartRateInterval.ticks))
    }
}

/// Reads an athlete's heart, and keeps the day of the last reading.
private struct HeartReader {
    private let days: AthleteDays
    private var day: LivedDay?
    /// The runs of the day and of those beside it.
    private var runs: [DayRun] = []
    private var course: HeartCourse?

    init(_ days: AthleteDays) { self.days = days }

    /// A reading by its number since 1970; nil in runs and without a watch.
    mutating func read(_ number: Int) -> DayEntry? {
        let time = AthleteDays.time(number)
        take(time)
        guard let day, day.wear.isWorn(at: time),
            !runs.contains(where: { $0.start < time && time <= $0.end })
        else { return nil }
        let heart = course ?? HeartCourse(day, runs)
        course = heart
        let rate = heart.rate(at: time, number: number).rounded()
        return DayEntry(
            instant: AthleteDays.known(number, days.entryDelay), metric: .heartRate,
            value: Int64(rate), start: time, end: time)
    }

    /// A number behind `number` before which there is no reading.
    func next(after number: Int) -> Int {
        guard let day, !day.wear.isEverWorn else { return number + 1 }
        let next = day.course.span.upperBound.ticks
        return max(number + 1, Int(next / AthleteDays.heartRateInterval.ticks))
    }

    private mutating func take(_ time: FleetInstant) {
        if let day, day.course.span.contains(time) { return }
        let date = days.zone.date(at: time)
        (day, course) = (LivedDay(days, date), nil)
        runs = (-1...1).compactMap { ahead in
            day?.course.slot(ahead).map { days.run($0, on: date.adding(days: ahead)) }
        }
    }
}
