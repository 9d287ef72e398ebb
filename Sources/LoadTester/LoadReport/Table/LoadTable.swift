import PlainText
import Statistics
import StreamAudit

/// The report of a load test for a terminal.
package struct LoadTable {
    let result: LoadResult
    let verdict: LoadVerdict
    private let width: Int
    private let isASCII: Bool
    private let paint: (ReportTone, String) -> ShownText

    /// - Parameters:
    ///   - width: columns, at least 60; less counts as 60.
    ///   - isASCII: whether the terminal shows ASCII only.
    ///   - paint: gives a word the colour of its tone; without it words are not coloured.
    package init(
        _ result: LoadResult, _ verdict: LoadVerdict, width: Int = 100, isASCII: Bool = false,
        paint: @escaping (ReportTone, String) -> ShownText = { "\($1)" }
    ) {
        self.result = result
        self.verdict = verdict
        self.width = min(max(width, 60), 100)
        self.isASCII = isASCII
        self.paint = paint
    }

    /// The lines, each with its newline, painted.
    package var shown: ShownText {
        let lines =
            rows(noticeRows + setupRows + partRows + countRows + stageRows) + plain(latencyLines)
            + plain(histogramLines)
            + rows(verdictRows) + capacityLines + rows(closingRows)
        return lines.map { "\($0)\n" }.joined()
    }

    /// All lines as one text.
    package var text: String { shown.text }

    private func rows(_ rows: [ReportRow]) -> [ShownText] {
        rows.flatMap { row in
            row.lines(width: width) { tone, text in
                let text = inCharacterSet(text)
                return tone.map { paint($0, text) } ?? "\(text)"
            }
        }
    }

    private func plain(_ lines: [String]) -> [ShownText] { lines.map { "\(inCharacterSet($0))" } }

    private func inCharacterSet(_ line: String) -> String {
        guard isASCII else { return line }
        var text = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            switch scalar {
            case "µ": text.append("u")
            case "█", "▌": text.append("#")
            case "–": text.append("-")
            case _: text.append(scalar.isASCII ? scalar : "?")
            }
        }
        return String(text)
    }
}

extension LoadTable {
    private static let noLatency = "no live line came in the measurement"

    private var latencyLines: [String] {
        guard result.latency.total.count > 0 else {
            return ["latency".padded(to: ReportRow.labelWidth, .left) + Self.noLatency]
        }
        let columns = LoadFigure.percentiles.map(\.name) + ["max"]
        let cells = LatencyPart.allCases.map { part in
            columns.map { column in
                let name = part == .total ? column : "\(part.rawValue).\(column)"
                let value = LoadFigure.named(name)?.value(in: result)
                return value.map(ReportText.latency) ?? "-"
            }
        }
        let labels = LatencyPart.allCases.map { " \($0.rawValue)" }
        return Self.table(head: ["latency"] + columns, labels: labels, cells: cells)
    }

    private static func table(head: [String], labels: [String], cells: [[String]]) -> [String] {
        let width = max(9, cells.joined().map(\.count).max() ?? 0)
        let rows = [Array(head.dropFirst())] + cells
        return zip([head[0]] + labels, rows).map { label, cells in
            let columns = cells.map { $0.padded(to: width, .right) }
            return label.padded(to: ReportRow.labelWidth, .left) + columns.joined(separator: "  ")
        }
    }

    private var histogramLines: [String] {
        let rows = HistogramRows(result.latency.total).rows
        let all = Double(result.latency.total.count)
        let edges = rows.map {
            (ReportText.latency($0.edges.lowerBound), ReportText.latency($0.edges.upperBound))
        }
        let edgeWidth = edges.flatMap { [$0.0.count, $0.1.count] }.max() ?? 0
        let countWidth = QuantityText.count(Int(all)).count
        let barWidth = width - ReportRow.labelWidth - 2 * edgeWidth - countWidth - 18
        let most = Double(rows.map(\.count).max() ?? 1)
        return zip(rows, edges).enumerated().map { index, pair in
            let (row, edge) = pair
            let label = (index == 0 ? "histogram" : "").padded(to: ReportRow.labelWidth, .left)
            let span =
                edge.0.padded(to: edgeWidth, .right) + " – "
                + edge.1.padded(to: edgeWidth, .right)
            let bar = bar(Double(row.count) / most, width: barWidth).padded(to: barWidth, .left)
            let count = QuantityText.count(Int(row.count)).padded(to: countWidth, .right)
            let share = ReportText.fixed(Double(row.count) / all * 100, 2)
            return "\(label)\(span)  \(bar)  \(count)  \(share.padded(to: 6, .right)) %"
        }
    }

    /// The length of a bar in half columns, at least one for a count above 0.
    private func bar(_ share: Double, width: Int) -> String {
        let halves = Int((share * Double(2 * width)).rounded(.up))
        return String(repeating: "█", count: halves / 2) + (halves % 2 == 1 ? "▌" : "")
    }

    private var capacityLines: [ShownText] {
        guard let capacity = result.capacity else { return [] }
        let unit = capacity.assertion.figure.unit
        let head = ReportRow("capacity", [capacity.summary])
        let steps = capacity.steps.map { step in
            ReportRow(
                "",
                items: [
                    ReportRow.Item(capacity.loadText(step.load).padded(to: 12, .right)),
                    ReportRow.Item((step.value.map(unit.text) ?? "-").padded(to: 12, .right)),
                    ReportRow.Item(step.outcome.text, step.outcome.tone),
                ])
        }
        return rows([head] + steps)
    }
}
