/// What the audit of a load test's streams has counted.
package struct AuditCounts: Hashable, Sendable {
    /// Data lines received, replayed ones among them.
    package var lines = 0
    /// Of these, those that came before `live`.
    package var replayed = 0
    /// Bytes received, of all lines.
    package var bytes = 0
    /// Lines that gaps announced as lost.
    package var announcedLost = 0
    /// Lines that newer ones have replaced, by `skipped`.
    package var replaced = 0
    package var gaps = 0
    package var warnings = 0
    package var beats = 0
    /// Lines that were parsed as a whole, beyond what is checked of every line.
    package var parsedInFull = 0
    package var links = LinkCounts()
    /// Lines of garbage that were sent, and those that were answered by an error.
    package var garbage = 0
    package var garbageAnswered = 0
    /// Those above 0.
    private var defects: [Defect: Int] = [:]

    package init() {}

    package subscript(defect: Defect) -> Int {
        get { defects[defect] ?? 0 }
        set { defects[defect] = newValue == 0 ? nil : newValue }
    }

    /// All defects together.
    package var violations: Int { defects.values.reduce(0, +) }

    /// What was counted since `earlier`.
    package static func - (later: Self, earlier: Self) -> Self {
        var difference = later
        for (_, field) in fields { difference[keyPath: field] -= earlier[keyPath: field] }
        for defect in Defect.allCases { difference[defect] -= earlier[defect] }
        return difference
    }

    /// Everything but the defects, by the names that reports give it.
    package static let fields: [(name: String, path: any WritableKeyPath<Self, Int> & Sendable)] = [
        ("lines", \.lines), ("replayed", \.replayed), ("bytes", \.bytes),
        ("announced_lost", \.announcedLost), ("replaced", \.replaced), ("gaps", \.gaps),
        ("warnings", \.warnings), ("beats", \.beats), ("parsed_in_full", \.parsedInFull),
        ("connects", \.links.connects), ("refused", \.links.refused), ("byes", \.links.byes),
        ("links_lost", \.links.lost), ("resumes", \.links.resumes),
        ("exact_resumes", \.links.exactResumes),
        ("garbage", \.garbage), ("garbage_answered", \.garbageAnswered),
    ]
}

/// What has become of a load test's connections.
package struct LinkCounts: Hashable, Sendable {
    /// Those that were let in.
    package var connects = 0
    /// Those that were not.
    package var refused = 0
    /// Those that the daemon ended with a farewell.
    package var byes = 0
    /// Those that ended without one, and not by the tester.
    package var lost = 0
    package var resumes = 0
    /// Resumptions whose first line of every session was the one due.
    package var exactResumes = 0

    /// Those that the tester has not got, or has not kept.
    package var failures: Int { refused + byes + lost }
}

/// What a daemon must never do: each found one is a violation of the protocol.
///
/// The raw value is the figure's name in reports and assertions.
package enum Defect: String, CaseIterable, Sendable {
    /// A number that neither arrived nor was announced as lost.
    case unaccounted
    /// A line that had arrived before.
    case duplicates
    /// A line whose position is before that of an earlier line.
    case outOfOrder = "out_of_order"
    /// A line that is no JSON object or lacks what its kind must have.
    case malformed
    /// An anchor that is damaged, of another fleet, or not of its line's position.
    case wrongAnchors = "wrong_anchors"
    /// A line longer than `server_line`.
    case limitViolations = "limit_violations"
    /// Twice the time between two beats without any line.
    case missedBeats = "missed_beats"
    /// A resumption that did not begin strictly after its anchor.
    case inexactResumes = "inexact_resumes"
    /// A line that the end of its connection has cut.
    case cutLines = "cut_lines"
    /// A request or a line of garbage that was not answered as the protocol says.
    case unanswered
}
