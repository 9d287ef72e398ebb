import TestSupport
import Testing

@testable import Charts

/// Bands, ribbons, moments and bars of a chart.
@Suite struct ChartBandTests {
    private func chart() -> SVGChart {
        let scale = ChartScale.linear(0...10) { "\($0)" }
        return SVGChart(
            title: "title", summary: "summary", x: SVGChart.Axis(title: "h:mm", scale: scale),
            left: SVGChart.Axis(title: "bpm", scale: scale), series: [])
    }

    private func texts(_ markup: Markup) -> [String] {
        markup.source.split(separator: "<text ").dropFirst().compactMap { part in
            part.split(separator: ">").dropFirst().first?.split(separator: "<").first
                .map(String.init)
        }
    }

    private func drawn(_ chart: SVGChart, in frame: ChartFrame = .wide) -> Markup {
        let picture = chart.figure(in: [frame])
        #expect(TagBalance.fault(in: picture.source) == nil)
        return picture
    }

    @Test func `a stretch has the longest name that fits, or none`() {
        var chart = chart()
        let labels = ["cruise", "crz"]
        for (span, name) in [(0.0...5, "cruise"), (0...0.35, "crz"), (0...0.1, nil)] {
            chart.ribbon = [ChartBand(span, style: "phase-cruise", labels: labels, hint: "<hint>")]
            let picture = drawn(chart)
            #expect(texts(picture).first { labels.contains($0) } == name, "\(span)")
            #expect(picture.source.contains("<title>&lt;hint&gt;</title>"))
        }
    }

    @Test func `a band is cut to the axis, and one outside is left out`() {
        var chart = chart()
        chart.levels = [
            ChartBand(5...1000, style: "inside", labels: ["Z5"]),
            ChartBand(20...30, style: "outside", labels: ["Z6"]),
        ]
        let picture = drawn(chart)
        #expect(picture.source.contains("class=\"level inside\""))
        #expect(!picture.source.contains("outside"))
        #expect(texts(picture).contains("Z5"))
    }

    @Test func `labels of moments that would touch are left to their hints`() {
        var chart = chart()
        chart.moments = [1.0, 1.1, 9.9].map {
            ChartMoment(at: $0, label: "paused 1:00", hint: "at \($0)")
        }
        let picture = drawn(chart)
        #expect(texts(picture).count { $0 == "paused 1:00" } == 2)
        #expect(picture.source.split(separator: "class=\"moment\"").count == 4)
        #expect(picture.source.contains("text-anchor=\"end\""))
    }

    @Test func `labels below that would touch are left out, and none leaves the picture`() {
        let ticks = (0...200).map { ChartScale.Tick(value: Double($0), label: "\($0):00") }
        let chart = SVGChart(
            title: "t", summary: "s",
            x: SVGChart.Axis(title: "", scale: ChartScale(.linear, 0...200, ticks: ticks)),
            left: SVGChart.Axis(title: "", scale: ChartScale.linear(0...1) { "\($0)" }), series: [])
        for frame in [ChartFrame.wide, .narrow, .report] {
            let count = texts(drawn(chart, in: frame)).count { $0.hasSuffix(":00") }
            #expect((3...35).contains(count))
        }
    }

    @Test func `bars stand on the axis, and one of no number is not drawn`() {
        var chart = chart()
        chart.bars = [
            ChartBar(0...1, 5, style: "", hint: "five"),
            ChartBar(1...2, .nan, style: "", hint: ""),
            ChartBar(2...3, 99, style: "open", hint: ""),
        ]
        let bars = drawn(chart).source.split(separator: "<rect ").filter {
            $0.hasPrefix("class=\"bar")
        }
        #expect(bars.count == 2)
        #expect(bars.allSatisfy { $0.contains("height=\"") && !$0.contains("nan") })
    }

    @Test func `a narrow picture has no hints, and each picture its class`() {
        var chart = chart()
        chart.hints = [SVGChart.Hint(span: 0...1, text: "a value")]
        let figure = chart.figure(in: [.wide, .narrow], style: "pace").source
        #expect(TagBalance.fault(in: figure) == nil)
        #expect(figure.split(separator: "a value").count == 2)
        #expect(figure.contains("<figure class=\"pace\">"))
        #expect(figure.contains("<svg class=\"wide\"") && figure.contains("<svg class=\"narrow\""))
    }
}
