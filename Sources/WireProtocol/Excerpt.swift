import PlainText

/// How text from outside is shown inside a sentence of the wire.
enum Excerpt {
    static let characterLimit = 40

    /// The text in quotes, cut when it is long, with `?` for what is not plain and for any space
    /// but the common one.
    static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars
        var start = String.UnicodeScalarView()
        for scalar in scalars.prefix(characterLimit) { start.append(shown(scalar)) }
        let isCut = scalars.dropFirst(characterLimit).first != nil
        return "\"\(String(start))\(isCut ? "…" : "")\""
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let isOtherSpace =
            scalar != " " && scalar.properties.generalCategory == .spaceSeparator
        return scalar.isPlain && !isOtherSpace ? scalar : "?"
    }

    /// `a, b or c`.
    static func choice(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
