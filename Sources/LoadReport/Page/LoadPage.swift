/// The report of a load test as one HTML page that needs neither network nor scripts.
package struct LoadPage {
    let result: LoadResult
    let verdict: LoadVerdict

    package init(_ result: LoadResult, _ verdict: LoadVerdict) {
        self.result = result
        self.verdict = verdict
    }

    package var text: String {
        let page = Markup.element("html", ["lang": "en"], [head, body])
        return "<!DOCTYPE html>\n\(page.source)\n"
    }

    private var head: Markup {
        .element(
            "head", [:],
            [
                .element("meta", ["charset": "utf-8"]),
                .element(
                    "meta",
                    ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                .element("meta", ["name": "color-scheme", "content": "light dark"]),
                .element("title", [:], "runway load: \(verdict.text)"),
                .style(PageStyle.code),
            ])
    }

    private var body: Markup {
        let content = [header] + notices + [tiles] + sections + [footer]
        return .element("body", [:], [.element("main", [:], content)])
    }

    private var header: Markup {
        let setup = result.setup
        let style = verdict.standing == .passed ? "badge good" : "badge bad"
        let began = setup.began.isEmpty ? [] : ["began \(setup.began)"]
        let facts = [setup.subscriberText, setup.spanText] + began
        return .element(
            "header", [:],
            [
                .element(
                    "h1", [:],
                    [
                        .text("runway load "),
                        .element("span", ["class": style], verdict.text),
                    ]),
                .element("p", ["class": "quiet"], facts.joined(separator: " · ")),
            ])
    }

    private var notices: [Markup] {
        var notices: [Markup] = []
        if let reason = verdict.invalidity {
            notices.append(
                Self.notice("Invalid", "\(reason). Do not judge the daemon by these figures."))
        }
        if verdict.isInterrupted {
            notices.append(
                Self.notice("Interrupted", "The run ended before its time: this is what it had."))
        }
        if verdict.standing == .incomplete || result.capacity == nil, !verdict.lacks.isEmpty {
            notices.append(
                Self.notice("Incomplete", "\(verdict.lacks.joined(separator: "; "))."))
        }
        return notices
    }

    private static func notice(_ word: String, _ text: String) -> Markup {
        .element(
            "p", ["class": "notice", "role": "alert"],
            [.element("strong", [:], word), .text(": \(text)")])
    }

    /// The main figures, at the top of the page.
    private var tiles: Markup {
        let rate = LoadFigure.named("lines_per_s")?.value(in: result)
        let figures = [
            ("p50", text("p50")), ("p99", text("p99")), ("p99.9", text("p99.9")),
            ("longest", text("max")), ("lines a second", rate.map { ReportText.fixed($0, 0) }),
            ("lost", text("loss")), ("not received", text("not_received")),
            ("unaccounted", text("unaccounted")),
        ]
        return .element(
            "dl", ["class": "tiles"],
            figures.map { label, value in
                .element(
                    "div", [:],
                    [.element("dt", [:], label), .element("dd", [:], value ?? "not measured")])
            })
    }

    /// The figure as text; nil if it is unknown.
    func text(_ name: String) -> String? {
        LoadFigure.named(name).flatMap { figure in
            figure.value(in: result).map(figure.unit.text)
        }
    }

    private var sections: [Markup] {
        [
            section("Assertions", assertionTable),
            section("Stages", stageTable),
            section("Capacity", capacityParts),
            section("Latency", [latencyTable]),
            .element("section", ["class": "charts"], charts.map(\.markup)),
            .element(
                "section", ["class": "pair"],
                [section("Lines and connections", [countTable]), section("Machines", [usageTable])]
                    .compactMap(\.self)),
            section("Setup", [setupTable]),
        ].compactMap(\.self)
    }

    /// Nil without content.
    private func section(_ title: String, _ content: [Markup]) -> Markup? {
        content.isEmpty ? nil : .element("section", [:], [.element("h2", [:], title)] + content)
    }

    private var footer: Markup {
        .element("footer", [:], [.element("p", ["class": "quiet"], LoadResult.method)])
    }
}
