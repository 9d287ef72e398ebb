/// How text from outside is shown inside a sentence.
enum Excerpt {
    static let characterLimit = 40

    private static let invisible: Set<Unicode.GeneralCategory> = [
        .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator,
    ]

    /// The text in quotes, cut when it is long, with `?` for what could move a terminal's cursor.
    static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars
        var shown = String.UnicodeScalarView()
        for scalar in scalars.prefix(characterLimit) {
            let isVisible = scalar == " " || !invisible.contains(scalar.properties.generalCategory)
            shown.append(isVisible ? scalar : "?")
        }
        let isCut = scalars.dropFirst(characterLimit).first != nil
        return "\"\(String(shown))\(isCut ? "…" : "")\""
    }

    /// `a, b or c`.
    static func choice(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
