import Vocabulary

/// An assertion on a figure of a load test, such as `p99.9<5ms`.
package struct LoadAssertion: Sendable {
    /// Without spaces.
    package let text: String
    package let figure: LoadFigure
    package let comparison: Comparison
    /// In the figure's unit.
    package let bound: Double

    /// Reads a figure's name, a comparison and a number with a unit that fits the figure; spaces
    /// may stand between them.
    package init(parsing text: String) throws(AssertionFault) {
        guard let sign = text.firstIndex(where: { "<>=!".contains($0) }) else {
            throw .noComparison(text)
        }
        let rest = text[sign...]
        guard let comparison = Comparison.longest(beginning: rest) else {
            throw .noComparison(text)
        }
        let name = String(text[..<sign].trimmed)
        guard let figure = LoadFigure.named(name) else { throw .unknownFigure(name) }
        let bound = rest.dropFirst(comparison.rawValue.count).trimmed
        self.text = "\(name)\(comparison.rawValue)\(bound.filter { $0 != " " })"
        self.figure = figure
        self.comparison = comparison
        self.bound = try Self.number(bound, of: figure)
    }

    /// The quotient is taken of exact numbers, so that `0.1%` is the same as 0.001.
    private static func number(
        _ text: Substring, of figure: LoadFigure
    ) throws(AssertionFault) -> Double {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
        guard let decimal = Decimal64(parsing: digits) else {
            throw .noNumber(String(text), figure: figure.name)
        }
        let name = text[digits.endIndex...].trimmed
        guard let unit = figure.unit.written.first(where: { $0.name == name }) else {
            throw .wrongUnit(String(name), figure: figure.name, unit: figure.unit)
        }
        let scale = Double(Decimal64.powerOfTen(decimal.decimals))
        return Double(decimal.units) * unit.multiplier / (unit.divisor * scale)
    }

    package func verdict(of result: LoadResult) -> AssertionVerdict {
        AssertionVerdict(assertion: self, value: figure.value(in: result))
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " }
        guard let last = start.lastIndex(where: { $0 != " " }) else { return start }
        return start[...last]
    }
}

/// How an assertion compares a figure with its bound.
package enum Comparison: String, CaseIterable, Sendable {
    case atMost = "<="
    case atLeast = ">="
    case equal = "=="
    case unequal = "!="
    case below = "<"
    case above = ">"

    /// The comparison that a text begins with; the longest one that fits.
    static func longest(beginning text: Substring) -> Comparison? {
        allCases.filter { text.hasPrefix($0.rawValue) }.max {
            $0.rawValue.count < $1.rawValue.count
        }
    }

    package func holds(_ value: Double, _ bound: Double) -> Bool {
        switch self {
        case .atMost: value <= bound
        case .atLeast: value >= bound
        case .equal: value == bound
        case .unequal: value != bound
        case .below: value < bound
        case .above: value > bound
        }
    }
}

/// Why a text is no assertion, with a suggestion.
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

/// The verdict on one assertion.
package struct AssertionVerdict: Sendable {
    package enum Outcome: Hashable, Sendable {
        /// It holds for what was measured. Whether it passes depends on the whole result.
        case held
        case failed
        /// The figure had no sample.
        case unmeasurable
    }

    package let assertion: LoadAssertion
    /// In the figure's unit; nil if it cannot be measured.
    package let value: Double?

    package var outcome: Outcome {
        guard let value else { return .unmeasurable }
        return assertion.comparison.holds(value, assertion.bound) ? .held : .failed
    }

    /// How far the value lies above the bound, negative if below, in the figure's unit.
    package var distance: Double? { value.map { $0 - assertion.bound } }

    /// The value and, for a failed assertion, its distance from the bound unless that is 0.
    var detail: String {
        guard let value, let distance else { return "no sample" }
        let unit = assertion.figure.unit
        guard outcome == .failed, distance != 0, assertion.bound != 0 else {
            return unit.text(value)
        }
        let side = distance > 0 ? "above" : "below"
        return "\(unit.text(value)), \(unit.text(abs(distance))) \(side)"
    }
}
