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

    @inlinable public static var zero: FleetDuration { FleetDuration(ticks: 0) }

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
    /// Reads numbers with units, the longer unit first: `500ms`, `30s`, `1.5s`, `2m`, `1h`,
    /// `1h30m`, `1h 30m`, `5 minutes`.
    ///
    /// Returns nil for anything else, for a negative span, for a span that is not a whole number of
    /// ticks, and for more than nine digits on either side of the point.
    public init?(parsing text: some StringProtocol) {
        var rest = Substring(text).utf8
        var units = Self.units[...]
        var ticks: Int64 = 0
        repeat {
            guard let number = Self.number(&rest),
                let place = Self.place(of: &rest, in: units)
            else { return nil }
            let (product, overflow) = number.units.multipliedReportingOverflow(
                by: units[place].ticks)
            let scale = Decimal64.powerOfTen(number.decimals) * units[place].divisor
            guard !overflow, product % scale == 0 else { return nil }
            // At most three numbers of nine digits each, which do not overflow.
            ticks += product / scale
            units = units[(place + 1)...]
        } while !rest.isEmpty
        self.init(ticks: ticks)
    }

    private static let units: [(names: [String], ticks: Int64, divisor: Int64)] = [
        (["h", "hr", "hrs", "hour", "hours"], 180_000, 1),
        (["m", "min", "mins", "minute", "minutes"], 3000, 1),
        (["s", "sec", "secs", "second", "seconds"], 50, 1),
        (["ms", "millisecond", "milliseconds"], 1, 20),
    ]

    private static func number(_ rest: inout Substring.UTF8View) -> Decimal64? {
        let digits = rest.prefix { $0 == UInt8(ascii: ".") || isDigit($0) }
        rest = rest[digits.endIndex...]
        if rest.first == space { rest.removeFirst() }
        return Decimal64(parsing: String(Substring(digits)))
    }

    /// Takes the name of a unit off, and the space between it and another number.
    private static func place(
        of rest: inout Substring.UTF8View,
        in units: ArraySlice<(names: [String], ticks: Int64, divisor: Int64)>
    ) -> Int? {
        let letters = rest.prefix { $0 != space && !isDigit($0) }
        let name = String(Substring(letters))
        rest = rest[letters.endIndex...]
        if rest.first == space, rest.count > 1 { rest.removeFirst() }
        return units.firstIndex { $0.names.contains { $0.utf8.elementsEqual(name.utf8) } }
    }

    private static var space: UInt8 { UInt8(ascii: " ") }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
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
