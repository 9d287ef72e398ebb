import Glibc

/// How the two clocks are read.
enum ClockReading {
    /// A clock's time, clock_gettime(2), which cannot fail for a clock that every Linux has.
    @inline(__always)
    static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        precondition(clock_gettime(clock, &time) == 0, "no clock \(clock)")
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
