import StreamAudit

extension LoadFigure {
    static let lines = [
        LoadFigure("lines", .count, "Data lines received, replayed ones among them") {
            Double($0.counts.lines)
        },
        LoadFigure("lines_per_s", .linesPerSecond, "Data lines received in the measurement") {
            $0.measured.perSecond(Double($0.measured.lines))
        },
        LoadFigure("bytes_per_s", .bytesPerSecond, "Bytes received in the measurement") {
            $0.measured.perSecond(Double($0.measured.bytes))
        },
        LoadFigure("bytes", .bytes, "Bytes received") { Double($0.counts.bytes) },
        LoadFigure("replayed", .count, "Data lines received before live") {
            Double($0.counts.replayed)
        },
        LoadFigure("announced_lost", .count, "Lines that gaps announced as lost") {
            examined($0, $0.counts.announcedLost)
        },
        LoadFigure("loss", .share, "Share of lines that gaps announced as lost") {
            let lost = Double($0.counts.announcedLost)
            return ratio(lost, lost + Double($0.counts.lines))
        },
        LoadFigure("replaced", .count, "Lines that newer ones have replaced") {
            examined($0, $0.counts.replaced)
        },
        LoadFigure("gaps", .count, "Gaps announced") { examined($0, $0.counts.gaps) },
        LoadFigure("warnings", .count, "Warnings of falling behind") {
            examined($0, $0.counts.warnings)
        },
        LoadFigure("beats", .count, "Beats received") { Double($0.counts.beats) },
        LoadFigure("not_received", .count, "Lines that were due and have not come at the end") {
            $0.notReceived.map { Double($0.count) }
        },
        LoadFigure("not_received.age", .microseconds, "The age of the oldest of them at the end") {
            $0.notReceived.map { Double($0.oldestMicroseconds) }
        },
        LoadFigure("parsed_in_full", .count, "Lines parsed as a whole") {
            Double($0.counts.parsedInFull)
        },
        LoadFigure("measured_s", .seconds, "Length of the measurement, warm-up excluded") {
            $0.measured.seconds
        },
        LoadFigure("together_s", .seconds, "Time in which all of several runs measured at once") {
            $0.parts.isEmpty ? nil : Double($0.parts.together) / 1e6
        },
        LoadFigure("runs", .count, "Runs that are merged") {
            $0.parts.isEmpty ? nil : Double($0.parts.count)
        },
    ]

    static let connections = [
        LoadFigure("subscribers", .count, "Subscribers asked for") {
            Double($0.setup.subscribers)
        },
        LoadFigure("connects", .count, "Connections let in") { Double($0.counts.links.connects) },
        LoadFigure("refused", .count, "Connections not let in") { Double($0.counts.links.refused) },
        LoadFigure("byes", .count, "Connections ended by the daemon with a farewell") {
            Double($0.counts.links.byes)
        },
        LoadFigure("links_lost", .count, "Connections that ended without one") {
            Double($0.counts.links.lost)
        },
        LoadFigure("resumes", .count, "Resumptions") { Double($0.counts.links.resumes) },
        LoadFigure("exact_resumes", .count, "Resumptions whose first lines were the ones due") {
            $0.counts.links.resumes == 0 ? nil : Double($0.counts.links.exactResumes)
        },
        LoadFigure("garbage", .count, "Lines of garbage sent") { Double($0.counts.garbage) },
        LoadFigure("garbage_answered", .count, "Lines of garbage answered by an error") {
            $0.counts.garbage == 0 ? nil : Double($0.counts.garbageAnswered)
        },
    ]

    static let defects =
        [
            LoadFigure("violations", .count, "All defects together") {
                examined($0, $0.counts.violations)
            }
        ]
        + Defect.allCases.map { defect in
            LoadFigure(defect.rawValue, .count, defect.summary) { result in
                defect.isSought(in: result.counts)
                    ? Double(result.counts[defect]) : found(result.counts[defect])
            }
        }

    /// A count; nil for 0 if there was no line in which anything could be wrong.
    private static func examined(_ result: LoadResult, _ count: Int) -> Double? {
        result.counts.lines > 0 ? Double(count) : found(count)
    }

    private static func found(_ count: Int) -> Double? { count > 0 ? Double(count) : nil }

    /// nil unless the divisor is positive.
    static func ratio(_ dividend: Double, _ divisor: Double) -> Double? {
        divisor > 0 ? dividend / divisor : nil
    }
}

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

    /// Whether a daemon that ends or stands still causes the defect, however well it kept the
    /// protocol before.
    var comesWithTheEnd: Bool {
        switch self {
        case .missedBeats, .cutLines, .unanswered: true
        case .unaccounted, .duplicates, .outOfOrder, .malformed, .wrongAnchors, .limitViolations,
            .inexactResumes:
            false
        }
    }

    /// Whether the run could find the defect: only one that resumes can see an inexact resumption.
    func isSought(in counts: AuditCounts) -> Bool {
        switch self {
        case .unaccounted, .duplicates, .outOfOrder, .malformed, .wrongAnchors, .limitViolations,
            .cutLines:
            counts.lines > 0
        case .missedBeats, .unanswered: counts.links.connects > 0
        case .inexactResumes: counts.links.resumes > 0
        }
    }
}
