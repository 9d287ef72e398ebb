import PlainText

/// How a piece of text stands out. A style is never the only carrier of a meaning.
package enum TextStyle: String, Sendable {
    case bold = "1"
    case dim = "2"
    case good = "32"
    case caution = "33"
    case warning = "31"
}

/// Whether text is coloured: by default only on a terminal.
package struct Palette: Sendable {
    package let isColored: Bool

    package init(isColored: Bool) { self.isColored = isColored }

    /// - Parameters:
    ///   - choice: `always`, `never`, or anything else for automatic.
    ///   - noColor: the value of `NO_COLOR`; any value that is not empty turns colours off.
    ///   - forced: the value of `CLICOLOR_FORCE`; any value except empty and 0 turns colours on,
    ///     also without a terminal, unless `noColor` turns them off.
    package init(
        choice: String?, isTerminal: Bool, noColor: String?, terminalType: String?,
        forced: String? = nil
    ) {
        switch choice {
        case "always": isColored = true
        case "never": isColored = false
        case _ where !(noColor ?? "").isEmpty: isColored = false
        case _ where !["", "0"].contains(forced ?? ""): isColored = true
        case _: isColored = isTerminal && terminalType != "dumb"
        }
    }

    package func paint(_ text: ShownText, _ style: TextStyle) -> ShownText {
        isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Colours text by the number of its series member, so that neighbours differ.
    ///
    /// There are six looks: cyan, magenta and bright blue, each plain and bold. None of them is a
    /// ``TextStyle``, and all are readable on a dark and on a light background.
    package func paint(_ text: ShownText, member number: Int) -> ShownText {
        guard isColored else { return text }
        let looks: [ShownText] = ["36", "35", "94", "1;36", "1;35", "1;94"]
        let look = looks[Int(number.magnitude % UInt(looks.count))]
        return "\u{1B}[\(look)m\(text)\u{1B}[0m"
    }
}
