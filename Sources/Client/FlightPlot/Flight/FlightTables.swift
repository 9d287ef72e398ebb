import Charts
import FlightDisplay
import Readout
import Vocabulary

/// Kilometres, zones, phases and calls as tables.
extension FlightPage {
    var tables: Markup {
        let sections = [
            HTMLPage.section(splitsName, kilometres), HTMLPage.section("Heart rate zones", zones),
            HTMLPage.section("Phases", phases), HTMLPage.section("Calls", calls),
            HTMLPage.section("Pauses", pauses),
        ]
        return .element("div", ["class": "tables"], sections.compactMap(\.self))
    }

    /// A table of numbers with a head.
    private func table(_ name: String, _ head: [String], _ rows: [[Markup]]) -> [Markup] {
        guard !rows.isEmpty else { return [] }
        let table = HTMLPage.table(name, [head.map(Markup.text)] + rows)
        return [.element("div", ["class": "numbers"], [table])]
    }

    /// A bar beside a number.
    private func bar(_ share: Double, _ style: String) -> Markup {
        let percent = NumberText.fixed(min(max(share, 0), 1) * 100, 1)
        let bar = Markup.element("span", ["class": "share \(style)", "style": "width:\(percent)%"])
        return .element("span", ["class": "track"], [bar])
    }

    /// `Kilometres`, or `Miles`.
    private var splitsName: String {
        switch track.facts.units {
        case .metric: "Kilometres"
        case .imperial: "Miles"
        }
    }

    private var kilometres: [Markup] {
        let table = KilometreTable(track)
        let fastest = table.rows.map(\.pace).min() ?? 1
        let metrics = [Metric.heartRate, .cadence].filter { metric in
            table.rows.contains { $0.mean(metric) != nil }
        }
        let rows = table.rows.map { row -> [Markup] in
            let name = row.number.map { "\($0)" } ?? NumberText.fixed(row.length, 2)
            let means = metrics.map { metric in
                let readout = MetricReadout(metric.shown)
                return row.mean(metric).flatMap(readout.place).map(readout.text) ?? "–"
            }
            return [.text(name), .text(NumberText.pace(row.pace))]
                + [bar(fastest / row.pace, "pace-bar")] + means.map(Markup.text)
        }
        let units = track.facts.units
        let head =
            [units.distanceName, units.paceName, ""] + metrics.map { MetricReadout($0.shown).unit }
        return self.table(splitsName, head, rows)
    }

    private var zones: [Markup] {
        let measured = summary.zones.reduce(0, +)
        guard measured > 0, let reserve = track.facts.reserve else { return [] }
        let rows = summary.zones.indices.reversed().map { zone -> [Markup] in
            let bound = zone > 0 ? HeartRateReserve.zoneBounds[zone - 1] : 0
            let least = NumberText.fixed(reserve.heartRate(at: bound).rounded(.up), 0)
            let seconds = summary.zones[zone]
            let share = seconds / measured
            return [
                .text(zone > 0 ? "zone \(zone)" : "below"),
                .text(zone > 0 ? "from \(least)" : ""), bar(share, "zone-\(zone)"),
                .text(Self.clock(seconds)), .text("\(NumberText.fixed(share * 100, 0)) %"),
            ]
        }
        return table(
            "Heart rate zones",
            ["zone", MetricReadout(Metric.heartRate.shown).unit, "", "time", "share"], rows)
    }

    private var phases: [Markup] {
        let rows = Phase.allCases.compactMap { phase -> [Markup]? in
            let stretches = track.phases.filter { $0.value == phase }
            guard !stretches.isEmpty else { return nil }
            let seconds = stretches.reduce(0) { $0 + $1.seconds }
            return [
                .text(phase.rawValue), bar(seconds / max(summary.seconds, 1), phase.style),
                .text("\(stretches.count)"), .text(Self.clock(seconds)),
            ]
        }
        return table("Phases", ["phase", "", "times", "time"], rows)
    }

    private static let callsMost = 100

    private var calls: [Markup] {
        let rows = track.calls.prefix(Self.callsMost).map { call -> [Markup] in
            [
                .element("span", ["class": "call \(call.value.style)"], call.value.callOut),
                .text(FlightCharts.clock(call.start)),
                .text(Self.clock(call.seconds)),
            ]
        }
        return table("Calls", ["call", "at", "for"], rows)
    }

    private var pauses: [Markup] {
        let rows = track.pauses.prefix(Self.callsMost).map { pause in
            [FlightCharts.clock(pause.at), Self.clock(pause.length.seconds)].map(Markup.text)
        }
        return table("Pauses", ["at", "for"], rows)
    }
}
