import CivilTime
import Simulation
import Vocabulary

/// What ordered findings do to the runs that a week plans.
extension FindingCourse {
    /// How long runs are on a day in relation to what was planned, and whether they are easy ones.
    func change(on day: Int) -> (share: Double, isEasy: Bool) {
        let trained = 1 + (fitness.gain(on: day) - 1) / 2
        if let share = shareOfReturn(on: day) { return (trained * share, true) }
        return (trained * (isOn(.overreached, day) ? 1.3 : 1), false)
    }

    /// Whoever comes back begins with 0.6 of the length: for as many days as an illness took, seven
    /// at most, or half as many as an injury took, 28 at most. Nil on other days.
    private func shareOfReturn(on day: Int) -> Double? {
        var least: Double?
        for finding in findings where [.ill, .injured].contains(finding.kind) {
            let (back, count) = (day - finding.days.upperBound, finding.days.count)
            let days = finding.kind == .ill ? min(count, 7) : min(count / 2, 28)
            guard (1...max(1, days)).contains(back), days > 0 else { continue }
            least = min(least ?? 1, 0.6 + 0.4 * Double(back - 1) / Double(days))
        }
        return least
    }
}

extension AthleteDays {
    /// The run that is planned for a date, as findings leave it; nil on a day of rest.
    func planned(on date: CivilDate, in week: TrainingWeek) -> TrainingWeek.Run? {
        let (number, day) = (date.dayNumber, TrainingWeek.place(of: date.dayNumber).day)
        guard let findingCourse else { return week.runs[day] }
        guard !findingCourse.preventsRun(on: number) else { return nil }
        let change = findingCourse.change(on: number)
        if let run = week.runs[day] { return changed(run, change.share, isEasy: change.isEasy) }
        guard findingCourse.isOn(.overreached, number), habitsOrder?.runsPerWeek != 0,
            draws.stream(.findings).uniform(DayDraws.counter(number)) < Self.shareOfRests
        else { return nil }
        return changed(week.spareRun(on: day), change.share, isEasy: change.isEasy)
    }

    /// The share of days of rest on which the overreached run.
    private static let shareOfRests = 0.5

    private func changed(
        _ run: TrainingWeek.Run, _ share: Double, isEasy: Bool
    ) -> TrainingWeek.Run {
        let mayBeEasy = habitsOrder?.plans == nil || (habitsOrder?.share(of: .easy) ?? 0) > 0
        let kind = isEasy && mayBeEasy ? .easy : run.kind
        // Others take their own time, unless lengths are ordered.
        let isAdjustable = [.easy, .long].contains(kind) || habitsOrder?.keepsLengths ?? false
        guard share != 1 || kind != run.kind, isAdjustable else { return run }
        let minutes = (share * Double(run.minutes)).clamped(to: possibleMinutes(of: kind))
        return TrainingWeek.Run(kind: kind, minutes: Int(minutes))
    }

    /// The minutes that a run of a kind takes at least and at most, whatever befalls the athlete.
    private func possibleMinutes(of kind: PlanKind) -> ClosedRange<Double> {
        guard let lengths = habitsOrder?.lengths else {
            return kind == .long ? RunLengths.longMinutes : RunLengths.easyMinutes
        }
        let range = kind == .long ? lengths.long : lengths.others
        return Double(range.lowerBound)...Double(range.upperBound)
    }
}
