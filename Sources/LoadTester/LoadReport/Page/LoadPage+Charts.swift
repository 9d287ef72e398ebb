import Charts
import PlainText
import Statistics
import Vocabulary

extension LoadPage {
    /// The charts that have something to show.
    var charts: [SVGChart] {
        let series = LoadSeries(result.seconds)
        let overTime =
            series.points.isEmpty
            ? [] : [latencyChart(series), throughputChart(series), processorChart(series)]
        return [percentileChart].compactMap(\.self) + overTime
    }

    private var percentileChart: SVGChart? {
        let parts = LatencyPart.allCases.enumerated().map { colour, part in
            Self.curve(part.rawValue, colour, HDRSpectrum(part.histogram(of: result)))
        }.filter { !$0.points.isEmpty }
        guard let total = parts.first else { return nil }
        let decades = max(2, (total.points.map(\.x).max() ?? 0).rounded(.up))
        // Labels with many nines are twice as wide.
        let ticks = stride(from: 0, through: Int(decades), by: decades > 6 ? 2 : 1).map {
            ChartScale.Tick(value: Double($0), label: Self.percentile(decade: $0))
        }
        return SVGChart(
            title: "Latency by percentile", summary: latencySummary,
            x: SVGChart.Axis(
                title: "percentile, %", scale: ChartScale(.linear, 0...decades, ticks: ticks)),
            left: Self.latencyAxis(parts), series: parts, hints: percentileHints(decades))
    }

    /// A curve over the decimal logarithm of 1 / (1 - quantile); the last point is the maximum.
    private static func curve(
        _ name: String, _ colour: Int, _ spectrum: HDRSpectrum
    ) -> ChartSeries {
        var points: [ChartSeries.Point] = []
        for row in spectrum.rows {
            let x = row.inverse.map(decimalLogarithm) ?? (points.last?.x ?? 0) + 0.1
            points.append(ChartSeries.Point(x: x, y: Double(row.value)))
        }
        return ChartSeries(name, colour: colour, points)
    }

    private static func decimalLogarithm(_ number: Double) -> Double {
        Elementary.log(number) / Elementary.log(10)
    }

    /// `0`, `90`, `99`, `99.9`.
    private static func percentile(decade: Int) -> String {
        let first = ["0", "90", "99"]
        guard decade >= first.count else { return first[decade] }
        return "99.\(String(repeating: "9", count: decade - 2))"
    }

    private static func latencyAxis(_ series: [ChartSeries]) -> SVGChart.Axis {
        let range = (series.compactMap(\.minimum).min() ?? 1)...(series.map(\.maximum).max() ?? 1)
        return SVGChart.Axis(
            title: "latency (log scale)",
            scale: .logarithmic(range, label: Self.roundLatency))
    }

    /// Round latencies in the largest unit without a fraction.
    private static func roundLatency(_ microseconds: Double) -> String {
        switch microseconds {
        case ..<1000: "\(ReportText.fixed(microseconds, 0)) µs"
        case ..<1_000_000: "\(ReportText.fixed(microseconds / 1000, 0)) ms"
        case _: "\(ReportText.fixed(microseconds / 1_000_000, 0)) s"
        }
    }

    private var latencySummary: String {
        ["p50", "p99", "p99.9", "max"].map { "\($0) \(text($0) ?? "not measured")" }
            .joined(separator: ", ")
    }

    /// Five stretches in each decade, each with the value at its middle.
    private func percentileHints(_ decades: Double) -> [SVGChart.Hint] {
        (0..<Int(decades) * 5).map { place in
            let start = Double(place) / 5
            let quantile = 1 - Elementary.exp(-(start + 0.1) * Elementary.log(10))
            let values = LatencyPart.allCases.compactMap { part in
                part.histogram(of: result).value(atQuantile: quantile).map {
                    "\(part.rawValue) \(ReportText.latency($0))"
                }
            }
            let decimals = max(1, Int(decades) - 1)
            let text = "\(ReportText.fixed(quantile * 100, decimals)) %\n"
            return SVGChart.Hint(
                span: start...start + 0.2, text: text + values.joined(separator: "\n"))
        }
    }
}

extension LoadPage {
    private func timeAxis(_ series: LoadSeries) -> SVGChart.Axis {
        let first = Double(series.points.first?.second ?? 0)
        let last = Double((series.points.last?.second ?? 0) + series.span)
        let scale = ChartScale.linear(first...last, isWidened: false) { ReportText.fixed($0, 0) }
        let span = series.span == 1 ? "" : ", \(series.span) to a point"
        let warmUp = first < 0 ? " (shaded: warm-up)" : ""
        return SVGChart.Axis(
            title: "seconds of the measurement\(span)\(warmUp)",
            scale: scale)
    }

    private func overTime(
        _ series: LoadSeries, _ name: String, colour: Int, axis: ChartSeries.Axis = .left,
        _ value: (LoadSecond) -> Double?
    ) -> ChartSeries {
        let points = series.points.map { second in
            ChartSeries.Point(
                x: Double(second.second) + Double(series.span) / 2, y: value(second))
        }
        return ChartSeries(name, colour: colour, axis: axis, points)
    }

    private func hints(_ series: LoadSeries, _ text: (LoadSecond) -> String) -> [SVGChart.Hint] {
        series.points.map { second in
            let span = Double(second.second)...Double(second.second + series.span)
            let time = series.span == 1 ? "" : " to \(second.second + series.span)"
            return SVGChart.Hint(
                span: span, text: "second \(second.second)\(time)\n\(text(second))")
        }
    }

