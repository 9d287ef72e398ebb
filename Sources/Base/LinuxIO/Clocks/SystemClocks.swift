import Glibc
import Vocabulary

/// The machine's clock that never jumps, the same for all processes of a host.
public enum MonotonicClock {
    /// The present, rounded down to the microsecond, `CLOCK_MONOTONIC`.
    public static var now: MonotonicInstant {
        MonotonicInstant(microseconds: ClockReading(CLOCK_MONOTONIC).microseconds)
    }
}

/// The clock that people read, which an administrator or the network may set back or forth.
public enum WallClock {
    /// Microseconds since 1 January 1970, UTC, without leap seconds, `CLOCK_REALTIME`; negative for
    /// a clock set before 1970, within the years that RFC 3339 has.
    public static var nowMicroseconds: Int64 { ClockReading(CLOCK_REALTIME).microseconds }
}

/// What a clock of the kernel says.
struct ClockReading {
    private let time: timespec

    init(_ time: timespec) { self.time = time }

    /// The time of a clock, clock_gettime(2). Traps for a clock that this kernel does not have.
    @inline(__always)
    init(_ clock: clockid_t) {
        var time = timespec()
        precondition(clock_gettime(clock, &time) == 0, "no clock \(clock)")
        self.time = time
    }

    /// Microseconds, rounded down. A clock beyond ``seconds`` counts as the nearest bound.
    @inline(__always)
    var microseconds: Int64 {
        let second = min(max(Int64(time.tv_sec), Self.seconds.lowerBound), Self.seconds.upperBound)
        return second * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// The years 0 to 9999: whatever is computed with their microseconds fits into 64 bits;
    /// nanoseconds would leave 64 bits in the year 2262.
    static let seconds: ClosedRange<Int64> = -62_167_219_200...253_402_300_799
}

/// A local date and time of day: in the zone that `TZ` names, else in the system's.
public struct LocalTime: Hashable, Sendable {
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int
    public let hour: Int
    public let minute: Int
    public let second: Int
    /// The short name of the zone at that time, such as `CET`.
    public let zone: String

    /// The fault of the place where the C library looks for the zone, such as a pipe, for which it
    /// would wait; nil for a file, a folder, and where nothing is there.
    public static var zoneFault: NamedFileFailure? {
        let name = Environment.value("TZ") ?? "/etc/localtime"
        let path = name.hasPrefix(":") ? String(name.dropFirst()) : name
        let folder = Environment.value("TZDIR") ?? "/usr/share/zoneinfo"
        let place = path.hasPrefix("/") ? path : "\(folder)/\(path)"
        guard !path.isEmpty, let status = try? FileStatus.of(place) else { return nil }
        switch status.kind {
        case .regular, .directory: return nil
        case .socket, .symbolicLink, .pipe, .device: return .kind(path: place, status.kind)
        }
    }

    /// The local time at an instant, localtime_r(3); nil for a year beyond the C library's range.
    ///
    /// - Parameter seconds: since 1 January 1970, UTC.
    public init?(seconds: Int64) {
        var instant = time_t(seconds)
        var fields = tm()
        guard localtime_r(&instant, &fields) != nil else { return nil }
        year = Int(fields.tm_year) + 1900
        month = Int(fields.tm_mon) + 1
        day = Int(fields.tm_mday)
        hour = Int(fields.tm_hour)
        minute = Int(fields.tm_min)
        second = Int(fields.tm_sec)
        zone = fields.tm_zone.map { String(cString: $0) } ?? ""
    }
}
