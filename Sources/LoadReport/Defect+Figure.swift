import StreamAudit

extension Defect {
    /// A sentence without a full stop.
    package var summary: String {
        switch self {
        case .unaccounted: "Lines that neither came nor were announced as lost"
        case .duplicates: "Lines that had come already"
        case .outOfOrder: "Lines that stand before one that came before them"
        case .malformed: "Lines that are no JSON object or lack a field of their kind"
        case .wrongAnchors: "Anchors that are damaged, of another fleet or out of place"
        case .limitViolations: "Lines longer than the protocol allows"
        case .missedBeats: "Silences of twice the time between two beats"
        case .inexactResumes: "Resumptions that did not begin strictly after their anchor"
        case .cutLines: "Lines that the end of a connection has cut"
        case .unanswered: "Requests or garbage not answered as the protocol says"
        }
    }

    /// As a table calls it.
    var label: String { String(rawValue.map { $0 == "_" ? " " : $0 }) }

    /// Whether a daemon that ends or stands still leaves it behind, however well it kept the
    /// protocol before.
    var comesWithTheEnd: Bool {
        switch self {
        case .missedBeats, .cutLines, .unanswered: true
        case .unaccounted, .duplicates, .outOfOrder, .malformed, .wrongAnchors, .limitViolations,
            .inexactResumes:
            false
        }
    }

    /// Whether the run could find any: only who resumes can see an inexact resumption.
    func isSought(in counts: LoadCounts) -> Bool {
        switch self {
        case .unaccounted, .duplicates, .outOfOrder, .malformed, .wrongAnchors, .limitViolations,
            .cutLines:
            counts.lines > 0
        case .missedBeats, .unanswered: counts.connects > 0
        case .inexactResumes: counts.resumes > 0
        }
    }
}
