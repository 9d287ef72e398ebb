import PlainText

/// Well-formed HTML or SVG: special characters of texts are always escaped, and what could turn the
/// direction of the text is shown as `?`.
package struct Markup: Hashable, Sendable {
    package let source: String

    private init(source: String) { self.source = source }

    package static func text(_ text: String) -> Markup { Markup(source: escaped(text)) }

    /// Code of style sheets, not escaped: it must come from this program.
    package static func style(_ codes: [StaticString]) -> Markup {
        Markup(source: "<style>\(codes.map(\.description).joined())</style>")
    }

    /// An element with its end tag, unless elements of that name have no content.
    package static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<String, String> = [:],
        _ children: [Markup] = []
    ) -> Markup {
        let written = attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
        guard "\(name)" != "meta" else { return Markup(source: "<\(name)\(written)/>") }
        let content = children.map(\.source).joined()
        return Markup(source: "<\(name)\(written)>\(content)</\(name)>")
    }

    package static func element(
        _ name: StaticString, _ attributes: KeyValuePairs<String, String> = [:], _ text: String
    ) -> Markup {
        element(name, attributes, [.text(text)])
    }

    /// Keeps newlines: hints have several lines.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            case "\n": "\n"
            case _: scalar.isPlain ? String(scalar) : "?"
            }
        }.joined()
    }
}
