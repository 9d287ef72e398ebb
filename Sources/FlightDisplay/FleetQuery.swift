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
