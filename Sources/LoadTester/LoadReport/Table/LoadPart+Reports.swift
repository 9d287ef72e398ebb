import Charts
import PlainText

/// The runs of a merged result, in the table and on the page.
extension LoadTable {
    /// How many of the runs that passed have a row.
    private static let passedMost = 16

    /// A row for each run, those that did not pass first of all; none for the result of one run.
    var partRows: [ReportRow] {
        let parts = result.parts
        guard parts.count > 1 || parts.first?.setup.share != nil else { return [] }
        let bad = parts.filter { $0.verdict.standing != .passed }
        let good = parts.filter { $0.verdict.standing == .passed }
        let more = good.count - Self.passedMost
        let rest = more > 0 ? [ReportRow("", ["and \(more) that passed"])] : []
        return (bad + good.prefix(Self.passedMost)).map(row) + rest
    }

    private func row(_ part: LoadPart) -> ReportRow {
        let setup = part.setup
        let (host, shard) = (setup.machine.host, setup.fleet.shard)
        let name = setup.share?.text ?? String(setup.run.prefix(8))
        let items: [ReportRow.Item?] = [
            host.isEmpty ? nil : ReportRow.Item(ReportText.shown(host)),
            shard.isEmpty ? nil : ReportRow.Item("shard \(ReportText.shown(shard))"),
            ReportRow.Item(QuantityText.counted(setup.subscribers, "subscriber")),
            part.span.map { ReportRow.Item("\(ReportText.short($0.seconds)) s") },
            ReportRow.Item(ReportText.shown(part.verdict.text), part.verdict.standing.tone),
        ]
        return ReportRow("run \(name)", items: items.compactMap(\.self))
    }
}

extension LoadPage {
    var partTable: [Markup] {
        guard !result.parts.isEmpty else { return [] }
        let rows = result.parts.map { part in
            [
                part.name, part.setup.fleet.shard, QuantityText.count(part.setup.subscribers),
                part.span.map { "\(ReportText.short($0.seconds)) s" } ?? "–", part.verdict.text,
                part.setup.began, part.setup.command,
            ]
        }
        let head = ["run", "shard", "subscribers", "measured", "verdict", "began", "command"]
        let summary = result.parts.togetherText.map { Markup.element("p", [:], "\($0).") }
        let table = HTMLPage.table("Runs", ([head] + rows).map { $0.map(Markup.text) })
        return [summary, table].compactMap(\.self)
    }
}

extension LoadSpan {
    var seconds: Double { Double(to - from) / 1e6 }
}

extension [LoadPart] {
    /// `8 runs, all at once for 59.6 s`; nil without parts. Rates are over the time in which any of
    /// them measured.
    var togetherText: String? {
        guard count > 1 else { return nil }
        let together = ReportText.fixed(Double(together) / 1e6, 1)
        return "in which any of \(count) runs measured, all at once for \(together) s"
    }
}
