import Vocabulary

/// Fleet time at one instant of the wall clock, and its speed since then.
///
/// It is stored, so that after a restart the fleet is where it would have been without one. If the
/// wall clock is set meanwhile, fleet time moves with it. At ``PlaybackSpeed/fastest`` fleet time
/// does not follow the clock, and every start begins at `fleet` again.
package struct ClockPoint: Hashable, Sendable {
    package let fleet: FleetInstant
    /// The instant of the wall clock at which fleet time was `fleet`, microseconds since 1970.
    package let wallMicroseconds: Int64
    package let speed: PlaybackSpeed

    package init(fleet: FleetInstant, wallMicroseconds: Int64, speed: PlaybackSpeed) {
        self.fleet = fleet
        self.wallMicroseconds = wallMicroseconds
        self.speed = speed
    }

    /// The point of a first start. In real time fleet time is the wall clock's time; at any other
    /// speed the fleet begins at its epoch.
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

    // A schedule clock with the wall clock in the place of the monotonic clock.
    private var clock: ScheduleClock {
        ScheduleClock(
            fleetOrigin: fleet, monotonicOrigin: MonotonicInstant(microseconds: wallMicroseconds),
            speed: speed)
    }

    /// Fleet time at `wall` microseconds since 1970.
    package func instant(at wall: Int64) -> FleetInstant {
        clock.instant(at: MonotonicInstant(microseconds: wall))
    }

    /// The point from which fleet time runs at `speed`; this point if the speed is the same.
    package func moved(to speed: PlaybackSpeed, at wall: Int64) -> ClockPoint {
        guard speed != self.speed else { return self }
        return ClockPoint(fleet: instant(at: wall), wallMicroseconds: wall, speed: speed)
    }

    /// The point of a fleet that begins no earlier than an instant; this point where nil.
    package func notBefore(_ oldest: FleetInstant?) -> ClockPoint {
        ClockPoint(
            fleet: max(fleet, oldest ?? fleet), wallMicroseconds: wallMicroseconds, speed: speed)
    }

    /// The point of a fleet that has begun by now; this point if it has. In real time a point that
    /// has the wall clock's time says the same wherever it lies.
    ///
    /// - Parameter wall: now, microseconds since 1970.
    func notAfter(wall: Int64) -> ClockPoint {
        let isWallClock = speed == .realTime && fleet.microseconds == wallMicroseconds
        guard wallMicroseconds > wall, !isWallClock else { return self }
        return ClockPoint(fleet: fleet, wallMicroseconds: wall, speed: speed)
    }

    /// The schedule, on the machine's monotonic clock, of a process that starts now.
    ///
    /// Its origin is the present and not this point, so that the process does not catch up with
    /// what lies between.
    ///
    /// - Parameters:
    ///   - wall: now, microseconds since 1970.
    ///   - monotonic: now.
    package func schedule(wall: Int64, monotonic: MonotonicInstant) -> ScheduleClock {
        let present = instant(at: wall)
        let due = speed.isPaced ? clock.due(present).microseconds : wall
        return ScheduleClock(
            fleetOrigin: present, monotonicOrigin: monotonic - .microseconds(wall - due),
            speed: speed)
    }
}
