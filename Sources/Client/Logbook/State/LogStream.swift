import FlightDisplay
import Vocabulary
import WireProtocol

/// The purpose of a subscription of the logbook.
enum LogWant: Hashable, Sendable {
    /// Entries that become known from now on: they make answers stale.
    case changes
    /// The summaries of the runs that ended within a range.
    case runs(Range<FleetInstant>)
    /// The values of a metric since an instant: an entry by hand comes when it was added.
    case values(DayMetric, Range<FleetInstant>)
    /// The stages of sleep that become known on a date.
    case night(Range<FleetInstant>)
    /// What is behind some days: the names of their books, and the days together.
    case truths([String], Range<FleetInstant>)
    /// When a session began; its summary tells that only after the flight.
    case start(String)
    /// A session from its start.
    case flight(String, start: FleetInstant)
}

/// A subscription of the logbook and its progress.
struct LogStream: Equatable, Sendable {
    let want: LogWant
    let subscription: LogSubscription
    /// Whether all lines up to the present have arrived.
    var isLive = false
    /// Whether all wanted lines have arrived.
    var isOver = false
    var refusal: Refusal?
    var refusedAt = MonotonicInstant.zero

    /// How long after a refusal the subscription is tried again, if that may help.
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

    /// - Parameter lane: the lane of the days; a flight names its session itself.
    init(
        _ want: LogWant, _ channel: LogChannel, lane: LaneID, number: Int,
        before: (String) -> FleetInstant?
    ) {
        name = "log.\(number)"
        var line = LineBuffer()
        line.append(#"{"op":"subscribe""#)
        line.appendField("id", name)
        line.appendField("sub", name)
        line.append(#","select":{"session":"#)
        line.appendSessions(want, lane: lane)
        line.append("}")
        line.append(utf8: channel.fields)
        line.appendField("after", Self.after(want, before)?.text)
        line.append("}")
        request = line.text
    }

    /// The interval of the lines of a flight.
    static let flightStep = FleetDuration.seconds(1)

    private static func after(_ want: LogWant, _ before: (String) -> FleetInstant?) -> FleetInstant?
    {
        let tick = FleetDuration(ticks: 1)
        switch want {
        case .changes: return nil
        case .runs(let range), .values(_, let range), .night(let range), .truths(_, let range):
            return range.lowerBound - tick
        case .start(let session): return before(session)
        // At its start a session already has a snapshot, and no line of this instant matters.
        case .flight(_, let start): return start
        }
    }
}

extension LineBuffer {
    /// Adds the sessions or books that a subscription selects.
    fileprivate mutating func appendSessions(_ want: LogWant, lane: LaneID) {
        switch want {
        case .changes, .runs, .values, .night: appendJSONString("s\(lane)")
        case .start(let session), .flight(let session, _): appendJSONString(session)
        case .truths(let books, _): appendList(books)
        }
    }
}
