import LinuxIO
import Vocabulary

/// How `tail` shows when a line was due.
enum TimeStyle: String, CaseIterable {
    case utc, local, iso, relative, none

    /// The date, `2026-11-20`; nil where a line of its own for each day would say nothing new.
    ///
    /// - Parameter microseconds: since 1 January 1970, UTC.
    func day(_ microseconds: Int64) -> String? {
        switch self {
        case .utc, .relative: String(Self.text(microseconds).prefix(10))
        case .local:
            Self.local(microseconds).map { "\($0.year)-\(Self.two($0.month))-\(Self.two($0.day))" }
        case .iso, .none: nil
        }
    }

    /// The time, as wide as every other of its style; nil if there is to be none.
    ///
    /// - Parameter start: of the session, in the same count; nil if it is not known.
    func time(_ microseconds: Int64, start: Int64?) -> String? {
        switch self {
        case .utc: String(Self.text(microseconds).dropFirst(11).prefix(8))
        case .local:
            Self.local(microseconds).map {
                "\(Self.two($0.hour)):\(Self.two($0.minute)):\(Self.two($0.second))"
            }
        case .iso: "\(Self.text(microseconds).prefix(23))Z"
        case .relative: start.map { Self.span(microseconds - $0) } ?? "      +?"
        case .none: nil
        }
    }

    /// What the times are, for the greeting; nil if there are none.
    func name(_ microseconds: Int64) -> String? {
        switch self {
        case .utc, .iso: "times in UTC"
        case .local: "times in \(Self.local(microseconds)?.zone ?? "the machine's zone")"
        case .relative: "times since the start of each session"
        case .none: nil
        }
    }

    private static func text(_ microseconds: Int64) -> String {
        CalendarTime(microseconds: microseconds).description
    }

    private static func local(_ microseconds: Int64) -> LocalTime? {
        // Before 1970 a second begins before its fraction, too.
        LocalTime(seconds: (microseconds - (microseconds < 0 ? 999_999 : 0)) / 1_000_000)
    }

    /// `+0:12:07`.
    private static func span(_ microseconds: Int64) -> String {
        let seconds = Int(microseconds.magnitude / 1_000_000)
        let (minutes, sign) = (seconds / 60, microseconds < 0 ? "-" : "+")
        return "\(sign)\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
