import Readout
import Terminal
import Vocabulary

/// The styles of everything on the screen; a style is never the only carrier of a meaning.
package enum Theme {
    package static let title = CellStyle(isBold: true)
    package static let heading = CellStyle(foreground: .cyan, isBold: true)
    package static let label = CellStyle(isDim: true)
    package static let value = CellStyle(isBold: true)
    package static let stale = CellStyle(isDim: true)
    package static let good = CellStyle(foreground: .green)
    package static let caution = CellStyle(foreground: .yellow, isBold: true)
    package static let warning = CellStyle(foreground: .red, isBold: true)
    package static let box = CellStyle(isBold: true, isReversed: true)
    package static let heartRate = CellStyle(foreground: .brightRed)
    package static let pace = CellStyle(foreground: .brightCyan)
    package static let cadence = CellStyle(foreground: .brightGreen)
    package static let stride = CellStyle(foreground: .brightMagenta)
    package static let contact = CellStyle(foreground: .brightBlue)

    static func style(_ colour: ShownMetric.Colour) -> CellStyle {
        switch colour {
        case .heartRate: heartRate
        case .pace: pace
        case .cadence: cadence
        case .stride: stride
        case .contact: contact
        }
    }
    /// The grid of graphs, behind everything else.
    package static let grid = CellStyle(foreground: .brightBlack, isDim: true)
    package static let bandLine = CellStyle(foreground: .green, isDim: true)
    package static let trend = CellStyle(foreground: .brightYellow, isBold: true)

    package static func phase(_ phase: Phase?) -> CellStyle {
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

    package static func zone(_ zone: Int) -> CellStyle {
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
    package static func graphZone(_ zone: Int) -> CellStyle {
        zone > 0 ? self.zone(zone) : CellStyle.plain
    }

    package static func call(_ advisory: Advisory) -> CellStyle {
        switch advisory {
        case .glidePath: good
        case .sinkRate, .overspeed: warning
        case .minimums: caution
        }
    }

    package static func link(_ link: LinkState) -> CellStyle {
        switch link {
        case .live: good
        case .connecting, .catchingUp: caution
        case .silent, .lost: CellStyle(foreground: .red, isBold: true, isReversed: true)
        }
    }

    package static func entry(_ kind: FlightLog.Kind) -> CellStyle {
        switch kind {
        case .phase(let phase): self.phase(phase)
        case .call: good
        case .caution: caution
        case .event: label
        case .gap: warning
        }
    }
}

/// The signs other than letters, in the chosen character set.
package struct Marks {
    private let isASCII: Bool

    package init(_ symbols: Symbols) {
        switch symbols {
        case .braille, .block: isASCII = false
        case .ascii: isASCII = true
        }
    }

    package var live: String { isASCII ? "*" : "●" }
    package var rule: Unicode.Scalar { isASCII ? "-" : "─" }
    package var tick: String { isASCII ? "-" : "╴" }
    package var tickRight: String { isASCII ? "-" : "╶" }
    package var scale: String { isASCII ? "|" : "│" }
    package var band: String { isASCII ? "#" : "┃" }
    package var target: String { isASCII ? "<" : "◀" }
    package var plusMinus: String { isASCII ? "+-" : "±" }
    package var level: String { isASCII ? "=" : "━" }
    package var rising: String { isASCII ? "/" : "╱" }
    package var falling: String { isASCII ? "\\" : "╲" }
    package var ground: String { isASCII ? "_" : "▁" }
    /// The grid of a graph.
    package var gridLevel: Unicode.Scalar { isASCII ? "-" : "┈" }
    package var gridUpright: Unicode.Scalar { isASCII ? ":" : "┊" }
    package var gridCross: Unicode.Scalar { isASCII ? "+" : "┼" }
    package var targetLevel: Unicode.Scalar { isASCII ? "=" : "╌" }
    /// The shaft of a trend vector.
    package var shaft: String { isASCII ? "|" : "┃" }
    /// The filling of the profile.
    package var body: String { isASCII ? ":" : "▒" }
    package var bandCross: String { isASCII ? "+" : "┿" }
    /// The runner's position.
    package var here: String { isASCII ? "o" : "●" }
    /// Where a track begins.
    package var origin: String { isASCII ? "x" : "○" }
    /// The ends of a bar that tells a length.
    package var barStart: String { isASCII ? "|" : "├" }
    package var barEnd: String { isASCII ? "|" : "┤" }
    /// The end of text that was cut.
    package var cut: String { isASCII ? "~" : "…" }
    /// The mark of a stale value.
    package var stale: String { isASCII ? "?" : "⋯" }
    package var row: String { isASCII ? ">" : "▶" }
    /// The tip of a trend vector, more beyond an end, the order of a column.
    package var up: String { isASCII ? "^" : "▲" }
    package var down: String { isASCII ? "v" : "▼" }
}
