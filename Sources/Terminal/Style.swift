/// How a piece of text stands out; never the only carrier of a meaning.
package enum Style: String, Sendable {
    case bold = "1"
    case dim = "2"
    case good = "32"
    case caution = "33"
    case warning = "31"
}

/// Whether text is coloured: on a terminal, unless somebody asked otherwise.
package struct Palette: Sendable {
    package let isColored: Bool

    package init(isColored: Bool) { self.isColored = isColored }

    /// - Parameters:
    ///   - choice: `always`, `never`, or anything else for automatic.
    ///   - noColor: the value of `NO_COLOR`; any that is not empty means none.
    package init(choice: String?, isTerminal: Bool, noColor: String?, terminalType: String?) {
        switch choice {
        case "always": isColored = true
        case "never": isColored = false
        default:
            isColored = isTerminal && (noColor ?? "").isEmpty && terminalType != "dumb"
        }
    }

    package func paint(_ text: String, _ style: Style) -> String {
        isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}
