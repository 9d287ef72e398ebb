import Charts
import TestSupport
import Testing

@Suite struct SVGSheetTests {
    @Test func `a sheet is a picture of its own with a name`() {
        let scale = ChartScale.linear(0...10) { "\($0)" }
        var chart = SVGChart(
            title: "A <chart>", summary: "s", x: SVGChart.Axis(title: "x", scale: scale),
            left: SVGChart.Axis(title: "y", scale: scale),
            series: [ChartSeries("line", colour: 0, [ChartSeries.Point(x: 1, y: 2)])])
        chart.keys = (0..<40).map { ChartKey(style: "k", name: "key number \($0)") }
        let text = SVGSheet(
            title: "a & b", facts: ["c", "d"],
            panels: [SVGSheet.Panel(chart, style: "one"), SVGSheet.Panel(chart, style: "two")],
            styles: [PageStyle.code]
        ).text
        #expect(TagBalance.fault(in: text) == nil)
        #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
        #expect(text.contains("aria-label=\"a &amp; b. c. d\""))
        #expect(text.contains("<g class=\"one\"") && text.contains("<g class=\"two\""))
        #expect(text.contains("key number 0") && !text.contains("key number 39"))
        #expect(!text.replacing("http://www.w3.org/2000/svg", with: "").contains("http"))
    }
}
