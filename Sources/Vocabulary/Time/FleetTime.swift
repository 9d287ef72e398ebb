/// A span of fleet time, in ticks of 20 ms.
///
/// All instants of fleet time lie on this grid. Spans, window edges and time weights are integers,
/// so no sum of them is ever rounded.
public struct FleetDuration: Comparable, Hashable, Sendable {
    /// Ticks in one second: the finest sample rate is 50 Hz.
    public static let ticksPerSecond: Int64 = 50
    /// Microseconds in one tick.
    public static let microsecondsPerTick: Int64 = 20_000

    public var ticks: Int64

    public init(ticks: Int64) { self.ticks = ticks }

    public static func seconds(_ seconds: Int64) -> FleetDuration {
        FleetDuration(ticks: seconds * ticksPerSecond)
    }

    public static let zero = FleetDuration(ticks: 0)

    /// The length of a simulated session, 70 minutes: standing, the run, standing again.
    public static var lap: FleetDuration { .seconds(4200) }

    public var seconds: Double { Double(ticks) / Double(Self.ticksPerSecond) }
    public var microseconds: Int64 { ticks * Self.microsecondsPerTick }

    public static func < (left: Self, right: Self) -> Bool { left.ticks < right.ticks }
    // The defaults of Comparable are called through a witness table, several times for each sample.
    public static func <= (left: Self, right: Self) -> Bool { left.ticks <= right.ticks }
    public static func > (left: Self, right: Self) -> Bool { left.ticks > right.ticks }
    public static func >= (left: Self, right: Self) -> Bool { left.ticks >= right.ticks }
    public static func + (left: Self, right: Self) -> Self {
        Self(ticks: left.ticks + right.ticks)
    }
    public static func - (left: Self, right: Self) -> Self {
        Self(ticks: left.ticks - right.ticks)
    }
    public static func * (left: Self, right: Int64) -> Self { Self(ticks: left.ticks * right) }
}

extension FleetDuration {
    /// Reads a number and a unit, `500ms`, `30s`, `1.5s`, `2m` or `1h`.
    ///
    /// Returns nil for anything else, for a negative span, for a span that is not a whole number of
    /// ticks, and for more than nine digits on either side of the point.
    public init?(parsing text: some StringProtocol) {
        let units: [(suffix: String, ticks: Int64, divisor: Int64)] = [
            ("ms", 1, 20), ("s", 50, 1), ("m", 3000, 1), ("h", 180_000, 1),
        ]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
        guard let decimal = Decimal64(parsing: text.dropLast(unit.suffix.count)), decimal.units >= 0
        else { return nil }
        let (product, overflow) = decimal.units.multipliedReportingOverflow(by: unit.ticks)
        let scale = Decimal64.powerOfTen(decimal.decimals) * unit.divisor
        guard !overflow, product % scale == 0 else { return nil }
        self.init(ticks: product / scale)
    }
}

extension FleetDuration: CustomStringConvertible {
    /// The shortest form that `init(parsing:)` reads back: `30s`, `1500ms`, `5m`.
    public var description: String {
        if ticks % Self.ticksPerSecond != 0 {
            let milliseconds = ticks * 20
            // init(parsing:) refuses numbers of more than nine digits, so seconds take over.
            return milliseconds < 1_000_000_000
                ? "\(milliseconds)ms" : "\(Decimal64(units: ticks * 2, decimals: 2))s"
        }
        let seconds = ticks / Self.ticksPerSecond
        if seconds >= 3600, seconds % 3600 == 0 { return "\(seconds / 3600)h" }
        if seconds >= 60, seconds % 60 == 0 { return "\(seconds / 60)m" }
        return "\(seconds)s"
    }
}

/// A point of fleet time: ticks of 20 ms since 1970-01-01T00:00:00Z, leap seconds ignored.
public struct FleetInstant: Comparable, Hashable, Sendable {
    public var ticks: Int64

    public init(ticks: Int64) { self.ticks = ticks }

    /// The instants that can be a fleet's present, from 1970-01-01T02:20 to 2666-11-04.
    ///
    /// Two laps are left on either side: every session that is aloft then, and the next one of its
    /// lane, lie within the instants that a ``StreamPosition`` can name.
    public static let presents: ClosedRange<FleetInstant> = {
        let (all, margin) = (StreamPosition.instants, FleetDuration.lap * 2)
        return all.lowerBound + margin...all.upperBound - margin
    }()

    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microseconds: Int64 { ticks * FleetDuration.microsecondsPerTick }

    /// The first multiple of `span`, counted from 1970, at or after this instant. Traps unless
    /// `span` is positive.
    public func roundedUp(to span: FleetDuration) -> FleetInstant {
        self + FleetDuration(ticks: (-ticks).remainderRoundingDown(by: span.ticks))
    }

    public static func < (left: Self, right: Self) -> Bool { left.ticks < right.ticks }

    public static func + (left: Self, right: FleetDuration) -> Self {
        Self(ticks: left.ticks + right.ticks)
    }

    public static func - (left: Self, right: FleetDuration) -> Self {
        Self(ticks: left.ticks - right.ticks)
    }

    public static func - (left: Self, right: Self) -> FleetDuration {
        FleetDuration(ticks: left.ticks - right.ticks)
    }
}
