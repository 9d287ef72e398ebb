import Glibc

/// The machine's clock that never jumps, the same for all processes of a host.
public enum MonotonicClock {
    /// Nanoseconds since the machine started, without the time it slept, `CLOCK_MONOTONIC`.
    public static var nowNanoseconds: Int64 { ClockReading.nanoseconds(CLOCK_MONOTONIC) }

    /// Microseconds since the machine started, rounded down.
    public static var nowMicroseconds: Int64 { nowNanoseconds / 1000 }
}
