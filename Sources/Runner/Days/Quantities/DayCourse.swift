import CivilTime
import Simulation
import Vocabulary

/// A date with what the days around it lend to it: the runs of the week before and of the next day.
struct DayCourse {
    let days: AthleteDays
    let date: CivilDate
    let span: Range<FleetInstant>
    let state: DayState
    /// From seven days before up to the day after.
    private let slots: [RunSlot?]

    init(_ days: AthleteDays, _ date: CivilDate, _ span: Range<FleetInstant>) {
        self.days = days
        self.date = date
        self.span = span
        state = days.state(on: date)
        var slots: [RunSlot?] = []
        slots.reserveCapacity(9)
        var week = TrainingWeek(
            TrainingWeek.place(of: date.dayNumber - 7).week, days.habits, days.draws)
        for number in date.dayNumber - 7...date.dayNumber + 1 {
            let place = TrainingWeek.place(of: number)
            if place.day == 0 { week = TrainingWeek(place.week, days.habits, days.draws) }
            slots.append(days.slot(on: CivilDate(dayNumber: number), week.runs[place.day]))
        }
        self.slots = slots
    }

    /// The run `ahead` days after the date, -7...1.
    func slot(_ ahead: Int) -> RunSlot? { slots[ahead + 7] }

    func stream(_ purpose: DayPurpose) -> RandomStream { days.draws.stream(purpose) }

    func smooth(_ purpose: DayPurpose, period: Int, ahead: Int = 0) -> Double {
        SmoothNoise(days.draws, purpose, period: period).value(on: date.dayNumber + ahead)
    }

    /// The load of the day before, 1 for a usual easy run.
    var loadBefore: Double { (slot(-1)?.load ?? 0) / Self.usualLoad }

    /// The load of the seven days before in relation to what the athlete is used to, about 0.
    var strain: Double {
        let load = (-7 ... -1).reduce(0) { $0 + (slot($1)?.load ?? 0) }
        return load / (Self.usualLoad * 1.25 * Double(days.habits.runsPerWeek)) - 1
    }

    private static let usualLoad = 45.0
}
