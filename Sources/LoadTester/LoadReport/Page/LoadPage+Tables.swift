import Charts
import PlainText
import StreamAudit

extension LoadPage {
    private static func word(_ text: String, _ tone: ReportTone) -> Markup {
        let style =
            switch tone {
            case .good: "good"
            case .bad: "bad"
            case .doubtful: "doubtful"
            }
        return .element("strong", ["class": style], text)
    }

    var assertionTable: [Markup] {
        guard !verdict.assertions.isEmpty else { return [] }
        let rows = verdict.assertions.map { assertion in
            [
                .element("code", [:], assertion.assertion.text),
                Self.word(verdict.word(for: assertion), verdict.tone(of: assertion)),
                Markup.text(assertion.detail),
                Markup.text(assertion.assertion.figure.summary),
            ]
        }
        let head = ["assertion", "verdict", "value", "of what"].map(Markup.text)
        return [
            .element("div", ["class": "assertions"], [HTMLPage.table("Assertions", [head] + rows)])
        ]
    }

    var latencyTable: Markup {
        let head = ["rank"] + LatencyPart.allCases.map(\.rawValue)
        let names = LoadFigure.percentiles.map(\.name) + ["max", "mean", "min"]
        let rows = names.map { name in
            [name]
                + LatencyPart.allCases.map { part in
                    text(part == .total ? name : "\(part.rawValue).\(name)") ?? "–"
                }
        }
        return .element(
            "div", ["class": "numbers"],
            [HTMLPage.table("Latency", ([head] + rows).map { $0.map(Markup.text) })])
    }

    var countTable: Markup {
        figureTable(
            "Lines and connections",
            LoadFigure.lines + LoadFigure.defects + LoadFigure.connections.dropFirst())
    }

    var usageTable: Markup {
        figureTable(
            "Machines", LoadFigure.daemonUsage + LoadFigure.testerUsage + LoadFigure.truth)
    }

    /// The known figures; defects that were found are highlighted.
    private func figureTable(_ label: String, _ figures: [LoadFigure]) -> Markup {
        let found = Set(verdict.violations.map(\.defect.rawValue))
        let rows = figures.compactMap { figure -> [Markup]? in
            guard let text = text(figure.name) else { return nil }
            let value = found.contains(figure.name) ? Self.word(text, .bad) : .text(text)
            let name = Markup.element("code", [:], figure.name)
            return [.element("span", ["title": figure.summary], [name]), value]
        }
        let head = ["figure", "value"].map(Markup.text)
        return .element("div", ["class": "numbers"], [HTMLPage.table(label, [head] + rows)])
    }

    var capacityParts: [Markup] {
        guard let capacity = result.capacity else { return [] }
        let unit = capacity.assertion.figure.unit
        let rows = capacity.steps.map { step in
            [
                .text(capacity.loadText(step.load)),
                Self.word(step.outcome.text, step.outcome.tone),
                Markup.text(step.value.map(unit.text) ?? "–"),
            ]
        }
        let head = ["load", "outcome", capacity.assertion.figure.name].map(Markup.text)
        let table = HTMLPage.table("Capacity", [head] + rows)
        let chart = capacityChart.map(\.markup)
        return [
            .element("p", [:], "\(capacity.summary)."),
            .element("div", ["class": "charts"], [chart, table].compactMap(\.self)),
        ]
    }

    var setupTable: Markup {
        let rows = facts.filter { !$0.1.isEmpty }.flatMap { name, text in
            [Markup.element("dt", [:], name), .element("dd", [:], [.element("code", [:], text)])]
        }
        return .element("dl", ["class": "setup"], rows)
    }

    private var facts: [(String, String)] {
        let setup = result.setup
        let (course, fleet, machine) = (setup.course, setup.fleet, setup.machine)
        return [
            ("command", setup.command), ("stages", course.stages), ("request", setup.request),
            ("dice", setup.dice.map { "\($0)" } ?? ""), ("subscribers", setup.manner),
            ("ramp", "\(ReportText.short(course.connectionsPerSecond)) connections/s"),
            ("daemon", fleet.server + (fleet.isEmbedded ? " (embedded)" : "")),
            ("protocol", fleet.protocolVersion), ("identity", fleet.identity),
            ("seed", fleet.seed), ("epoch", fleet.epoch), ("shard", fleet.shard),
            ("sessions", QuantityText.count(fleet.sessions)),
            ("rate", "\(ReportText.short(fleet.rateHertz)) Hz"), ("speed", fleet.speed),
            ("device", fleet.device),
            ("host", machine.host), ("kernel", machine.kernel),
            ("architecture", machine.architecture), ("processors", known(machine.processors)),
            ("open files", known(machine.openFileLimit)),
        ]
    }

    /// Empty for 0, which stands for an unknown number.
    private func known(_ number: Int) -> String {
        number > 0 ? QuantityText.count(number) : ""
    }
}
