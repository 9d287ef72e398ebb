import CivilTime
import Simulation
import Vocabulary

/// A date with what the days around it lend to it: the runs of two weeks before and of the next
/// day, the nights, and when the watch is worn.
struct DayCourse {
    let days: AthleteDays
    let date: CivilDate
    let span: Range<FleetInstant>
    let state: DayState
    /// From ``earliest`` days before up to the day after.
    private let slots: [RunSlot?]

    /// Resting heart rate looks at the nights of a week, and each at the load of the week before.
    private static let earliest = 15

    init(_ days: AthleteDays, _ date: CivilDate, _ span: Range<FleetInstant>) {
        self.days = days
        self.date = date
        self.span = span
        state = days.state(on: date)
        let first = date.dayNumber - Self.earliest
        var slots: [RunSlot?] = []
        slots.reserveCapacity(Self.earliest + 2)
        var week = days.week(TrainingWeek.place(of: first).week)
        for number in first...date.dayNumber + 1 {
            let place = TrainingWeek.place(of: number)
            if place.day == 0 { week = days.week(place.week) }
            slots.append(days.slot(on: CivilDate(dayNumber: number), in: week))
        }
        self.slots = slots
    }

    /// The run `ahead` days after the date, -15...1.
    func slot(_ ahead: Int) -> RunSlot? { slots[ahead + Self.earliest] }

    func stream(_ purpose: DayPurpose) -> RandomStream { days.draws.stream(purpose) }

    func smooth(_ purpose: DayPurpose, period: Int, ahead: Int = 0) -> Double {
        SmoothNoise(days.draws, purpose, period: period).value(on: date.dayNumber + ahead)
    }

    /// The load of a day, -15...1, in relation to a usual easy run.
    func load(_ ahead: Int) -> Double { (slot(ahead)?.load ?? 0) / Self.usualLoad }

    /// The load of the seven days before a day, -8...1, in relation to what the athlete is used to,
    /// about 0; 0 for who never runs.
    func strain(_ ahead: Int) -> Double {
        guard days.habits.training.runsPerWeek > 0 else { return 0 }
        let load = (ahead - 7...ahead - 1).reduce(0) { $0 + self.load($1) }
        return load / (1.25 * Double(days.habits.training.runsPerWeek)) - 1
    }

    private static let usualLoad = 45.0

    /// The instant at which the clock shows a time of the date; before midnight counted back from
    /// the date's beginning.
    func instant(minute: Int) -> FleetInstant {
        minute < 0
            ? span.lowerBound + .seconds(Int64(minute) * 60)
            : days.zone.instant(of: date, second: min(minute * 60, 86_400))
    }
}
