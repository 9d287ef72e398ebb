import Terminal

/// The few signs besides letters, in the character set that the user has chosen.
struct Marks {
    private let isASCII: Bool

    init(_ symbols: Symbols) {
        switch symbols {
        case .braille, .block: isASCII = false
        case .ascii: isASCII = true
        }
    }

    var live: String { isASCII ? "*" : "●" }
    var rule: Unicode.Scalar { isASCII ? "-" : "─" }
    var tick: String { isASCII ? "-" : "╴" }
    var scale: String { isASCII ? "|" : "│" }
    var band: String { isASCII ? "#" : "┃" }
    var target: String { isASCII ? "<" : "◀" }
    var plusMinus: String { isASCII ? "+-" : "±" }
    var level: String { isASCII ? "=" : "━" }
    var rising: String { isASCII ? "/" : "╱" }
    var falling: String { isASCII ? "\\" : "╲" }
    var ground: String { isASCII ? "_" : "▁" }
    /// Behind a value that has not been renewed.
    var stale: String { isASCII ? "?" : "⋯" }
    var row: String { isASCII ? ">" : "▶" }
    /// At the head of a column: its values rise from row to row, or fall.
    var up: String { isASCII ? "^" : "▲" }
    var down: String { isASCII ? "v" : "▼" }
}
