/// What a page or a picture shows in a frame: a chart over axes, or a map.
package protocol SVGFigure: Sendable {
    var title: String { get }
    /// What it shows, in words, for screen readers.
    var summary: String { get }
    /// The rows of the legend: a class in the style sheet, and a name.
    var legend: [(style: String, name: String)] { get }
    func height(in frame: ChartFrame) -> Double
    /// All that is drawn, from the back to the front.
    func content(in frame: ChartFrame) -> Markup
}

extension SVGFigure {
    /// A figure of a page whose picture is drawn once for each frame; the style sheet shows one of
    /// them.
    ///
    /// - Parameter style: a class of the figure.
    package func figure(in frames: [ChartFrame], style: String = "") -> Markup {
        let rows = legend.map { Markup.element("li", ["class": $0.style], $0.name) }
        let content =
            [.element("figcaption", [:], title)] + frames.map(picture)
            + [.element("ul", ["class": "legend"], rows)]
        return style.isEmpty
            ? .element("figure", [:], content) : .element("figure", ["class": style], content)
    }

    /// A picture that scales with the page.
    private func picture(in frame: ChartFrame) -> Markup {
        let box = "0 0 \(Int(frame.width)) \(Int(height(in: frame)))"
        let name = "\(title): \(summary)"
        let content = [content(in: frame)]
        return frame.style.isEmpty
            ? .element("svg", ["viewBox": box, "role": "img", "aria-label": name], content)
            : .element(
                "svg",
                ["class": frame.style, "viewBox": box, "role": "img", "aria-label": name], content)
    }
}
