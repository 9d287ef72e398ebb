import Charts
import TestSupport
import Testing

@Suite struct SVGMapTests {
    private func map(
        _ way: [SVGMap.Point?], _ width: Double = 1000, _ height: Double = 500
    ) -> String {
        SVGMap(
            title: "A <way>", summary: "s", way: way, size: (width, height),
            keys: [ChartKey(style: "slow", name: "slow"), ChartKey(style: "fast", name: "fast")],
            bar: (200, "200 m")
        ).figure(in: [.wide]).source
    }

    private func point(_ east: Double, _ north: Double, _ key: Int = 0) -> SVGMap.Point {
        SVGMap.Point(east: east, north: north, key: key)
    }

    private func path(_ style: String, _ text: String) -> String {
        String(
            text.split(separator: "class=\"way \(style)\" d=\"").dropFirst().first?
                .prefix { $0 != "\"" } ?? "")
    }

    @Test func `north is up, east is right, and both have one scale`() {
        let text = map([point(0, 0), point(1000, 0), point(1000, 500)])
        #expect(path("slow", text) == "M60.0 458.0L60.0 458.0L940.0 458.0L940.0 18.0")
        #expect(TagBalance.fault(in: text) == nil)
        #expect(text.contains(">start<") && text.contains(">end<"))
        // 200 m at 0.88 units a metre.
        #expect(text.contains("M12.0 483.0L12.0 488.0L188.0 488.0L188.0 483.0"))
    }

    @Test func `each colour has a path, and a cut begins another piece`() {
        let text = map([point(0, 0), point(500, 0), point(1000, 0, 1), nil, point(0, 500, 1)])
        #expect(path("slow", text).count { $0 == "M" } == 1)
        #expect(path("fast", text).count { $0 == "M" } == 2)
    }

    @Test func `a loop has one name, and a way of one point is a dot`() {
        #expect(map([point(0, 0), point(900, 400), point(3, 3)]).contains(">start, end<"))
        let dot = map([point(0, 0)], 0, 0)
        #expect(path("slow", dot).count { $0 == "L" } == 1)
        #expect(!dot.contains("nan") && !dot.contains("inf"))
        #expect(TagBalance.fault(in: map([nil])) == nil)
    }

    @Test func `a million points, and as many cuts, are thinned`() {
        let way = (0..<1_000_000).map { number -> SVGMap.Point? in
            guard number % 2 == 0 else { return nil }
            return point(Double(number % 1000), Double(number / 2000), number % 3 / 2)
        }
        #expect(map(way).utf8.count < 120_000)
    }
}
