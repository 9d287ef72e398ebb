import Charts
import Readout
import Vocabulary

/// Metrics over a row of intervals, and the flights of a day, as a page or a picture.
package struct HistoryPage {
    private let title: String
    private let facts: String
    private let histories: [MetricHistory]
    private let figures: [MetricHistory]
    private let body: BodyOfDay?
    private let flights: [FlightPage]
    /// The hours of a day have no mean: half of them are slept through.
    private let isDay: Bool

    /// - Parameters:
    ///   - facts: the runner and the time, in a line.
    ///   - histories: one chart each, all over the same intervals.
    ///   - figures: the metrics in the figures at the top; nil for those of the charts.
    ///   - body: heart rate and sleep in the course of a day; nil where nothing is known of them.
    ///   - flights: the flights that follow the charts, each as a whole.
    package init(
        title: String, facts: String, histories: [MetricHistory],
        figures: [MetricHistory]? = nil, body: BodyOfDay? = nil, flights: [FlightTrack] = []
    ) {
        self.title = title
        self.facts = facts
        self.histories = histories
        self.figures = figures ?? histories
        isDay = figures != nil
        self.body = body
        self.flights = flights.map { FlightPage($0) }
    }

    package var html: String {
        let runs = flights.map { Markup.element("article", ["class": "flight"], $0.content("h2")) }
        return HTMLPage(
            title: title, styles: [PlotStyle.code],
            content: [PlotPart.header("h1", title, facts), tiles] + notes
                + [PlotPart.pictures(panels)] + tables + runs
                + [flights.isEmpty ? PlotPart.footerOfDays : PlotPart.footerOfFlights]
        ).text
    }

    package var svg: String {
        let runs = flights.flatMap(\.charts.panels)
        return SVGSheet(
            title: title, facts: [facts] + missing, panels: panels + runs,
            styles: [PageStyle.code, PlotStyle.code]
        ).text
    }

    /// The heart rate of a day is drawn finer than by its hours.
    private var panels: [SVGSheet.Panel] {
        let drawn = histories.filter { body == nil || $0.metric.run != .heartRate }
        return (body?.panels ?? [])
            + drawn.flatMap { history in
                [
                    HistoryChart(history, hasMean: !isDay),
                    history.byWeekday.map {
                        HistoryChart($0, hasMean: false, ofWhat: " by weekday, on average")
                    },
                ].compactMap { $0?.panel }
            }
    }

    private var missing: [String] {
        let names = histories.filter { $0.missing == $0.buckets.count }
            .map { $0.readout.title.lowercased() }
        let missing = names.isEmpty ? [] : ["No value: \(names.joined(separator: ", "))."]
        return (body?.notes ?? []) + missing
    }

    private var notes: [Markup] {
        missing.map { .element("p", ["class": "quiet"], $0) }
    }

    private var tiles: Markup {
        HTMLPage.tiles(
            figures.compactMap { history in
                let unit = history.readout
                let value = history.total ?? history.mean
                guard let words = value.flatMap(unit.place).map(unit.textBelowTitle) else {
                    return nil
                }
                let sort =
                    history.buckets.count < 2
                    ? "" : history.metric.isCumulative ? ", in all" : ", mean"
                return ("\(unit.title.lowercased())\(sort)", words)
            })
    }

    /// The values in figures, for readers who cannot see the charts or want to copy the values.
    private var tables: [Markup] {
        let shown = histories.filter { $0.missing < $0.buckets.count }
        guard let first = shown.first else { return [] }
        let head =
            [""]
            + shown.map { history in
                "\(history.readout.title), \(history.readout.unit)"
            }
        let rows = first.buckets.indices.map { index in
            [first.buckets[index].name + (first.buckets[index].isOpen ? ", not over yet" : "")]
                + shown.map { history in
                    let unit = history.readout
                    return history.buckets[index].value.flatMap(unit.place).map(unit.text) ?? "–"
                }
        }
        let table = HTMLPage.table("Values", ([head] + rows).map { $0.map(Markup.text) })
        return [
            .element(
                "details", [:],
                [
                    .element("summary", [:], "Values in figures"),
                    .element("div", ["class": "numbers"], [table]),
                ])
        ]
    }
}
