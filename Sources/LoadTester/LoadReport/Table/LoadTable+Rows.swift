import PlainText
import StreamAudit

extension LoadTable {
    /// Warnings that come before any figure: the run was interrupted or is incomplete.
    var noticeRows: [ReportRow] {
        var rows: [ReportRow] = []
        if let reason = verdict.invalidity {
            let notice = ReportRow.Item("\(reason); do not judge the daemon by it", .bad)
            rows.append(ReportRow("INVALID", items: [notice]))
        }
        if verdict.isInterrupted {
            rows.append(
                ReportRow(
                    "INTERRUPTED", ["the run ended before its time: this is what it had"]))
        }
        // The last run of a search often exceeds the capacity: its report is not incomplete.
        if verdict.standing == .incomplete || result.capacity == nil, !verdict.lacks.isEmpty {
            let lacks = verdict.lacks.map { ReportRow.Item($0, .bad) }
            rows.append(ReportRow("INCOMPLETE", items: lacks))
        }
        return rows
    }

    var setupRows: [ReportRow] {
        let setup = result.setup
        let fleet = setup.fleet
        let seed = fleet.seed.isEmpty ? nil : "seed \(ReportText.shown(fleet.seed))"
        let against: [String?] = [
            ReportText.shown(fleet.server), fleet.isEmbedded ? "embedded" : nil,
            QuantityText.counted(fleet.sessions, "session"),
            "\(ReportText.short(fleet.rateHertz)) Hz",
            fleet.speed.isEmpty ? nil : "speed \(ReportText.shown(fleet.speed))",
            fleet.device.isEmpty ? nil : ReportText.shown(fleet.device),
        ]
        return [
            ReportRow("runway load", [seed, setup.subscriberText, setup.course.text]),
            ReportRow("against", fleet.server.isEmpty ? [] : against),
        ]
    }

    var countRows: [ReportRow] {
        let counts = result.counts
        let lines: [ReportRow.Item] =
            [
                ReportRow.Item("received \(QuantityText.count(counts.lines))"),
                ReportRow.Item("announced lost \(QuantityText.count(counts.announcedLost))"),
            ] + notReceivedItems + defectItems
        let others = [
            (counts.replayed, "replayed"), (counts.replaced, "replaced"), (counts.gaps, "gaps"),
            (counts.warnings, "warnings"),
        ].filter { $0.0 > 0 }.map { "\($0.1) \(QuantityText.count($0.0))" }
        return [
            ReportRow("lines", items: lines + others.map { ReportRow.Item($0) }),
            ReportRow("rate", rateTexts), ReportRow("connections", connectionTexts),
        ]
    }

    private var notReceivedItems: [ReportRow.Item] {
        result.notReceived.map { [ReportRow.Item($0.text, $0.count > 0 ? .bad : nil)] } ?? []
    }

    /// The defects that are always shown, and any other that was found.
    private var defectItems: [ReportRow.Item] {
        let always: [Defect] = [.unaccounted, .duplicates, .outOfOrder]
        return Defect.allCases.compactMap { defect in
            let count = result.counts[defect]
            guard count > 0 || always.contains(defect) else { return nil }
            let text = "\(defect.label) \(QuantityText.count(count))"
            return ReportRow.Item(text, count > 0 ? .bad : nil)
        }
    }

    private var rateTexts: [String?] {
        [
            figure("lines_per_s"), figure("bytes_per_s"),
            result.counts.announcedLost > 0 ? figure("loss").map { "loss \($0)" } : nil,
            "over \(ReportText.short(result.measured.seconds)) s", result.parts.togetherText,
        ]
    }

    private var connectionTexts: [String?] {
        let counts = result.counts
        let resumes =
            "resumes \(QuantityText.count(counts.links.resumes)) "
            + "(\(QuantityText.count(counts.links.exactResumes)) exact)"
        let garbage =
            "garbage \(QuantityText.count(counts.garbage)) "
            + "(\(QuantityText.count(counts.garbageAnswered)) answered)"
        let rare = [
            (counts.links.refused, "refused"), (counts.links.byes, "byes"),
            (counts.links.lost, "lost"),
        ].filter { $0.0 > 0 }.map { "\($0.1) \(QuantityText.count($0.0))" }
        return ["connects \(QuantityText.count(counts.links.connects))"] + rare
            + [counts.links.resumes > 0 ? resumes : nil, counts.garbage > 0 ? garbage : nil]
    }

    private func figure(_ name: String) -> String? { LoadFigure.text(name, in: result) }

    private func figure(_ name: String, as label: String) -> String? {
        figure(name).map { "\(label) \($0)" }
    }
}

extension LoadTable {
    var verdictRows: [ReportRow] {
        let thresholds = verdict.assertions.map {
            ReportRow.Item(verdict.text(of: $0), verdict.tone(of: $0))
        }
        return [
            ReportRow("thresholds", items: thresholds), ReportRow("daemon", daemonTexts),
            ReportRow("tester", testerTexts), ReportRow("truth", truthTexts),
        ]
    }

    private var daemonTexts: [String?] {
        guard let daemon = result.daemon else { return [] }
        let queue =
            "worst queue \(QuantityText.count(daemon.outboxLinesMaximum))"
            + "/\(QuantityText.count(daemon.outboxLinesLimit)) lines"
        return [
            figure("daemon.cpu"), figure("daemon.cpu_us_per_line"),
            figure("daemon.rss", as: "rss").map { $0 + growth(daemon) }, queue,
        ]
    }

    /// Memory that stays within a twentieth is flat.
    private func growth(_ daemon: DaemonUsage) -> String {
        let (before, after) = (daemon.residentBytesBefore, daemon.residentBytesAfter)
        guard before > 0 else { return "" }
        guard abs(after - before) > before / 20 else { return " (flat)" }
        return " (\(ReportText.bytes(Double(before))) before)"
    }

    private var testerTexts: [String?] {
        [
            figure("tester.cpu"), figure("tester.cpu_us_per_line"),
            figure("tester.busiest", as: "busiest second"), figure("tester.rss", as: "rss"),
            result.counts.parsedInFull > 0
                ? "\(QuantityText.count(result.counts.parsedInFull)) parsed in full" : nil,
        ]
    }

    private var truthTexts: [String?] {
        guard let truth = result.truth, truth.pairs > 0 else { return [] }
        return [
            figure("truth.error", as: "error"), figure("truth.mean_error", as: "mean"),
            figure("truth.lag", as: "lag"), figure("truth.error_at_lag", as: "error at lag"),
            QuantityText.counted(truth.pairs, "pair"),
        ]
    }

    var closingRows: [ReportRow] {
        let word = verdict.text + (verdict.invalidity == nil ? "" : ", INVALID")
        let row = ReportRow("verdict", items: [ReportRow.Item(word, verdict.standing.tone)])
        return [row, ReportRow("", [LoadResult.method])]
    }
}

extension LoadResult {
    /// How latency is measured.
    static let method = """
        Latency counts from the instant at which a line was due, not from when it was sent, so \
        that coordinated omission cannot hide a stall; the warm-up is excluded.
        """
}
