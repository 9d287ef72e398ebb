import Vocabulary

/// A chart of lines over axes as an SVG element that scales with the page.
struct SVGChart {
    struct Axis {
        let title: String
        let scale: ChartScale
    }

    /// A stretch of the horizontal axis that shows its values to a pointer over it.
    struct Hint {
        let span: ClosedRange<Double>
        let text: String
    }

    let title: String
    /// What the chart shows, in words, for screen readers.
    let summary: String
    let x: Axis
    let left: Axis
    var right: Axis?
    let series: [ChartSeries]
    var hints: [Hint] = []
    /// A stretch that is not measured, such as the warm-up.
    var shaded: ClosedRange<Double>?
    /// A limit on the left axis, and its name.
    var bound: (value: Double, name: String)?

    private static let width = 560.0
    private static let height = 300.0
    private static let top = 34.0
    private static let bottom = 252.0
    private static let leftEdge = 66.0
    private var rightEdge: Double { Self.width - (right == nil ? 32 : 58) }

    var markup: Markup {
        let layers = [shade] + grid + boundLine + series.map(line) + series.map(marks) + axes
        let picture = Markup.element(
            "svg",
            [
                "viewBox": "0 0 \(Int(Self.width)) \(Int(Self.height))", "role": "img",
                "aria-label": "\(title): \(summary)",
            ], layers.compactMap(\.self) + hints.map(hint))
        return .element(
            "figure", [:],
            [.element("figcaption", [:], title), picture, legend])
    }

    private var legend: Markup {
        let named = series.filter { !$0.name.isEmpty }
        return .element(
            "ul", ["class": "legend"],
            named.map { .element("li", ["class": "c\($0.colour)"], $0.name) })
    }

    private func across(_ value: Double) -> Double {
        Self.leftEdge + x.scale.share(of: value) * (rightEdge - Self.leftEdge)
    }

    private func up(_ value: Double, _ scale: ChartScale) -> Double {
        Self.bottom - scale.share(of: value) * (Self.bottom - Self.top)
    }

    private static func text(_ coordinate: Double) -> String {
        Decimal64(units: Int64((coordinate * 10).rounded()), decimals: 1).description
    }
}

extension SVGChart {
    private var grid: [Markup?] {
        let rows = left.scale.ticks.map { tick in
            stroke("grid", (Self.leftEdge, up(tick.value, left.scale)), to: rightEdge, nil)
        }
        let columns = x.scale.ticks.map { tick in
            stroke("grid", (across(tick.value), Self.top), to: nil, Self.bottom)
        }
        return rows + columns
    }

    /// A line from a point to another `x` or another `y`.
    private func stroke(
        _ style: String, _ start: (x: Double, y: Double), to x: Double?, _ y: Double?
    ) -> Markup {
        .element(
            "line",
            [
                "class": style, "x1": Self.text(start.x), "y1": Self.text(start.y),
                "x2": Self.text(x ?? start.x), "y2": Self.text(y ?? start.y),
            ])
    }

    private var axes: [Markup?] {
        let base = stroke("axis", (Self.leftEdge, Self.bottom), to: rightEdge, nil)
        let below = x.scale.ticks.map {
            word($0.label, "middle", across($0.value), Self.bottom + 19)
        }
        let titles = [
            word(x.title, "middle", (Self.leftEdge + rightEdge) / 2, Self.height - 7, "title"),
            word(left.title, "start", 4, 17, "title"),
            right.map { word($0.title, "end", Self.width - 4, 17, "title") },
        ]
        return [base] + below + side(left, "end", Self.leftEdge - 8)
            + (right.map { side($0, "start", rightEdge + 8) } ?? []) + titles
    }

    private func side(_ axis: Axis, _ anchor: String, _ place: Double) -> [Markup?] {
        axis.scale.ticks.map { word($0.label, anchor, place, up($0.value, axis.scale) + 4) }
    }

    private func word(
        _ text: String, _ anchor: String, _ x: Double, _ y: Double, _ style: String = "tick"
    ) -> Markup {
        .element(
            "text",
            [
                "class": style, "text-anchor": anchor, "x": Self.text(x), "y": Self.text(y),
            ], text)
    }

    private var shade: Markup? {
        shaded.map { span in
            area("shade", across(span.lowerBound), across(span.upperBound), [])
        }
    }

    private func area(
        _ style: String, _ start: Double, _ end: Double, _ children: [Markup]
    ) -> Markup {
        .element(
            "rect",
            [
                "class": style, "x": Self.text(start), "y": Self.text(Self.top),
                "width": Self.text(max(end - start, 0)),
                "height": Self.text(Self.bottom - Self.top),
            ], children)
    }

    private var boundLine: [Markup?] {
        guard let bound else { return [] }
        let height = up(bound.value, left.scale)
        return [
            stroke("bound", (Self.leftEdge, height), to: rightEdge, nil),
            word(bound.name, "start", Self.leftEdge + 6, height - 6),
        ]
    }

    private func hint(_ hint: Hint) -> Markup {
        area(
            "hint", across(hint.span.lowerBound), across(hint.span.upperBound),
            [.element("title", [:], hint.text)])
    }
}

extension SVGChart {
    private func scale(of series: ChartSeries) -> ChartScale {
        switch series.axis {
        case .left: left.scale
        case .right: right?.scale ?? left.scale
        }
    }

    private func line(_ series: ChartSeries) -> Markup? {
        var path = ""
        var isJoined = false
        for point in series.points {
            guard let y = point.y else {
                isJoined = false
                continue
            }
            let place = "\(Self.text(across(point.x))) \(Self.text(up(y, scale(of: series))))"
            // A line of no length has round ends, which draw a single point.
            path += isJoined ? "L\(place)" : "M\(place)L\(place)"
            isJoined = true
        }
        guard !path.isEmpty else { return nil }
        return .element("path", ["class": "line c\(series.colour)", "d": path])
    }

    private func marks(_ series: ChartSeries) -> Markup? {
        let circles = zip(series.points, series.marks).compactMap { point, tone -> Markup? in
            guard let y = point.y else { return nil }
            let style = tone == .good ? "held" : tone == .bad ? "failed" : "unknown"
            return .element(
                "circle",
                [
                    "class": "mark \(style)", "cx": Self.text(across(point.x)),
                    "cy": Self.text(up(y, scale(of: series))), "r": "4.5",
                ])
        }
        return circles.isEmpty ? nil : .element("g", [:], circles)
    }
}
