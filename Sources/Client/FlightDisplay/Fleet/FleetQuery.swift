import Vocabulary
import WireProtocol

/// The query for a page of the fleet.
struct FleetQuery: Equatable, Sendable {
    var order = FleetOrder.lane
    /// Whether the usual direction of the order is reversed.
    var isReversed = false
    /// Only sessions in this phase; nil for all.
    var phase: Phase?
    /// Only sessions with a word in name, plan, recording or athlete that begins with this text;
    /// empty for all. At most ``matchBytesMax`` bytes.
    var match = ""
    /// The number of sessions before the page.
    var offset = 0
    /// The number of sessions on the page, 1...``limitMax``.
    var limit = 20

    static let matchBytesMax = ProtocolLimits.matchBytes
    /// As many as one subscription may select.
    static let limitMax = ProtocolLimits.selectedSessions

    /// Whether both are pages of the same list: the same sessions in the same order.
    func isSameList(as other: FleetQuery) -> Bool {
        var moved = self
        (moved.offset, moved.limit) = (other.offset, other.limit)
        return moved == other
    }

    var isFiltered: Bool { phase != nil || !match.isEmpty }

    /// Whether the daemon sorts from the greatest value.
    var isDescending: Bool { order.isDescending != isReversed }

    /// Whether the values in the column fall from row to row.
    var isShownDescending: Bool { isDescending != order.isShownUpsideDown }

    /// The whole request, without its newline.
    ///
    /// - Parameter start: where the answer begins. It ends with the page, or earlier if the page is
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
