/// Charts and maps one below the other as a picture of its own, which needs nothing else.
package struct SVGSheet: Sendable {
    package struct Panel: Sendable {
        package let figure: any SVGFigure
        /// Its class in the style sheet.
        package let style: String

        package init(_ figure: any SVGFigure, style: String) {
            self.figure = figure
            self.style = style
        }
    }

    private let title: String
    private let facts: [String]
    private let panels: [Panel]
    private let styles: [StaticString]
    private let frame = ChartFrame.wide

    /// - Parameters:
    ///   - facts: lines below the title.
    ///   - styles: style sheets of this program.
    package init(title: String, facts: [String], panels: [Panel], styles: [StaticString]) {
        self.title = title
        self.facts = facts
        self.panels = panels
        self.styles = styles
    }

    /// The picture as a file of its own.
    package var text: String {
        let height = (places.last ?? head) + Self.margin
        let picture = Markup.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "sheet",
                "viewBox": "0 0 \(Int(frame.width)) \(Int(height))",
                "width": "\(Int(frame.width))", "height": "\(Int(height))", "role": "img",
                "aria-label": ([title] + facts).joined(separator: ". "),
            ],
            [
                .element("title", [:], title),
                .style(styles),
                .element("rect", ["class": "paper", "width": "100%", "height": "100%"]),
            ] + heading + zip(panels, places).map(panel))
        return "\(picture.source)\n"
    }

    private static let margin = 12.0
    private static let rowHeight = 18.0
    /// The row of a chart's title and legend.
    private static let captionHeight = 30.0

    private var head: Double { 40 + Double(facts.count) * Self.rowHeight }

    /// Where each panel begins, and where the last one ends.
    private var places: [Double] {
        panels.reduce(into: [head]) { places, panel in
            let height = Self.captionHeight + panel.figure.height(in: frame)
            places.append((places.last ?? head) + height)
        }
    }

    private var heading: [Markup] {
        [Self.word(title, 12, 32, "heading")]
            + facts.enumerated().map { row, text in
                Self.word(text, 12, 54 + Double(row) * Self.rowHeight, "fact")
            }
    }

    private func panel(_ panel: Panel, at place: Double) -> Markup {
        let figure = panel.figure
        return .element(
            "g",
            [
                "class": panel.style,
                "transform": "translate(0 \(ChartDrawing.text(place + Self.captionHeight)))",
            ],
            [Self.word(figure.title, 12, -6, "caption")] + legend(of: figure)
                + [figure.content(in: frame)])
    }

    /// Swatches and names, in one row behind the title.
    private func legend(of figure: any SVGFigure) -> [Markup] {
        var place = 28 + Double(figure.title.count) * frame.characterWidth
        return figure.legend.flatMap { entry -> [Markup] in
            let start = place
            place += 34 + Double(entry.name.count) * frame.characterWidth
            guard place < frame.width else { return [] }
            return [
                .element(
                    "rect",
                    [
                        "class": "swatch \(entry.style)", "x": ChartDrawing.text(start),
                        "y": "-14", "width": "12", "height": "8",
                    ]),
                Self.word(entry.name, start + 18, -6, "fact"),
            ]
        }
    }

    private static func word(_ text: String, _ x: Double, _ y: Double, _ style: String) -> Markup {
        .element(
            "text",
            ["class": style, "x": ChartDrawing.text(x), "y": ChartDrawing.text(y)], text)
    }
}
