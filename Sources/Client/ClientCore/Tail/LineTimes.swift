import FlightDisplay
import LinuxIO
import Readout
import Vocabulary
import WireProtocol

/// The times that `tail` shows before lines, and the marks where a new day begins.
///
/// Depends on the lines only: the same lines have the same text at any time.
struct LineTimes {
    let style: TimeStyle
    private var day: String?
    /// When each flying session began, microseconds since 1970.
    private var starts: [String: Int64] = [:]

    /// - Parameter now: the machine's clock, microseconds since 1970: lines of today get no mark.
    ///   Nil marks the first day, whatever its date.
    init(_ style: TimeStyle, now: Int64?) {
        self.style = style
        day = now.flatMap(style.day)
    }

    /// Notes when a line's session began: the time in a snapshot, else the time of the session's
    /// first line.
    mutating func hear(_ line: JSONValue) {
        guard style == .relative, let session = line["session"]?.text else { return }
        switch line.type {
        case .snapshot: starts[session] = Self.microseconds(line["start"])
        case _ where starts[session] == nil: starts[session] = Self.microseconds(line["t"])
        case _: return
        }
    }

    /// Forgets a session's start after its last line was shown.
    mutating func forget(_ line: JSONValue) {
        guard line.type == .end, let session = line["session"]?.text else { return }
        starts[session] = nil
    }

    /// The day of a line, if it differs from the day of the line before.
    mutating func newDay(_ line: JSONValue) -> String? {
        guard let instant = Self.microseconds(line["t"]), let new = style.day(instant), new != day
        else { return nil }
        day = new
        return new
    }

    /// When the line was due; nil if times are not shown.
    func time(_ line: JSONValue) -> String? { text(line["t"], of: line) }

    /// When the phase of a snapshot began, with the day if it differs from the line's.
    func since(_ line: JSONValue) -> String? { moment("since", of: line) }

    /// A time that a line names in a field, with the day if it differs from the line's.
    func moment(_ field: String, of line: JSONValue) -> String? {
        guard let time = text(line[field], of: line) else { return nil }
        let other = Self.microseconds(line[field]).flatMap(style.day).flatMap {
            $0 == day || style == .relative ? nil : "\($0) "
        }
        return (other ?? "") + time
    }

    /// What the times mean, to follow the greeting.
    func name(_ greeting: JSONValue) -> String? {
        style.name(Self.microseconds(greeting["t"]) ?? 0)
    }

    private func text(_ value: JSONValue?, of line: JSONValue) -> String? {
        guard style != .none else { return nil }
        let start = line["session"]?.text.flatMap { starts[$0] }
        return Self.microseconds(value).flatMap { style.time($0, start: start) } ?? "--:--:--"
    }

    private static func microseconds(_ value: JSONValue?) -> Int64? {
        value?.instant?.microseconds
    }
}

/// How `tail` shows when a line was due.
enum TimeStyle: String, CaseIterable {
    case utc, local, iso, relative, none

    /// The date, `2026-11-20`; nil for styles that mark no days.
    ///
    /// - Parameter microseconds: since 1 January 1970, UTC.
    func day(_ microseconds: Int64) -> String? {
        switch self {
        case .utc, .relative: String(Self.text(microseconds).prefix(10))
        case .local:
            Self.local(microseconds).map {
                "\($0.year)-\(NumberText.twoDigits($0.month))-\(NumberText.twoDigits($0.day))"
            }
        case .iso, .none: nil
        }
    }

    /// The time, of the same width for all lines of a style; nil if times are not shown.
    ///
    /// - Parameter start: when the session began, in the same unit; nil if it is not known.
    func time(_ microseconds: Int64, start: Int64?) -> String? {
        switch self {
        case .utc: String(Self.text(microseconds).dropFirst(11).prefix(8))
        case .local:
            Self.local(microseconds).map {
                [$0.hour, $0.minute, $0.second].map(NumberText.twoDigits).joined(separator: ":")
            }
        case .iso: "\(Self.text(microseconds).prefix(23))Z"
        case .relative: start.map { Self.span(microseconds - $0) } ?? "      +?"
        case .none: nil
        }
    }

    /// What the times mean, to follow the greeting; nil if none are shown.
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
        // Rounds down before 1970 too: a second begins before its fraction.
        LocalTime(seconds: (microseconds - (microseconds < 0 ? 999_999 : 0)) / 1_000_000)
    }

    /// `+0:12:07`.
    private static func span(_ microseconds: Int64) -> String {
        let seconds = Int(microseconds.magnitude / 1_000_000)
        let rest = [seconds / 60 % 60, seconds % 60].map(NumberText.twoDigits)
        return "\(microseconds < 0 ? "-" : "+")\(seconds / 3600):\(rest[0]):\(rest[1])"
    }
}
