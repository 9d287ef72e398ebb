import CivilTime
import Vocabulary

/// When a night begins and ends on the clock of the wall.
struct Night {
    /// Minutes after the midnight of the date on which the night ends; mostly negative.
    let bed: Int
    /// Minutes after midnight.
    let wake: Int

    /// Minutes from falling asleep to waking by the clock.
    var length: Int { wake - bed }
}

extension DayCourse {
    /// The night that ends on a date, -8...1 days after the course's.
    func night(endingOn date: CivilDate) -> Night {
        let ahead = date - self.date
        let habits = days.habits.sleeping
        let stream = stream(.night)
        func normal(_ draw: Int) -> Double {
            stream.normal(DayDraws.counter(date.dayNumber, draw))
        }
        let isFree = date.weekday.isWeekend
        let (short, before) = (shortfall(date), shortfall(date.adding(days: -1)))
        // Whoever slept too little goes to bed earlier and gets up later.
        var bed = habits.bedMinute + 38 * habits.spread * normal(1) - 0.15 * before.minutes
        let usual = habits.bedMinute + habits.minutes / (1 - habits.wakefulness)
        var wake = usual + 31 * habits.spread * normal(2) + 0.3 * before.minutes
        if isFree { (bed, wake) = (bed + habits.weekendBed, wake + habits.weekendWake) }
        bed += Self.sleepAfterAlcohol * alcohol(on: date.adding(days: -1))
        if short.isLate { bed += short.minutes } else { wake -= short.minutes }
        wake += 12 * smooth(.sleepOfWeeks, period: 12, ahead: ahead)
        wake += Self.sleepAfterLoad * (slot(ahead - 1) == nil ? -0.5 : 0.5)
        switch days.state(on: date) {
        case .ill: wake += 45
        case .away: wake += 12
        case .well: break
        }
        if let findings = days.findingCourse {
            wake -= habits.minutes * findings.lackOfSleep(on: date.dayNumber)
        }
        if let run = slot(ahead), days.getsUp(for: run) {
            let uniform = stream.uniform(DayDraws.counter(date.dayNumber, 3))
            let latest = Double(run.second / 60) - 22 - 12 * uniform
            // An athlete who must get up earlier goes to bed somewhat earlier.
            bed -= 0.4 * max(0, wake - latest).clamped(to: 0...90)
            wake = min(wake, latest)
        }
        if let run = slot(ahead - 1) { bed = max(bed, Double(run.lastMinute + 25 - 1440)) }
        let limits = days.nightLimits
        wake = wake.clamped(to: limits.wake)
        bed = min(bed.clamped(to: limits.bed), wake - Self.shortest)
        return beside(runs: ahead, Night(bed: Int(bed), wake: Int(wake)))
    }

    /// When the athlete falls asleep in the night after the date, mostly before its end.
    var nextBed: FleetInstant {
        let night = night(endingOn: date.adding(days: 1))
        return span.upperBound + .seconds(Int64(night.bed) * 60)
    }

    /// Minutes by which nights after a run are longer.
    private static let sleepAfterLoad = 8.0
    /// Minutes by which nights after much alcohol begin later.
    private static let sleepAfterAlcohol = 60.0
    /// Minutes of the shortest night.
    private static let shortest = 110.0

    /// Minutes that a date's night lacks because it began late, or ended early.
    private func shortfall(_ date: CivilDate) -> (minutes: Double, isLate: Bool) {
        let stream = stream(.sleeping)
        func counter(_ draw: Int) -> UInt64 { DayDraws.counter(date.dayNumber, draw) }
        guard stream.uniform(counter(16)) < days.habits.sleeping.lateNights else {
            return (0, true)
        }
        return (
            min(110 * stream.exponential(counter(17)), 330), stream.uniform(counter(18)) < 0.65
        )
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
        return lie(asleep: segments, isNap: false)
    }

    /// Puts the stretches asleep of the date's night or nap to bed: the time until the first and
    /// after the last, and the stages.
    private func lie(asleep segments: [Range<FleetInstant>], isNap: Bool) -> Sleep? {
        guard let first = segments.first, let last = segments.last else { return nil }
        let stream = stream(isNap ? .naps : .sleeping)
        func counter(_ draw: Int) -> UInt64 { DayDraws.counter(date.dayNumber, draw) }
        // As long as the most that lies between a night and a run on either side of it.
        let latency = (4 + days.habits.sleeping.latency * stream.exponential(counter(48)))
            .clamped(to: 2...22)
        let rise = (1 + 4 * stream.exponential(counter(49))).clamped(to: 1...15)
        let bed =
            first.lowerBound - .seconds(Int64(latency) * 60)..<last.upperBound
            + .seconds(Int64(rise) * 60)
        let stages =
            [(.awake, bed.lowerBound..<first.lowerBound)]
            + Hypnogram(segments, of: self, isNap: isNap).stages
            + [(SleepStage.awake, last.upperBound..<bed.upperBound)]
        return Sleep(bed: bed, segments: segments, stages: stages.map(Sleep.Stage.init))
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
        let share = days.habits.sleeping.wakefulness * (0.5 + uniform(5))
        return (0..<count).map { index in
            let mean = share * Double(minutes) / Double(count)
            let length = Int(mean * (0.4 + 1.2 * uniform(8 + 2 * index))).clamped(to: 1...part - 5)
            let room = Double(part - 5 - length)
            let begin = first + index * part + Int(room * uniform(9 + 2 * index))
            return begin..<begin + length
        }
    }

    /// The nap of the date, after noon, between other things; nil on most days.
    func nap() -> Sleep? {
        let stream = stream(.naps)
        func counter(_ draw: Int) -> UInt64 { DayDraws.counter(date.dayNumber, draw) }
        let chance = days.habits.sleeping.naps * (date.weekday.isWeekend ? 1.6 : 0.76)
        guard stream.uniform(counter(0)) < chance else { return nil }
        let begin = Int((850 + 55 * stream.normal(counter(1))).clamped(to: 750...1000))
        let length = Int((20 + 35 * stream.exponential(counter(2))).clamped(to: 20...120))
        if let run = slot(0), run.second / 60 < begin + length + 30, run.lastMinute > begin - 30 {
            return nil
        }
        let start = instant(minute: begin)
        return lie(asleep: [start..<start + .seconds(Int64(length) * 60)], isNap: true)
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
