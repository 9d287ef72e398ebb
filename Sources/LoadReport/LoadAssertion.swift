import Vocabulary

/// What a figure of a load test must be, such as `p99.9<5ms`.
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
        AssertionVerdict(self, value: figure.value(in: result))
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " }
        guard let last = start.lastIndex(where: { $0 != " " }) else { return start }
        return start[...last]
    }
}
