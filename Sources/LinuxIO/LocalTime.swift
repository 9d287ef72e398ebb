import Glibc

/// A time of day where this machine stands: in the zone that `TZ` names, else in the system's.
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

    /// The time of day at an instant, localtime_r(3); nil for a year that the C library cannot
    /// count.
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
