import Glibc

/// The clock that people read, which an administrator or the network may set back or forth.
public enum WallClock {
    /// Microseconds since 1 January 1970, UTC, without leap seconds, `CLOCK_REALTIME`.
    public static var nowMicroseconds: Int64 { ClockReading.nanoseconds(CLOCK_REALTIME) / 1000 }
}
