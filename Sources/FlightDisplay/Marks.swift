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
    var tickRight: String { isASCII ? "-" : "╶" }
    var scale: String { isASCII ? "|" : "│" }
    var band: String { isASCII ? "#" : "┃" }
    var target: String { isASCII ? "<" : "◀" }
    var plusMinus: String { isASCII ? "+-" : "±" }
    var level: String { isASCII ? "=" : "━" }
    var rising: String { isASCII ? "/" : "╱" }
    var falling: String { isASCII ? "\\" : "╲" }
    var ground: String { isASCII ? "_" : "▁" }
    /// The grid of a graph.
    var gridLevel: Unicode.Scalar { isASCII ? "-" : "┈" }
    var gridUpright: Unicode.Scalar { isASCII ? ":" : "┊" }
    var gridCross: Unicode.Scalar { isASCII ? "+" : "┼" }
    var targetLevel: Unicode.Scalar { isASCII ? "=" : "╌" }
    /// The shaft of a trend vector.
    var shaft: String { isASCII ? "|" : "┃" }
    /// What a profile is filled with.
    var body: String { isASCII ? ":" : "▒" }
    var bandCross: String { isASCII ? "+" : "┿" }
    /// Where the runner is.
    var here: String { isASCII ? "o" : "●" }
    /// At the end of what has been cut.
    var cut: String { isASCII ? "~" : "…" }
    /// Behind a value that has not been renewed.
    var stale: String { isASCII ? "?" : "⋯" }
    var row: String { isASCII ? ">" : "▶" }
    /// Of a trend vector, of what is beyond an end, and of the order of a column.
    var up: String { isASCII ? "^" : "▲" }
    var down: String { isASCII ? "v" : "▼" }
}
