import Statistics
import StreamAudit

/// The figures of each stage, as all reports show them.
extension LoadStage {
    private static let missing = "not received"
    private static let errors = "errors"
    static let heads = [
        "subscribers", "lines", "lines/s", "p50", "p99", "p99.9", "max", missing, errors,
    ]

    var cells: [String] {
        let latencies =
            [0.5, 0.99, 0.999].map { latency.value(atQuantile: $0) } + [latency.maximum]
        return [plan.text, ReportText.count(counts.lines)]
            + [linesPerSecond.map { ReportText.fixed($0, 0) } ?? "-"]
            + latencies.map { $0.map(ReportText.latency) ?? "-" }
            + [ReportText.count(notReceived), ReportText.count(errors)]
    }

    fileprivate func tone(ofColumn head: String) -> ReportTone? {
        head == Self.missing && notReceived > 0 || head == Self.errors && errors > 0 ? .bad : nil
    }
}

extension LoadTable {
    /// A row for each stage; none for a run without.
    var stageRows: [ReportRow] {
        result.stages.enumerated().map { index, stage in
            let items = zip(LoadStage.heads, stage.cells).enumerated().map { column, cell in
                let text = column == 0 ? cell.1 : "\(cell.0) \(cell.1)"
                return ReportRow.Item(text, stage.tone(ofColumn: cell.0))
            }
            return ReportRow("stage \(index + 1)", items: items)
        }
    }
}

extension LoadPage {
    var stageTable: [Markup] {
        guard !result.stages.isEmpty else { return [] }
        let rows = [LoadStage.heads] + result.stages.map(\.cells)
        return [
            .element(
                "div", ["class": "numbers"],
                [Self.table("Stages", rows.map { $0.map(Markup.text) })])
        ]
    }
}

extension LoadJSON {
    static func write(_ stage: LoadStage, to json: inout JSONText) {
        json.object { json in
            json.text("stage", stage.plan.text)
            json.integer("from", stage.plan.from)
            json.integer("to", stage.plan.to)
            json.number("begins_s", stage.begins)
            json.number("for_s", stage.seconds)
            json.integer("connected", stage.connected)
            json.integer("lines", stage.counts.lines)
            json.integer("bytes", stage.counts.bytes)
            json.number("lines_per_s", stage.linesPerSecond)
            writeLatency(of: stage, to: &json)
            json.integer("not_received", stage.notReceived)
            json.integer("announced_lost", stage.counts.announcedLost)
            json.integer("errors", stage.errors)
            json.integer("violations", stage.counts.violations)
            json.integer("refused", stage.counts.refused)
            json.integer("byes", stage.counts.byes)
            json.integer("links_lost", stage.counts.linksLost)
        }
    }

    private static func writeLatency(of stage: LoadStage, to json: inout JSONText) {
        for (name, quantile) in LoadFigure.percentiles {
            guard let value = stage.latency.value(atQuantile: quantile) else { continue }
            json.integer(name, value)
        }
        if let maximum = stage.latency.maximum { json.integer("max", maximum) }
        json.number("mean", stage.latency.mean)
    }

    /// What the result lacks, and nothing for one that lacks nothing.
    static func writeLosses(of result: LoadResult, to json: inout JSONText) {
        json.array("losses") { json in
            for loss in result.losses {
                json.object { json in
                    json.text("cause", loss.name)
                    json.known("code", loss.code ?? "")
                    json.integer("count", loss.count)
                    json.number("first_s", loss.first)
                    json.number("last_s", loss.last)
                    json.array("subscribers") { json in
                        for subscriber in loss.subscribers { json.integer(nil, Int64(subscriber)) }
                    }
                }
            }
        }
        json.known("failure", result.failure ?? "")
    }
}
