/// An instant of the machine's monotonic clock, to the microsecond.
///
/// All processes of a host share that clock, `CLOCK_MONOTONIC`, so that a client can compare the
/// `due_us` of a line with its own reading. It never jumps, and it stands still while the machine
/// sleeps. ``FleetInstant`` is the other time: the one that sessions live in. The instants of
/// `SuspendingClock` cannot be made from a number, so they cannot be read from a line.
public struct MonotonicInstant: Hashable, BitwiseCopyable, Sendable {
    /// Microseconds since the clock's zero, near the machine's start; negative before it.
    public let microseconds: Int64

    @inlinable
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// The clock's zero, long ago for every process.
    @inlinable
    public static var zero: MonotonicInstant { MonotonicInstant(microseconds: 0) }

    /// The last instant that can be named, which never comes.
    @inlinable
    public static var last: MonotonicInstant { MonotonicInstant(microseconds: .max) }

    /// Microseconds from `earlier` to this instant, without the 128 bits of a `Duration`: for what
    /// is computed line by line. Stops at the bounds of 64 bits.
    @inlinable
    public func microseconds(since earlier: MonotonicInstant) -> Int64 {
        let (difference, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
        guard overflow else { return difference }
        return microseconds < 0 ? .min : .max
    }
}

extension MonotonicInstant: InstantProtocol {
    /// The instant after a span, rounded to the microsecond before it. Stops at the bounds of 64
    /// bits.
    public func advanced(by span: Duration) -> MonotonicInstant {
        MonotonicInstant(microseconds: (.microseconds(microseconds) + span).wholeMicroseconds)
    }

    public func duration(to other: MonotonicInstant) -> Duration {
        .microseconds(other.microseconds) - .microseconds(microseconds)
    }

    @inlinable
    public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.microseconds < right.microseconds
    }
}

extension MonotonicInstant {
    public static func + (instant: Self, span: Duration) -> Self { instant.advanced(by: span) }
    public static func - (instant: Self, span: Duration) -> Self {
        instant.advanced(by: .zero - span)
    }
    public static func - (left: Self, right: Self) -> Duration { right.duration(to: left) }
    public static func += (instant: inout Self, span: Duration) { instant = instant + span }
}

/// The units in which spans of time leave the program: in lines, logs, tables and system calls.
extension Duration {
    /// Whole microseconds, rounded down. Stops at the bounds of 64 bits.
    public var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        let fraction = attoseconds.dividedRoundingDown(by: 1_000_000_000_000)
        let (product, tooFar) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, overflow) = product.addingReportingOverflow(fraction)
        return tooFar || overflow ? (seconds < 0 ? .min : .max) : sum
    }

    /// Whole milliseconds, rounded down.
    public var wholeMilliseconds: Int64 { wholeMicroseconds.dividedRoundingDown(by: 1000) }

    /// Whole milliseconds, rounded up: a wait of this length never ends early.
    public var millisecondsRoundedUp: Int64 {
        wholeMilliseconds + (wholeMicroseconds.remainderRoundingDown(by: 1000) > 0 ? 1 : 0)
    }

    /// Seconds, as the number nearest to the whole microseconds. Stops at the same bounds.
    // A quotient of two durations is rounded twice: 1180.62 s would become 1180.6200000000001.
    public var inSeconds: Double { Double(wholeMicroseconds) / 1_000_000 }
}
