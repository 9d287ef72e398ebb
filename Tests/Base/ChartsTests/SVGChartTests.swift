import Charts
import TestSupport
import Testing

@Suite struct SVGChartTests {
    private func chart(_ values: [Double?], marks: [ChartMark?] = []) -> SVGChart {
        let scale = ChartScale.linear(0...10) { "\($0)" }
        let points = values.enumerated().map { ChartSeries.Point(x: Double($0), y: $1) }
        return SVGChart(
            title: "A & B", summary: "\"c\" < d", x: SVGChart.Axis(title: "x", scale: scale),
            left: SVGChart.Axis(title: "y", scale: scale),
            series: [ChartSeries("e", colour: 2, marks: marks, points)])
    }

    /// The paths of the lines.
    private func paths(_ markup: Markup) -> [Substring] {
        markup.source.split(separator: "<path ").dropFirst().compactMap {
            $0.split(separator: " d=\"").last?.prefix { $0 != "\"" }
        }
    }

    @Test func `the picture is well-formed and says what it shows`() {
        let source = chart([1, 2, 3]).markup.source
        #expect(TagBalance.fault(in: source) == nil)
        #expect(source.contains("aria-label=\"A &amp; B: &quot;c&quot; &lt; d\""))
        #expect(source.contains("<figcaption>A &amp; B</figcaption>"))
        #expect(source.contains("<li class=\"c2\">e</li>"))
    }

    @Test(arguments: [nil, Double.nan, .infinity])
    func `a gap is not bridged, and no number is a gap`(gap: Double?) throws {
        let path = try #require(paths(chart([1, 2, gap, 4, 5]).markup).first)
        #expect(path.count { $0 == "M" } == 2)
        #expect(path.allSatisfy { $0.isNumber || "ML. ".contains($0) })
        #expect(paths(chart([gap, nil]).markup) == [])
    }

    @Test func `values lie between the edges, whatever they are`() {
        let path = paths(chart([0, 10, -5, 1e300]).markup).joined()
        let heights = path.split { $0 == "M" || $0 == "L" }
            .compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
        #expect(heights == [252, 252, 34, 252, 34])
    }

    @Test func `marks tell what held from what failed`() {
        let source = chart([1, 2, 3, nil], marks: [.held, .failed, .unknown, .failed]).markup.source
        for style in ["held", "failed", "unknown"] {
            #expect(source.split(separator: "class=\"mark \(style) c2\"").count == 2)
        }
    }

    @Test func `a bound, a shade, a second axis and hints are drawn`() {
        var chart = chart([1, 2])
        let scale = ChartScale.linear(0...900) { "\($0)" }
        chart.right = SVGChart.Axis(title: "right", scale: scale)
        chart.bound = (5, "p99<5")
        chart.shaded = 0...1
        chart.hints = [SVGChart.Hint(span: 0...1, text: "one\ntwo")]
        let source = chart.markup.source
        #expect(TagBalance.fault(in: source) == nil)
        for part in [
            "class=\"bound\"", ">p99&lt;5</text>", "class=\"shade\"", ">right</text>",
            "<title>one\ntwo</title>",
        ] {
            #expect(source.contains(part), "\(part)")
        }
        let shade = source.split(separator: "<rect ").first { $0.contains("class=\"shade\"") }
        #expect(shade?.contains(" width=\"0.0\"") == false, "it is as wide as its span")
    }
}
