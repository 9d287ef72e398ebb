import Vocabulary

/// Where fleet time stood at one instant of the wall clock, and how fast it has run since.
///
/// It outlives the process: with it a fleet is after a restart where it would have been, at any
/// speed that the clock paces. Should the wall clock be set meanwhile, the fleet goes with it. At
/// ``PlaybackSpeed/fastest`` the point stands: every start begins there again.
package struct ClockPoint: Hashable, Sendable {
    package let fleet: FleetInstant
    /// Microseconds since 1970 at which `fleet` held.
    package let wallMicroseconds: Int64
    package let speed: PlaybackSpeed

    package init(fleet: FleetInstant, wallMicroseconds: Int64, speed: PlaybackSpeed) {
        self.fleet = fleet
        self.wallMicroseconds = wallMicroseconds
        self.speed = speed
    }

    /// A first start: in real time the fleet is where the clock says; faster or slower, it begins
    /// at its epoch.
    package init(startingAt wall: Int64, epoch: FleetInstant, speed: PlaybackSpeed) {
        guard speed == .realTime else {
            self.init(fleet: epoch, wallMicroseconds: wall, speed: speed)
            return
        }
        let ticks = wall.dividedRoundingDown(by: FleetDuration.microsecondsPerTick)
        self.init(
            fleet: FleetInstant(ticks: ticks),
            wallMicroseconds: ticks * FleetDuration.microsecondsPerTick, speed: speed)
    }

    /// The same schedule, with the wall clock in place of the monotonic one.
    private var clock: ScheduleClock {
        ScheduleClock(fleetOrigin: fleet, monotonicOrigin: wallMicroseconds, speed: speed)
    }

    /// Where the fleet stands at `wall` microseconds since 1970.
    package func instant(at wall: Int64) -> FleetInstant { clock.instant(at: wall) }

    /// The point from which the fleet goes on at another speed, and the same one at the same.
    package func moved(to speed: PlaybackSpeed, at wall: Int64) -> ClockPoint {
        guard speed != self.speed else { return self }
        return ClockPoint(fleet: instant(at: wall), wallMicroseconds: wall, speed: speed)
    }

    /// The schedule of a process that starts now, on the machine's monotonic clock.
    ///
    /// Its origin is the present and not the point, so that nothing is flown that lies between.
    ///
    /// - Parameters:
    ///   - wall: now, microseconds since 1970.
    ///   - monotonic: now, microseconds of the monotonic clock.
    package func schedule(wall: Int64, monotonic: Int64) -> ScheduleClock {
        let present = instant(at: wall)
        let due = speed.isPaced ? clock.due(present) : wall
        return ScheduleClock(
            fleetOrigin: present, monotonicOrigin: monotonic - (wall - due), speed: speed)
    }
}
