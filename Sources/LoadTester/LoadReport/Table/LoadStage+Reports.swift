import Charts
import PlainText
import Statistics
import StreamAudit

/// The figures of each stage, in the table and on the page.
extension LoadStage {
    private static let missing = "not received"
    private static let errors = "errors"
    static let heads = [
        "subscribers", "lines", "lines/s", "p50", "p99", "p99.9", "max", missing, errors,
    ]

    var cells: [String] {
        let latencies =
            [0.5, 0.99, 0.999].map { latency.value(atQuantile: $0) } + [latency.maximum]
        return [plan.text, QuantityText.count(counts.lines)]
            + [linesPerSecond.map { ReportText.fixed($0, 0) } ?? "-"]
            + latencies.map { $0.map(ReportText.latency) ?? "-" }
            + [QuantityText.count(notReceived), QuantityText.count(errors)]
    }

    fileprivate func tone(ofColumn head: String) -> ReportTone? {
        head == Self.missing && notReceived > 0 || head == Self.errors && errors > 0 ? .bad : nil
    }
}

extension LoadTable {
    /// A row for each stage; none for a run without stages.
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
                [HTMLPage.table("Stages", rows.map { $0.map(Markup.text) })])
        ]
    }
}
