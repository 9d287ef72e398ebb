import CivilTime
import Vocabulary

/// When on a date a run begins.
extension AthleteDays {
    /// Seconds after midnight by the clock of the wall.
    func startSecond(on date: CivilDate, _ stream: RandomStream) -> Int {
        if case .between(let range)? = habitsOrder?.start { return start(on: date, within: range) }
        let day = date.dayNumber
        let noise = stream.normal(DayDraws.counter(day, 2))
        let habits = habits.training
        // Some runs come when they can: at the usual time of somebody else.
        guard stream.uniform(DayDraws.counter(day, 4)) >= habits.otherTimes else {
            let other = stream.uniform(DayDraws.counter(day, 5))
            return Self.otherStart(other, noise, isFree: date.weekday.isWeekend)
        }
        let hours = Double(habits.usualStart) / 3600
        let isUsual = habitsOrder?.start != nil || habits.timeOfDay == .early
        guard date.weekday.isWeekend, !isUsual else {
            let spread = habits.timeOfDay == .early ? 0.35 : 0.8
            return Self.second(hours + spread * noise, habits.timeOfDay)
        }
        // At weekends runs of the middle of the day lie an hour and a half earlier, and runs after
        // work lie anywhere, many of them in the morning.
        guard habits.timeOfDay == .evening else {
            return Int((hours - 1.5 + 1.2 * noise).clamped(to: 8...15) * 3600)
        }
        switch stream.uniform(DayDraws.counter(day, 3)) {
        case ..<0.4: return Int((9.5 + 0.8 * noise).clamped(to: 7.5...12) * 3600)
        case ..<0.66: return Int((13.6 + 1.3 * noise).clamped(to: 11...17) * 3600)
        default: return Self.second(hours + 0.8 * noise, .evening)
        }
    }

    /// A second of an ordered range, within a quarter of it of the athlete's usual one. What would
    /// lie beyond a border is reflected there, so that over all athletes any second is as likely.
    private func start(on date: CivilDate, within range: ClosedRange<Int>) -> Int {
        let uniform = draws.stream(.orderedStarts).uniform(DayDraws.counter(date.dayNumber, 1))
        let length = Double(range.count)
        let usual = Double(habits.training.usualStart - range.lowerBound) + 0.5
        let drawn = (usual + length / 4 * (2 * uniform - 1)).magnitude
        return range.second(at: drawn > length ? 2 * length - drawn : drawn)
    }

    private static func otherStart(_ uniform: Double, _ noise: Double, isFree: Bool) -> Int {
        let hours =
            switch uniform {
            case ..<0.2: 7.2 + 0.6 * noise
            case ..<(isFree ? 0.75 : 0.5): 11 + 1.8 * noise
            default: 17.8 + 1.5 * noise
            }
        return Int(hours.clamped(to: 6...21) * 3600)
    }

    private static func second(_ hours: Double, _ time: TrainingHabits.TimeOfDay) -> Int {
        let range: ClosedRange<Double> =
            switch time {
            case .early: 6...7.9997
            case .midday: 9...16
            case .evening: 16...21
            }
        return Int(hours.clamped(to: range) * 3600)
    }
}

extension ClosedRange<Int> {
    /// The second some way behind the first one of the range, and its last one at most.
    func second(at place: Double) -> Int { Swift.min(lowerBound + Int(place), upperBound) }
}
