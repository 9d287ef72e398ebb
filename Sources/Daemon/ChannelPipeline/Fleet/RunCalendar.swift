import Simulation
import Vocabulary

/// When the lanes of a fleet fly. Recordings and started lanes fly once, whatever the schedule is.
package enum Schedule: Sendable {
    /// One session after the other, each on a lap of 70 minutes. The days of the
    /// books are those of a zone, or of UTC and without simulated entries if none is named.
    case laps(dayCalendar: (any BookCalendar)? = nil)
    /// By the calendar: lap *k* of a lane is the day *k* after the epoch's, with one run or none.
    case days(any RunCalendar)

    /// The calendar of the books; nil for days in UTC without simulated entries.
    var dayCalendar: (any BookCalendar)? {
        switch self {
        case .laps(let dayCalendar): dayCalendar
        case .days(let calendar): calendar
        }
    }
}

/// On which days the athletes of a fleet run. A value: the same question has the same answer.
///
/// Days are counted from that of the epoch, as laps are.
package protocol RunCalendar: BookCalendar {
    /// The run of a lane's athlete on a day; nil on a day without one, and beyond the days that
    /// the calendar knows. Its start lies within that day, and all starts of a lane lie at the same
    /// tick of a second: a lane keeps its slot.
    func run(of lane: LaneID, on lap: Int) -> CalendarRun?

    /// The days of which the calendar knows. Every lane runs on some of them.
    var laps: ClosedRange<Int> { get }

    /// The first run of a lane that starts after an instant; nil if the calendar has none.
    func nextRun(of lane: LaneID, after instant: FleetInstant) -> CalendarRun?

    /// The longest time in a day for which a lane has samples.
    var mostOfDay: FleetDuration { get }

    /// A fresh source of a run's samples; as long as the run. Traps if there is no such run.
    func simulation(
        of session: SessionName, rate: SampleRate, equipment: Equipment
    ) -> SimulatedRun
}

/// One run of a calendar.
package struct CalendarRun: Hashable, Sendable {
    package let lap: Int
    /// The athlete stands at first.
    package let start: FleetInstant
    /// Until the athlete has stood again, pauses left out; whole seconds.
    package let duration: FleetDuration

    package init(lap: Int, start: FleetInstant, duration: FleetDuration) {
        self.lap = lap
        self.start = start
        self.duration = duration
    }

    /// The longest that a session lasts, its pauses included, if the lane's next does not begin
    /// earlier.
    package static var longest: FleetDuration { .seconds(12 * 3600) }
    /// The longest time in a day for which a lane has samples, where no route is given.
    package static var mostOfDay: FleetDuration { .seconds(2 * 3600) }
}

extension RunCalendar {
    package var mostOfDay: FleetDuration { CalendarRun.mostOfDay }
}
