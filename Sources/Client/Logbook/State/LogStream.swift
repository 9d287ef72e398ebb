import FlightDisplay
import Vocabulary
import WireProtocol

/// What a subscription of the logbook is for.
enum LogWant: Hashable, Sendable {
    /// What becomes known from now on: it makes answers old.
    case changes
    /// The summaries of the runs that ended within a range.
    case runs(Range<FleetInstant>)
    /// The values of a metric since an instant: one that was added by hand lies where it was added.
    case values(DayMetric, Range<FleetInstant>)
    /// When a session began, which its summary does not tell while it flies.
    case start(String)
    /// A session from its start on.
    case flight(String, start: FleetInstant)
}

/// A subscription of the logbook, and how far it has come.
struct LogStream: Equatable, Sendable {
    let want: LogWant
    let subscription: LogSubscription
    /// Whether everything up to the present has come.
    var isLive = false
    /// Whether all that was wanted has come.
    var isOver = false
    var refusal: Refusal?
    var refusedAt = MonotonicInstant.zero

    /// A refused subscription is tried again after this long, if that may help.
    private static let retryTime = Duration.seconds(5)

    var isOpen: Bool { !isOver && refusal == nil }

    /// When to try again; nil for not at all.
    var retryAt: MonotonicInstant? {
        guard let refusal, refusal.mayPass else { return nil }
        return refusedAt + Self.retryTime
    }
}

package struct LogSubscription: NamedSubscription {
    package let name: String
    package let request: String

    /// - Parameter lane: whose days; a flight names its session.
    init(
        _ want: LogWant, _ channel: LogChannel, lane: Int, number: Int,
        before: (String) -> FleetInstant?
    ) {
        name = "log.\(number)"
        var line = LineBuffer()
        line.append(#"{"op":"subscribe""#)
        line.appendField("id", name)
        line.appendField("sub", name)
        line.append(#","select":{"session":"#)
        line.appendJSONString(Self.session(want) ?? "s\(lane)")
        line.append("}")
        line.append(utf8: channel.fields)
        line.appendField("after", Self.after(want, before).map(Self.text))
        line.append("}")
        request = line.text
    }

    private static func session(_ want: LogWant) -> String? {
        switch want {
        case .changes, .runs, .values: nil
        case .start(let session), .flight(let session, _): session
        }
    }

    /// The interval of the lines of a flight.
    static let flightStep = FleetDuration.seconds(1)

    private static func after(_ want: LogWant, _ before: (String) -> FleetInstant?) -> FleetInstant?
    {
        let tick = FleetDuration(ticks: 1)
        switch want {
        case .changes: return nil
        case .runs(let range), .values(_, let range): return range.lowerBound - tick
        case .start(let session): return before(session)
        // At its start it has a snapshot already, and no line that matters.
        case .flight(_, let start): return start
        }
    }

    private static func text(_ instant: FleetInstant) -> String {
        CalendarTime(microseconds: instant.microseconds).description
    }
}