    /// The seconds before the measurement.
    private func warmUp(_ series: LoadSeries) -> ClosedRange<Double>? {
        series.points.first.flatMap { $0.second < 0 ? Double($0.second)...0 : nil }
    }

    private func latencyChart(_ series: LoadSeries) -> SVGChart {
        let lines = [
            overTime(series, "p50", colour: 0) { $0.p50.map { Double($0) } },
            overTime(series, "p99", colour: 1) { $0.p99.map { Double($0) } },
            overTime(series, "longest", colour: 2) { $0.maximum.map { Double($0) } },
        ].filter { $0.minimum != nil }
        var chart = SVGChart(
            title: "Latency over time", summary: latencySummary, x: timeAxis(series),
            left: Self.latencyAxis(lines), series: lines)
        chart.shaded = warmUp(series)
        chart.hints = hints(series) { second in
            [
                ("p50", second.p50), ("p99", second.p99), ("longest", second.maximum),
                ("generator", second.generatorMaximum),
            ].compactMap { name, value in value.map { "\(name) \(ReportText.latency($0))" } }
                .joined(separator: "\n")
        }
        return chart
    }

    private func throughputChart(_ series: LoadSeries) -> SVGChart {
        let lines = overTime(series, "lines a second", colour: 0) { Double($0.lines) }
        let connected = overTime(series, "connected", colour: 1, axis: .right) {
            Double($0.connected)
        }
        var chart = SVGChart(
            title: "Throughput and subscribers over time",
            summary: "\(text("lines_per_s") ?? "not measured"), \(result.setup.subscriberText)",
            x: timeAxis(series), left: Self.countAxis("lines/s", lines.maximum),
            right: Self.countAxis("connected", connected.maximum), series: [lines, connected])
        chart.shaded = warmUp(series)
        chart.hints = hints(series) { second in
            let (lost, missing) = (second.announcedLost, second.notReceived)
            return "\(QuantityText.count(second.lines)) lines/s\n"
                + "\(ReportText.bytes(Double(second.bytes)))/s\n"
                + "\(QuantityText.count(second.connected)) connected"
                + (lost > 0 ? "\n\(QuantityText.count(lost)) announced lost" : "")
                + (missing > 0 ? "\n\(QuantityText.count(missing)) due, not received" : "")
        }
        return chart
    }

    private static func countAxis(_ title: String, _ maximum: Double) -> SVGChart.Axis {
        SVGChart.Axis(
            title: title, scale: .linear(0...max(maximum, 1), label: ReportText.compact))
    }

    private func processorChart(_ series: LoadSeries) -> SVGChart {
        let lines = [
            overTime(series, "daemon", colour: 0) { $0.daemonProcessor },
            overTime(series, "tester", colour: 1) { $0.testerProcessor },
        ].filter { $0.minimum != nil }
        let most = lines.map(\.maximum).max() ?? 0
        let scale = ChartScale.linear(0...max(most, 0.1)) { "\(ReportText.fixed($0 * 100, 0)) %" }
        var chart = SVGChart(
            title: "Processor time over time",
            summary: "daemon \(text("daemon.cpu") ?? "not measured"), "
                + "tester \(text("tester.cpu") ?? "not measured")",
            x: timeAxis(series),
            left: SVGChart.Axis(title: "share of a processor", scale: scale), series: lines)
        chart.shaded = warmUp(series)
        chart.hints = hints(series) { second in
            let daemon = second.daemonProcessor.map { "daemon \(Self.percent($0))\n" } ?? ""
            return "\(daemon)tester \(Self.percent(second.testerProcessor))"
        }
        return chart
    }

    private static func percent(_ share: Double) -> String {
        "\(ReportText.fixed(share * 100, 1)) %"
    }
}

extension LoadPage {
    /// Nil if nothing was measured.
    var capacityChart: SVGChart? {
        guard let capacity = result.capacity else { return nil }
        let figure = capacity.assertion.figure
        let steps = capacity.steps.filter { $0.value != nil }.sorted { $0.load < $1.load }
        guard let last = steps.last else { return nil }
        let curve = ChartSeries(
            figure.name, colour: 0, marks: steps.map(\.outcome.mark),
            steps.map { ChartSeries.Point(x: $0.load, y: $0.value) })
        let bound = capacity.assertion.bound
        let isLatency = figure.unit == .microseconds
        let most = max(curve.maximum, bound)
        let scale =
            isLatency
            ? ChartScale.logarithmic(
                min(curve.minimum ?? 1, bound)...most, label: Self.roundLatency)
            : .linear(min(0, curve.minimum ?? 0)...max(most, 1e-6), label: figure.unit.text)
        let x = ChartScale.linear(0...last.load, label: ReportText.compact)
        var chart = SVGChart(
            title: "\(figure.name) by load", summary: capacity.summary,
            x: SVGChart.Axis(title: capacity.raised.rawValue, scale: x),
            left: SVGChart.Axis(title: isLatency ? "latency (log scale)" : "value", scale: scale),
            series: [curve])
        chart.bound = (bound, capacity.assertion.text)
        return chart
    }
}

extension CapacityStep.Outcome {
    fileprivate var mark: ChartMark {
        switch self {
        case .held: .held
        case .failed: .failed
        case .impossible: .unknown
        }
    }
}
