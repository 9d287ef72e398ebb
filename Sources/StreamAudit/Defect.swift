/// What a daemon must never do: each found one is a violation of the protocol.
///
/// The raw value is the figure's name in reports and assertions.
package enum Defect: String, CaseIterable, Sendable {
    /// A number that neither came nor was announced as lost.
    case unaccounted
    /// A line that had come already.
    case duplicates
    /// A line that stands before one that came before it.
    case outOfOrder = "out_of_order"
    /// A line that is no JSON object or lacks what its kind must have.
    case malformed
    /// An anchor that is damaged, of another fleet, or not at its line's place.
    case wrongAnchors = "wrong_anchors"
    /// A line longer than `server_line`.
    case limitViolations = "limit_violations"
    /// Twice the time between two beats without any line.
    case missedBeats = "missed_beats"
    /// A resumption that did not begin strictly after its anchor.
    case inexactResumes = "inexact_resumes"
    /// A line that its connection's end has cut.
    case cutLines = "cut_lines"
    /// A request or a line of garbage that was not answered as the protocol says.
    case unanswered
}
