import Vocabulary
import WireProtocol

/// Which page of the fleet is asked for.
struct FleetQuery: Equatable, Sendable {
    var order = FleetOrder.lane
    /// Whether the order is the other way round than usual.
    var isReversed = false
    /// Only sessions in this phase; nil for all.
    var phase: Phase?
    /// Only sessions where this begins a word of name, plan, recording or athlete; empty for all,
    /// ``matchBytesMax`` at most.
    var match = ""
    /// How many sessions come before the page.
    var offset = 0
    /// How many there are on the page, from 1 to ``limitMax``.
    var limit = 20

    static let matchBytesMax = 64
    /// As many as a subscription may name.
    static let limitMax = ProtocolLimits.selectedSessions

    /// Whether the other one is a page of the same sessions in the same order.
    func isSameList(as other: FleetQuery) -> Bool {
        var moved = self
        (moved.offset, moved.limit) = (other.offset, other.limit)
        return moved == other
    }

    var isFiltered: Bool { phase != nil || !match.isEmpty }

    /// What the daemon is asked.
    var isDescending: Bool { order.isDescending != isReversed }

    /// What the column looks like.
    var isShownDescending: Bool { isDescending != order.isShownUpsideDown }

    /// The whole request, without its newline.
    ///
    /// - Parameter start: where the answer begins; it ends with the page, or earlier if that is
    ///   longer than an answer may be.
    func request(id: String, from start: Int) -> String {
        var line = LineBuffer()
        line.append(#"{"op":"sessions""#)
        line.appendField("id", id)
        line.appendField("sort", order.field)
        line.appendField("descending", isDescending)
        if let phase { line.appendField("phase", phase.rawValue) }
        if !match.isEmpty { line.appendField("match", match) }
        line.appendField("offset", start)
        let rest = max(1, offset + limit - start)
        line.appendField("limit", min(rest, ProtocolLimits.sessionsPage))
        line.append("}")
        return line.text
    }
}

/// What the rows of the fleet are sorted by.
enum FleetOrder: CaseIterable, Sendable {
    case lane, plan, phase, time, heartRate, pace, distance, cadence, stride, contact, energy

    /// The name on the wire.
    var field: String { metric?.name ?? word }

    /// As a person calls it.
    var name: String {
        switch self {
        case .lane: "session"
        case .time: "time"
        case .heartRate: "heart rate"
        case .plan, .phase, .pace, .distance, .cadence, .stride, .contact, .energy: "\(self)"
        }
    }

    private var word: String {
        switch self {
        case .lane: "lane"
        case .time: "start"
        case .plan, .phase, .heartRate, .pace, .distance, .cadence, .stride, .contact, .energy:
            "\(self)"
        }
    }

    var metric: Metric? {
        switch self {
        case .lane, .plan, .phase, .time: nil
        case .heartRate: .heartRate
        case .pace: .speed
        case .distance: .distance
        case .cadence: .cadence
        case .stride: .stride
        case .contact: .contact
        case .energy: .energy
        }
    }

    /// Whether the daemon sorts from the greatest on unless the user has reversed it: of metrics
    /// the fastest and the highest are the most telling.
    var isDescending: Bool { metric != nil }

    /// Whether what the column shows falls where what the daemon sorts by rises: pace is time for a
    /// distance, and who has started first is under way longest.
    fileprivate var isShownUpsideDown: Bool { self == .pace || self == .time }
}
