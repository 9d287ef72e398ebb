import ChannelPipeline
import LinuxIO
import Statistics
import StreamServer
import Vocabulary

/// The clockwork of the live fleet: where the fleet stands, which instants are due, how late ticks
/// and lines are, and what ticks take of a processor.
final class Clockwork {
    let schedule: ScheduleClock
    var live: LiveFleet
    /// How many lanes are to fly, of all shards.
    var laneGoal: Int
    /// Whether commands are on their way to the disk.
    var awaitsCommands = false
    private(set) var tickLateness: TickLateness
    /// From when a live line was due until the kernel had taken its last byte.
    private(set) var deliveryLateness = LatencyHistogram()
    /// What ticks take of a processor.
    var load = LoadMeter(since: MonotonicClock.now)
    /// When the daemon ticked last.
    private(set) var lastTick = MonotonicClock.now
    /// When the last portion began, at a speed that no clock paces.
    private var portionBegan = MonotonicInstant.zero
    /// When the clockwork was made.
    let began = MonotonicClock.now

    init(_ fleet: Fleet, _ schedule: ScheduleClock) {
        self.schedule = schedule
        live = LiveFleet(fleet, at: schedule.fleetOrigin)
        laneGoal = fleet.laneCount
        tickLateness = TickLateness(TickGrid(schedule, every: Fleet.slotDuration))
    }

    var fleet: Fleet { live.fleet }
    var isPaced: Bool { schedule.speed.isPaced }

    /// Whether lanes are to fly that do not yet.
    var isRaising: Bool { fleet.laneCount < laneGoal }

    /// How many lanes this daemon is still to get.
    var lanesToCome: Int { fleet.shard.laneCount(of: laneGoal) - fleet.flownLaneCount }

    /// What time it is in the fleet: lines up to it have been made, or will be with the next tick.
    func clockTime(at now: MonotonicInstant) -> FleetInstant {
        isPaced ? max(live.now, schedule.instant(at: now)) : live.now
    }

    /// Notes that a tick of the daemon has begun.
    ///
    /// - Returns: how late it began.
    func recordTick(began: MonotonicInstant) -> Duration {
        lastTick = began
        return tickLateness.record(began: began)
    }

    /// When the ticks of the daemon come.
    var tickGrid: TickGrid { tickLateness.grid }

    /// Moves the tick timer to the grid of the lanes now followed.
    ///
    /// - Parameter onlyOftener: keep the grid if ticks would come less often.
    /// - Returns: when the first tick of another grid is due; nil if the grid stays.
    func changeTickGrid(
        at now: MonotonicInstant, onlyOftener: Bool = false
    ) -> MonotonicInstant? {
        let grid = TickGrid(schedule, every: live.grid)
        let keeps = onlyOftener ? grid.period >= tickGrid.period : grid == tickGrid
        return keeps ? nil : tickLateness.change(to: grid, at: now)
    }

    /// Notes that a portion of a fleet that no clock paces begins: its lines are due now.
    func beginPortion(at now: MonotonicInstant) { portionBegan = now }

    /// When a line of `instant`, published now, is due.
    func due(_ instant: FleetInstant) -> MonotonicInstant {
        isPaced ? schedule.due(instant) : portionBegan
    }

    func note(_ delivered: Delivered, at now: MonotonicInstant) {
        for run in delivered.runs {
            deliveryLateness.record(now.microseconds(since: run.due), times: run.lines)
        }
    }

    /// For how long the next tick of the fleet has been due: it has not begun, or not come to its
    /// end. Zero at a speed that no clock paces.
    func fleetLateness(at now: MonotonicInstant) -> Duration {
        guard isPaced else { return .zero }
        let next = max(
            schedule.due(live.now + FleetDuration(ticks: 1)),
            schedule.due(live.now) + tickGrid.period)
        return max(.zero, now - next)
    }
}

extension FleetInstant {
    /// The instant as a time of the calendar, for people.
    var calendarTime: CalendarTime { CalendarTime(microseconds: microseconds) }
}
