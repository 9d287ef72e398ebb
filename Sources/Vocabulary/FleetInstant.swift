/// A point of fleet time: ticks of 20 ms since 1970-01-01T00:00:00Z, leap seconds ignored.
package struct FleetInstant: Comparable, Hashable, Sendable {
    package var ticks: Int64

    package init(ticks: Int64) { self.ticks = ticks }

    /// Microseconds since 1970-01-01T00:00:00Z.
    package var microseconds: Int64 { ticks * FleetDuration.microsecondsPerTick }

    package static func < (left: Self, right: Self) -> Bool { left.ticks < right.ticks }

    package static func + (left: Self, right: FleetDuration) -> Self {
        Self(ticks: left.ticks + right.ticks)
    }

    package static func - (left: Self, right: FleetDuration) -> Self {
        Self(ticks: left.ticks - right.ticks)
    }

    package static func - (left: Self, right: Self) -> FleetDuration {
        FleetDuration(ticks: left.ticks - right.ticks)
    }
}
