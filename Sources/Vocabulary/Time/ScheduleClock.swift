/// The ideal schedule: which fleet instant is due at which microsecond of the monotonic clock.
///
/// It never steps and never drifts against that clock, however late the callbacks come. At
/// ``PlaybackSpeed/fastest`` it stands still, and nothing is due by it.
public struct ScheduleClock: Hashable, Sendable {
    public let fleetOrigin: FleetInstant
    /// Microseconds of the machine's monotonic clock at `fleetOrigin`.
    public let monotonicOrigin: Int64
    public let speed: PlaybackSpeed

    public init(fleetOrigin: FleetInstant, monotonicOrigin: Int64, speed: PlaybackSpeed) {
        self.fleetOrigin = fleetOrigin
        self.monotonicOrigin = monotonicOrigin
        self.speed = speed
    }

    /// When `instant` is due, in microseconds of the monotonic clock; negative before its zero.
    ///
    /// Rounded up, so that `instant(at: due(x)) == x` and nothing is ever early. Traps if the speed
    /// is not paced.
    public func due(_ instant: FleetInstant) -> Int64 {
        precondition(speed.isPaced, "due time of \(instant) at speed \(speed)")
        let ticks = (instant - fleetOrigin).ticks
        let whole = ticks.dividedRoundingDown(by: speed.thousandths)
        let part = ticks.remainderRoundingDown(by: speed.thousandths) * Self.scale
        return monotonicOrigin + whole * Self.scale
            - (-part).dividedRoundingDown(by: speed.thousandths)
    }

    /// The latest instant that is due at `monotonic` microseconds.
    public func instant(at monotonic: Int64) -> FleetInstant {
        let elapsed = monotonic - monotonicOrigin
        let whole = elapsed.dividedRoundingDown(by: Self.scale) * speed.thousandths
        let part = elapsed.remainderRoundingDown(by: Self.scale) * speed.thousandths
        return fleetOrigin
            + FleetDuration(ticks: whole + part.dividedRoundingDown(by: Self.scale))
    }

    /// Microseconds of the clock in one tick at a thousandth of real time. Both directions split
    /// off its whole multiples, so that no product overflows within the range of instants.
    private static let scale = 1000 * FleetDuration.microsecondsPerTick
}

extension Int64 {
    /// The quotient rounded towards minus infinity. `divisor` must be positive.
    public func dividedRoundingDown(by divisor: Int64) -> Int64 {
        precondition(divisor > 0, "divisor \(divisor) must be positive")
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }

    /// The remainder that goes with ``dividedRoundingDown(by:)``: never negative.
    public func remainderRoundingDown(by divisor: Int64) -> Int64 {
        self - dividedRoundingDown(by: divisor) * divisor
    }
}
