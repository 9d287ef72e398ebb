import CivilTime
import Simulation

/// What befalls an athlete, ordered and drawn: the truth behind its days.
extension AthleteDays {
    /// The findings of a date: ordered ones by their first days, then an illness, days away and a
    /// break that are drawn and in effect. Whole dates, however far they are. Takes microseconds.
    ///
    /// What lingers on afterwards, such as the shorter runs of who comes back, is no finding.
    package func findings(on date: CivilDate) -> [Finding] {
        let drawn = [drawnState(on: date), drawnBreak(on: date)].compactMap(\.self)
        return (findingCourse?.findings(on: date.dayNumber) ?? []) + drawn
    }

    /// By how many percent the athlete's speed at a heart rate differs from the usual one on a
    /// date, in tenths: what is in effect, whatever was ordered. 0 where nothing is.
    ///
    /// It stays within what an athlete can be; see `Athlete.speedFactors`.
    package func speedChange(on date: CivilDate) -> Double {
        let factor = athlete.speedAtHeartRate(in: condition(on: date.dayNumber))
        // Adding nothing makes a zero positive.
        return ((factor - 1) * 1000).rounded() / 10 + 0
    }

    /// The illness or the days away of a date, unless they are ordered.
    private func drawnState(on date: CivilDate) -> Finding? {
        let day = date.dayNumber
        guard findingCourse?.state(on: day) == nil else { return nil }
        switch state(on: date) {
        case .well: return nil
        case .ill:
            return drawn(.ill, Episodes.illnesses.days(around: day, draws.stream(.illness)))
        case .away:
            return drawn(.away, Episodes.absences.days(around: day, draws.stream(.absence)))
        }
    }

    private func drawnBreak(on date: CivilDate) -> Finding? {
        guard !keepsRuns else { return nil }
        let week = TrainingWeek.place(of: date.dayNumber).week
        let weeks = TrainingBreak.weeks(around: week, habits.training, draws)
        return drawn(
            .trainingBreak,
            weeks.map {
                TrainingWeek.monday($0.lowerBound)..<TrainingWeek.monday($0.upperBound)
            })
    }

    private func drawn(_ kind: Finding.Kind, _ days: Range<Int>?) -> Finding? {
        days.map {
            let last = CivilDate(dayNumber: $0.upperBound - 1)
            return Finding(kind, CivilDate(dayNumber: $0.lowerBound)...last, isOrdered: false)
        }
    }
}
