/// A page of its own, which needs neither network nor scripts.
package struct HTMLPage: Sendable {
    private let title: String
    private let styles: [StaticString]
    private let content: [Markup]

    /// - Parameter styles: style sheets of this program, after that of all pages.
    package init(title: String, styles: [StaticString], content: [Markup]) {
        self.title = title
        self.styles = styles
        self.content = content
    }

    package var text: String {
        let page = Markup.element("html", ["lang": "en"], [head, body])
        return "<!DOCTYPE html>\n\(page.source)\n"
    }

    private var head: Markup {
        .element(
            "head", [:],
            [
                .element("meta", ["charset": "utf-8"]),
                .element(
                    "meta",
                    ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                .element("meta", ["name": "color-scheme", "content": "light dark"]),
                .element("title", [:], title),
                .style([PageStyle.code] + styles),
            ])
    }

    private var body: Markup { .element("body", [:], [.element("main", [:], content)]) }
}

/// Parts that pages have in common.
extension HTMLPage {
    /// The main figures, at the top of a page.
    package static func tiles(_ figures: [(label: String, value: String)]) -> Markup {
        .element(
            "dl", ["class": "tiles"],
            figures.map { label, value in
                .element(
                    "div", [:],
                    [.element("dt", [:], label), .element("dd", [:], value)])
            })
    }

    /// A section of a page; nil without content.
    package static func section(_ title: String, _ content: [Markup]) -> Markup? {
        content.isEmpty ? nil : .element("section", [:], [.element("h2", [:], title)] + content)
    }

    /// A table that scrolls sideways on a narrow page; the first row is the head.
    package static func table(_ label: String, _ rows: [[Markup]]) -> Markup {
        let head = Markup.element(
            "thead", [:],
            rows.prefix(1).map { cells in
                .element("tr", [:], cells.map { .element("th", ["scope": "col"], [$0]) })
            })
        let body = Markup.element("tbody", [:], rows.dropFirst().map(row))
        let table = Markup.element("table", [:], [head, body])
        return .element(
            "div",
            ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": label],
            [table])
    }

    private static func row(_ cells: [Markup]) -> Markup {
        let first = cells.prefix(1).map { Markup.element("th", ["scope": "row"], [$0]) }
        return .element("tr", [:], first + cells.dropFirst().map { .element("td", [:], [$0]) })
    }
}
