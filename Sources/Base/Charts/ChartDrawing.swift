import Vocabulary

/// A chart in a frame.
struct ChartDrawing {
    let chart: SVGChart
    let frame: ChartFrame
    let top: Double
    let leftEdge: Double
    let rightEdge: Double

    init(of chart: SVGChart, in frame: ChartFrame) {
        self.chart = chart
        self.frame = frame
        top = frame.top + (chart.ribbon.isEmpty ? 0 : ChartFrame.ribbon)
        leftEdge = frame.left
        rightEdge = frame.right(hasAxis: chart.right != nil)
    }

    /// All that is drawn, from the back to the front.
    var content: Markup {
        let behind = [shade] + levels + grid
        let values = boundLine + targetLine + bars + chart.series.map(line)
        let marks = chart.series.map(marks) + axes
        let hints = frame.hasHints ? chart.hints.map(hint) : []
        // The ribbon and the moments have hints of their own, which lie above the chart's.
        let above = ribbon + moments
        return .element("g", [:], (behind + values + marks + hints + above).compactMap(\.self))
    }

    func across(_ value: Double) -> Double {
        leftEdge + chart.x.scale.share(of: value) * (rightEdge - leftEdge)
    }

    func up(_ value: Double, _ scale: ChartScale) -> Double {
        frame.bottom - scale.share(of: value) * (frame.bottom - top)
    }

    /// A coordinate as text, rounded to tenths of a unit.
    static func text(_ coordinate: Double) -> String {
        Decimal64(units: Int64((coordinate * 10).rounded()), decimals: 1).description
    }
}

/// Shapes.
extension ChartDrawing {
    /// A line from a point to another `x` or another `y`.
    func stroke(
        _ style: String, _ start: (x: Double, y: Double), to x: Double?, _ y: Double?
    ) -> Markup {
        .element(
            "line",
            [
                "class": style, "x1": Self.text(start.x), "y1": Self.text(start.y),
                "x2": Self.text(x ?? start.x), "y2": Self.text(y ?? start.y),
            ])
    }

    func word(
        _ text: String, _ anchor: String, _ x: Double, _ y: Double, _ style: String = "tick"
    ) -> Markup {
        .element(
            "text",
            [
                "class": style, "text-anchor": anchor, "x": Self.text(x), "y": Self.text(y),
            ], text)
    }

    /// A rectangle; a hint tells what it means to a pointer over it.
    func box(
        _ style: String, across: ClosedRange<Double>, down: ClosedRange<Double>, hint: String = ""
    ) -> Markup {
        .element(
            "rect",
            [
                "class": style, "x": Self.text(across.lowerBound), "y": Self.text(down.lowerBound),
                "width": Self.text(across.upperBound - across.lowerBound),
                "height": Self.text(down.upperBound - down.lowerBound),
            ], hint.isEmpty ? [] : [.element("title", [:], hint)])
    }

    /// The first of several labels that fits into a width, in its middle.
    func fitting(
        _ labels: [String], into width: Double, _ anchor: String, _ x: Double, _ y: Double,
        _ style: String
    ) -> Markup? {
        labels.first { frame.fits($0, into: width) }.map { word($0, anchor, x, y, style) }
    }
}

/// Axes.
extension ChartDrawing {
    var grid: [Markup?] {
        let rows = chart.left.scale.ticks.map { tick in
            stroke("grid", (leftEdge, up(tick.value, chart.left.scale)), to: rightEdge, nil)
        }
        let columns = chart.x.scale.ticks.map { tick in
            stroke("grid", (across(tick.value), top), to: nil, frame.bottom)
        }
        return rows + columns
    }

    var axes: [Markup?] {
        let base = stroke("axis", (leftEdge, frame.bottom), to: rightEdge, nil)
        let titles = [
            titleBelow, word(chart.left.title, "start", 4, 17, "title"),
            chart.right.map { word($0.title, "end", frame.width - 4, 17, "title") },
        ]
        let right = chart.right.map { side($0, "start", rightEdge + 8) } ?? []
        return [base] + below + side(chart.left, "end", leftEdge - 8) + right + titles
    }

    private var titleBelow: Markup? {
        guard !chart.x.title.isEmpty else { return nil }
        return frame.hasTitleBelow
            ? word(chart.x.title, "middle", (leftEdge + rightEdge) / 2, frame.height - 7, "title")
            : word(chart.x.title, "start", 4, frame.bottom + 19, "title")
    }

    /// The labels of the horizontal axis; a label that would touch the one before is left out.
    private var below: [Markup?] {
        var end = -Double.infinity
        return chart.x.scale.ticks.map { tick in
            let half = Double(tick.label.count) * frame.characterWidth / 2
            let place = min(across(tick.value), frame.width - half)
            guard place - half >= end else { return nil }
            end = place + half + frame.characterWidth
            return word(tick.label, "middle", place, frame.bottom + 19)
        }
    }

    private func side(_ axis: SVGChart.Axis, _ anchor: String, _ place: Double) -> [Markup?] {
        axis.scale.ticks.map { word($0.label, anchor, place, up($0.value, axis.scale) + 4) }
    }
}
