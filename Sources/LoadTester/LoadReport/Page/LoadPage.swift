import Charts

/// The report of a load test as one HTML page that needs neither network nor scripts.
package struct LoadPage {
    let result: LoadResult
    let verdict: LoadVerdict

    package init(_ result: LoadResult, _ verdict: LoadVerdict) {
        self.result = result
        self.verdict = verdict
    }

    package var text: String {
        HTMLPage(
            title: "runway load: \(verdict.text)", styles: [LoadStyle.code],
            content: [header] + notices + [tiles] + sections + [footer]
        ).text
    }

    private var header: Markup {
        let setup = result.setup
        let style = verdict.standing == .passed ? "badge good" : "badge bad"
        let began = setup.began.isEmpty ? [] : ["began \(setup.began)"]
        let facts = [setup.subscriberText, setup.course.text] + began
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
        return HTMLPage.tiles(figures.map { ($0, $1 ?? "not measured") })
    }

    func text(_ name: String) -> String? { LoadFigure.text(name, in: result) }

    private var sections: [Markup] {
        [
            HTMLPage.section("Assertions", assertionTable),
            HTMLPage.section("Runs", partTable),
            HTMLPage.section("Stages", stageTable),
            HTMLPage.section("Capacity", capacityParts),
            HTMLPage.section("Latency", [latencyTable]),
            .element("section", ["class": "charts"], charts.map(\.markup)),
            .element(
                "section", ["class": "pair"],
                [
                    HTMLPage.section("Lines and connections", [countTable]),
                    HTMLPage.section("Machines", [usageTable]),
                ].compactMap(\.self)),
            HTMLPage.section("Setup", [setupTable]),
        ].compactMap(\.self)
    }

    private var footer: Markup {
        .element("footer", [:], [.element("p", ["class": "quiet"], LoadResult.method)])
    }
}
