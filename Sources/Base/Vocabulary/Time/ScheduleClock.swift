/// The ideal schedule: which fleet instant is due at which instant of the monotonic clock.
///
/// A due time follows from the two origins and the speed alone. A late timer callback therefore
/// neither shifts nor stretches the schedule. At ``PlaybackSpeed/fastest`` the schedule stands
/// still, and no instant has a due time.
public struct ScheduleClock: Hashable, Sendable {
    public let fleetOrigin: FleetInstant
    /// When the schedule is at `fleetOrigin`.
    public let monotonicOrigin: MonotonicInstant
    public let speed: PlaybackSpeed

    public init(fleetOrigin: FleetInstant, monotonicOrigin: MonotonicInstant, speed: PlaybackSpeed)
    {
        self.fleetOrigin = fleetOrigin
        self.monotonicOrigin = monotonicOrigin
        self.speed = speed
    }

    /// When `instant` is due; perhaps before the clock's zero.
    ///
    /// Rounded up, so that `instant(at: due(x)) == x` and nothing is ever early. Traps at
    /// ``PlaybackSpeed/fastest``.
    public func due(_ instant: FleetInstant) -> MonotonicInstant {
        precondition(speed.isPaced, "due time of \(instant) at speed \(speed)")
        let ticks = (instant - fleetOrigin).ticks
        let whole = ticks.dividedRoundingDown(by: speed.thousandths)
        let part = ticks.remainderRoundingDown(by: speed.thousandths) * Self.scale
        return MonotonicInstant(
            microseconds: monotonicOrigin.microseconds + whole * Self.scale
                - (-part).dividedRoundingDown(by: speed.thousandths))
    }

    /// The latest instant that is due at `now`.
    public func instant(at now: MonotonicInstant) -> FleetInstant {
        let elapsed = now.microseconds - monotonicOrigin.microseconds
        let whole = elapsed.dividedRoundingDown(by: Self.scale) * speed.thousandths
        let part = elapsed.remainderRoundingDown(by: Self.scale) * speed.thousandths
        return fleetOrigin
            + FleetDuration(ticks: whole + part.dividedRoundingDown(by: Self.scale))
    }

    /// Microseconds of the clock in one tick at a thousandth of real time.
    // Both directions split off whole multiples of the divisor before they multiply: otherwise the
    // product overflows 64 bits for instants far from the origin.
    private static let scale = 1000 * FleetDuration.microsecondsPerTick
}

/// How much faster than the clock fleet time runs, in thousandths: 1000 is real time.
///
/// At ``fastest`` no clock paces fleet time: it advances as fast as lines are computed and read.
public struct PlaybackSpeed: Hashable, Sendable {
    public static let realTime = PlaybackSpeed(thousandths: 1000)!
    /// Written `max`.
    public static let fastest = PlaybackSpeed(clockThousandths: 0)
    /// From 0.1, slow enough to read along, to 3600 times real time, an hour in a second.
    public static let allowedThousandths: ClosedRange<Int64> = 100...3_600_000

    /// 0 for ``fastest``.
    public let thousandths: Int64

    public init?(thousandths: Int64) {
        guard Self.allowedThousandths.contains(thousandths) else { return nil }
        self.init(clockThousandths: thousandths)
    }

    private init(clockThousandths: Int64) { thousandths = clockThousandths }

    /// Whether the clock paces fleet time; false at ``fastest`` only.
    public var isPaced: Bool { thousandths > 0 }

    /// Reads `60`, `0.5` or `max`; nil outside the allowed range and for more than three decimals.
    public init?(parsing text: some StringProtocol) {
        guard text != Self.fastestText else {
            self = .fastest
            return
        }
        guard let decimal = Decimal64(parsing: text), decimal.decimals <= 3 else { return nil }
        self.init(thousandths: decimal.rounded(to: 3).units)
    }
}

extension PlaybackSpeed: CustomStringConvertible {
    private static let fastestText = "max"

    public var description: String {
        guard isPaced else { return Self.fastestText }
        return "\(Decimal64(units: thousandths, decimals: 3).shortened)"
    }
}
