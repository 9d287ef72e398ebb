/// How text from outside is shown in a message, which must stay one line.
package enum ShownText {
    private static let characterLimit = 60

    private static let invisible: Set<Unicode.GeneralCategory> = [
        .control, .format, .lineSeparator, .paragraphSeparator,
    ]

    /// The text with `?` for what could end the line or move a terminal's cursor.
    package static func line(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            shown.append(invisible.contains(scalar.properties.generalCategory) ? "?" : scalar)
        }
        return String(shown)
    }

    /// The text in quotes, cut when it is long.
    package static func quoted(_ text: String) -> String {
        let isCut = text.count > characterLimit
        return "\"\(line(String(text.prefix(characterLimit))))\(isCut ? "…" : "")\""
    }
}
