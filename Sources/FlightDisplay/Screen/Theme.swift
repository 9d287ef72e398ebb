import Terminal
import Vocabulary

/// The styles of everything on the screen; a style is never the only carrier of a meaning.
enum Theme {
    static let title = CellStyle(isBold: true)
    static let heading = CellStyle(foreground: .cyan, isBold: true)
    static let label = CellStyle(isDim: true)
    static let value = CellStyle(isBold: true)
    static let stale = CellStyle(isDim: true)
    static let good = CellStyle(foreground: .green)
    static let caution = CellStyle(foreground: .yellow, isBold: true)
    static let warning = CellStyle(foreground: .red, isBold: true)
    static let box = CellStyle(isBold: true, isReversed: true)
    static let heartRate = CellStyle(foreground: .brightRed)
    static let pace = CellStyle(foreground: .brightCyan)
    static let cadence = CellStyle(foreground: .brightGreen)
    static let stride = CellStyle(foreground: .brightMagenta)
    static let contact = CellStyle(foreground: .brightBlue)
    /// The grid of graphs, behind everything else.
    static let grid = CellStyle(foreground: .brightBlack, isDim: true)
    static let bandLine = CellStyle(foreground: .green, isDim: true)
    static let trend = CellStyle(foreground: .brightYellow, isBold: true)

    static func phase(_ phase: Phase?) -> CellStyle {
        switch phase {
        case .takeoff: CellStyle(foreground: .cyan, isBold: true)
        case .climb: CellStyle(foreground: .yellow, isBold: true)
        case .cruise: CellStyle(foreground: .green, isBold: true)
        case .descent: CellStyle(foreground: .blue, isBold: true)
        case .approach: CellStyle(foreground: .magenta, isBold: true)
        case .preflight, .touchdown: CellStyle(isBold: true)
        case nil: label
        }
    }

    static func zone(_ zone: Int) -> CellStyle {
        switch zone {
        case 1: CellStyle(foreground: .cyan)
        case 2: CellStyle(foreground: .green)
        case 3: CellStyle(foreground: .yellow)
        case 4: CellStyle(foreground: .magenta)
        case 5: CellStyle(foreground: .red, isBold: true)
        case _: label
        }
    }

    /// A curve below the first zone is not dim, because the grid behind it is.
    static func graphZone(_ zone: Int) -> CellStyle {
        zone > 0 ? self.zone(zone) : CellStyle.plain
    }

    static func call(_ advisory: Advisory) -> CellStyle {
        switch advisory {
        case .glidePath: good
        case .sinkRate, .overspeed: warning
        case .minimums: caution
        }
    }

    static func link(_ link: LinkState) -> CellStyle {
        switch link {
        case .live: good
        case .connecting, .catchingUp: caution
        case .silent, .lost: CellStyle(foreground: .red, isBold: true, isReversed: true)
        }
    }

    static func entry(_ kind: FlightLog.Kind) -> CellStyle {
        switch kind {
        case .phase(let phase): self.phase(phase)
        case .call: good
        case .caution: caution
        case .event: label
        case .gap: warning
        }
    }
}

/// The signs that are no letters, in the chosen character set.
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
    /// The filling of the profile.
    var body: String { isASCII ? ":" : "▒" }
    var bandCross: String { isASCII ? "+" : "┿" }
    /// The runner's position.
    var here: String { isASCII ? "o" : "●" }
    /// The end of text that was cut.
    var cut: String { isASCII ? "~" : "…" }
    /// The mark of a stale value.
    var stale: String { isASCII ? "?" : "⋯" }
    var row: String { isASCII ? ">" : "▶" }
    /// The tip of a trend vector, more beyond an end, the order of a column.
    var up: String { isASCII ? "^" : "▲" }
    var down: String { isASCII ? "v" : "▼" }
}
