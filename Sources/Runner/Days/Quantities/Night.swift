import CivilTime
import Vocabulary

/// When a night begins and ends on the clock of the wall.
struct Night {
    /// Minutes after the midnight of the date on which the night ends; mostly negative.
    let bed: Int
    /// Minutes after midnight.
    let wake: Int
}

extension DayCourse {
    /// The night that ends on the course's date, or on the day after.
    func night(endingOn date: CivilDate) -> Night {
        let ahead = date - self.date
        let habits = days.habits
        let stream = stream(.night)
        func normal(_ draw: Int) -> Double {
            stream.normal(DayDraws.counter(date.dayNumber, draw))
        }
        let isFree = date.weekday.isWeekend
        var bed = habits.bedMinute + 38 * normal(1) + (isFree ? 32 : 0)
        let usual = habits.bedMinute + habits.sleepMinutes / (1 - habits.wakefulness)
        var wake = usual + 31 * normal(2) + (isFree ? 82 : 0)
        wake += 12 * smooth(.sleepOfWeeks, period: 12, ahead: ahead)
        wake += Self.sleepAfterLoad * (slot(ahead - 1) == nil ? -0.5 : 0.5)
        switch days.state(on: date) {
        case .ill: wake += 45
        case .away: wake += 12
        case .well: break
        }
        if let run = slot(ahead), run.second < 12 * 3600 {
            let uniform = stream.uniform(DayDraws.counter(date.dayNumber, 3))
            let latest = Double(run.second / 60) - 22 - 12 * uniform
            // An athlete who must get up earlier goes to bed somewhat earlier.
            bed -= 0.4 * max(0, wake - latest).clamped(to: 0...90)
            wake = min(wake, latest)
        }
        if let run = slot(ahead - 1) { bed = max(bed, Double(run.lastMinute + 25 - 1440)) }
        let bedMinute = Int(bed.clamped(to: -300...240))
        return Night(bed: bedMinute, wake: max(Int(wake.clamped(to: 200...780)), bedMinute + 200))
    }

    /// Minutes by which nights after a run are longer.
    private static let sleepAfterLoad = 8.0

    /// The instant at which the clock shows a time of the date; before midnight counted back from
    /// the date's beginning.
    func instant(minute: Int) -> FleetInstant {
        minute < 0
            ? span.lowerBound + .seconds(Int64(minute) * 60)
            : days.zone.instant(of: date, second: min(minute * 60, 86_400))
    }

    /// The stretches asleep of the night that ends on the course's date, in elapsed minutes,
    /// whatever the clocks did meanwhile; nil where no time is left for sleep.
    func sleep(_ night: Night) -> Sleep? {
        let start = instant(minute: night.bed)
        let minutes = Int(Sleep.minutes(start, instant(minute: night.wake)))
        guard minutes >= 60 else { return nil }
        let midnight = Int(Sleep.minutes(start, span.lowerBound))
        let awake = awakenings(from: max(30, midnight + 6), to: minutes - 15, of: minutes)
        func after(_ minutes: Int) -> FleetInstant { start + .seconds(Int64(minutes) * 60) }
        var segments: [Range<FleetInstant>] = []
        var begin = 0
        for stretch in awake {
            segments.append(after(begin)..<after(stretch.lowerBound))
            begin = stretch.upperBound
        }
        segments.append(after(begin)..<after(minutes))
        return Sleep(segments: segments)
    }

    /// One to five stretches awake, each in a part of the night of its own.
    private func awakenings(from first: Int, to last: Int, of minutes: Int) -> [Range<Int>] {
        let stream = stream(.night)
        func uniform(_ draw: Int) -> Double {
            stream.uniform(DayDraws.counter(date.dayNumber, draw))
        }
        let count = 1 + Int(uniform(4) * 5)
        let part = (last - first) / count
        guard part >= 15 else { return [] }
        let share = days.habits.wakefulness * (0.5 + uniform(5))
        return (0..<count).map { index in
            let mean = share * Double(minutes) / Double(count)
            let length = Int(mean * (0.4 + 1.2 * uniform(8 + 2 * index))).clamped(to: 1...part - 5)
            let room = Double(part - 5 - length)
            let begin = first + index * part + Int(room * uniform(9 + 2 * index))
            return begin..<begin + length
        }
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
