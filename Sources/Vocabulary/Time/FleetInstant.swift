/// A point of fleet time: ticks of 20 ms since 1970-01-01T00:00:00Z, leap seconds ignored.
public struct FleetInstant: Comparable, Hashable, Sendable {
    public var ticks: Int64

    public init(ticks: Int64) { self.ticks = ticks }

    /// Where a fleet can stand: the sessions that are aloft then, and the next ones of their lanes,
    /// lie within the instants that positions can name. From 1970-01-01T02:20 to 2666-11-04.
    public static let presents: ClosedRange<FleetInstant> = {
        let (all, margin) = (StreamPosition.instants, FleetDuration.lap * 2)
        return all.lowerBound + margin...all.upperBound - margin
    }()

    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microseconds: Int64 { ticks * FleetDuration.microsecondsPerTick }

    /// The first multiple of `span`, counted from 1970, that is not before it. Traps unless the
    /// span is positive.
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
