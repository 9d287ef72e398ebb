/// Why a text is no assertion: what, and what would be right.
package enum AssertionFault: Error, Hashable, Sendable, CustomStringConvertible {
    case noComparison(String)
    case unknownFigure(String)
    case noNumber(String, figure: String)
    case wrongUnit(String, figure: String, unit: FigureUnit)

    package var reason: String {
        switch self {
        case .noComparison(let text): "\(Self.quoted(text)) compares nothing"
        case .unknownFigure(let name): "there is no figure \(Self.quoted(name))"
        case .noNumber(let text, let figure):
            "\(Self.quoted(text)) is no number that \(figure) could be compared with"
        case .wrongUnit("", let figure, _): "the bound of \(figure) needs a unit"
        case .wrongUnit(let name, let figure, _):
            "\(Self.quoted(name)) is no unit of \(figure)"
        }
    }

    package var suggestion: String {
        switch self {
        case .noComparison: "write a figure, <, <=, >, >=, == or !=, and a number: p99<5ms"
        case .unknownFigure: "see runway load --figures"
        case .noNumber(_, let figure): "write \(figure)<5 with the unit that fits"
        case .wrongUnit(_, let figure, let unit): Self.units(of: figure, unit)
        }
    }

    package var description: String { "\(reason); \(suggestion)" }

    private static func units(of figure: String, _ unit: FigureUnit) -> String {
        let names = unit.written.map(\.name)
        // The two ways to write a microsecond look the same.
        let shown = names.filter { !$0.isEmpty && !$0.contains("\u{3BC}") }
        guard !shown.isEmpty else { return "write a bare number" }
        let list = shown.joined(separator: ", ")
        return names.contains("")
            ? "write a bare number, or \(list) behind it" : "give one of \(list)"
    }

    private static func quoted(_ text: String) -> String {
        "\"\(ReportText.shown(String(text.prefix(60))))\""
    }
}
