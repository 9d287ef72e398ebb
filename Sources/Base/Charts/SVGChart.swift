/// A chart of lines, bars and bands over axes, drawn as SVG.
package struct SVGChart: SVGFigure {
    package struct Axis: Sendable {
        let title: String
        package let scale: ChartScale

        package init(title: String, scale: ChartScale) {
            self.title = title
            self.scale = scale
        }
    }

    /// A stretch of the horizontal axis that shows its values to a pointer over it.
    package struct Hint: Sendable {
        let span: ClosedRange<Double>
        let text: String

        package init(span: ClosedRange<Double>, text: String) {
            self.span = span
            self.text = text
        }
    }

    package let title: String
    package let summary: String
    let x: Axis
    let left: Axis
    package var right: Axis?
    let series: [ChartSeries]
    package var hints: [Hint] = []
    /// Bars from the lower end of the left axis.
    package var bars: [ChartBar] = []
    /// A stretch that is not measured, such as the warm-up.
    package var shaded: ClosedRange<Double>?
    /// A limit on the left axis, and its name.
    package var bound: (value: Double, name: String)?
    /// A value of the left axis that is aimed at, and its name.
    package var target: (value: Double, name: String)?
    /// Stretches of the left axis behind the lines, such as zones.
    package var levels: [ChartBand] = []
    /// Stretches of the horizontal axis in a row of their own above the plot, such as phases.
    package var ribbon: [ChartBand] = []
    /// Events that have no length on the axis, such as pauses.
    package var moments: [ChartMoment] = []
    /// Rows of the legend besides those of the lines.
    package var keys: [ChartKey] = []

    package init(
        title: String, summary: String, x: Axis, left: Axis, right: Axis? = nil,
        series: [ChartSeries], hints: [Hint] = []
    ) {
        self.title = title
        self.summary = summary
        self.x = x
        self.left = left
        self.right = right
        self.series = series
        self.hints = hints
    }

    /// A figure of a page: title, picture and legend.
    package var markup: Markup { figure(in: [.report]) }

    package var legend: [(style: String, name: String)] {
        series.filter { !$0.name.isEmpty }.map { (style: "c\($0.colour)", name: $0.name) }
            + keys.map { (style: "key \($0.style)", name: $0.name) }
    }

    package func height(in frame: ChartFrame) -> Double { frame.height }

    package func content(in frame: ChartFrame) -> Markup {
        ChartDrawing(of: self, in: frame).content
    }
}

/// A stretch of an axis that has a meaning.
package struct ChartBand: Sendable {
    let span: ClosedRange<Double>
    /// Its class in the style sheet, which sets `--tone`.
    let style: String
    /// Its name, the longest form first; the first that has room is drawn, else none.
    let labels: [String]
    /// The text that a pointer over the band shows.
    let hint: String

    package init(
        _ span: ClosedRange<Double>, style: String, labels: [String], hint: String = ""
    ) {
        self.span = span
        self.style = style
        self.labels = labels
        self.hint = hint
    }
}

/// A bar of a chart.
package struct ChartBar: Sendable {
    let span: ClosedRange<Double>
    /// The height of the bar; a bar whose value is not finite is not drawn.
    let value: Double
    /// A class in the style sheet; may be empty.
    let style: String
    let hint: String

    package init(_ span: ClosedRange<Double>, _ value: Double, style: String, hint: String) {
        self.span = span
        self.value = value
        self.style = style
        self.hint = hint
    }
}

/// A moment on the horizontal axis, drawn as an upright line with its label.
package struct ChartMoment: Sendable {
    let x: Double
    let label: String
    let hint: String

    package init(at x: Double, label: String, hint: String) {
        self.x = x
        self.label = label
        self.hint = hint
    }
}

/// A row of a legend that is no line.
package struct ChartKey: Sendable {
    /// Its class in the style sheet, which sets `--tone`.
    let style: String
    let name: String

    package init(style: String, name: String) {
        self.style = style
        self.name = name
    }
}
