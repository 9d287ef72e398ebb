import Vocabulary

/// Maps values to places along an axis, and says which values label it.
package struct ChartScale: Sendable {
    package enum Kind: Sendable {
        case linear, logarithmic
    }

    package struct Tick: Sendable {
        package let value: Double
        package let label: String

        package init(value: Double, label: String) {
            self.value = value
            self.label = label
        }
    }

    let kind: Kind
    package let domain: ClosedRange<Double>
    package let ticks: [Tick]

    /// - Parameter domain: must be positive for a logarithmic scale; traps if it is not.
    package init(_ kind: Kind, _ domain: ClosedRange<Double>, ticks: [Tick]) {
        precondition(kind == .linear || domain.lowerBound > 0, "a logarithm of \(domain)")
        self.kind = kind
        self.domain = domain
        self.ticks = ticks
    }

    /// A scale with labels at steps of 1, 2 or 5 times a power of ten, at most about `count`; whole
    /// numbers if required.
    package static func linear(
        _ range: ClosedRange<Double>, isWidened: Bool = true, count: Int = 5,
        label: (Double) -> String
    ) -> ChartScale {
        let span = max(range.upperBound - range.lowerBound, 1e-9)
        let step = niceStep(span / Double(count))
        let first = (range.lowerBound / step).rounded(isWidened ? .down : .up)
        let last = max((range.upperBound / step).rounded(isWidened ? .up : .down), first + 1)
        let values = (0...Int(last - first)).map { (first + Double($0)) * step }
        let domain =
            isWidened ? first * step...last * step : range.lowerBound...range.lowerBound + span
        return ChartScale(
            .linear, domain,
            ticks: values.filter(domain.contains).map { Tick(value: $0, label: label($0)) })
    }

    /// A scale from and to multiples of a step around a range, with a label at each.
    package static func stepped(
        _ range: ClosedRange<Double>, by step: Double, label: (Double) -> String
    ) -> ChartScale {
        let first = Int((range.lowerBound / step).rounded(.down))
        let last = Int((range.upperBound / step).rounded(.up))
        let ticks = (first...last).map { number in
            Tick(value: Double(number) * step, label: label(Double(number) * step))
        }
        return ChartScale(.linear, Double(first) * step...Double(last) * step, ticks: ticks)
    }

    /// A scale from and to 1, 2 or 5 times a power of ten, with labels at all of these values or,
    /// if there are many, only at the powers.
    package static func logarithmic(
        _ range: ClosedRange<Double>, label: (Double) -> String
    ) -> ChartScale {
        let (low, high) = (max(range.lowerBound, 1), max(range.upperBound, 2))
        var edges: [Double] = []
        var power = 1.0
        while (edges.last ?? 0) < high {
            edges += [power, 2 * power, 5 * power]
            power *= 10
        }
        let first = edges.lastIndex { $0 <= low } ?? 0
        let last = max(edges.firstIndex { $0 >= high } ?? edges.count - 1, first + 1)
        let shown = Array(edges[first...last])
        let labelled =
            shown.count <= 7
            ? shown
            : edges.enumerated()
                .filter { $0.offset % 3 == 0 && (first...last).contains($0.offset) }.map(\.element)
        return ChartScale(
            .logarithmic, shown[0]...shown[shown.count - 1],
            ticks: labelled.map { Tick(value: $0, label: label($0)) })
    }

    /// The smallest of 1, 2 and 5 times a power of ten that is not below `step`.
    package static func niceStep(_ step: Double) -> Double {
        var power = 1.0
        while power > step { power /= 10 }
        while power * 10 <= step { power *= 10 }
        return [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= step } ?? 10 * power
    }

    /// From 0 at the lower end of the domain to 1 at the upper; values outside lie at the ends.
    func share(of value: Double) -> Double {
        let value = min(max(value, domain.lowerBound), domain.upperBound)
        let ends = (placed(domain.lowerBound), placed(domain.upperBound))
        guard ends.1 > ends.0 else { return 0 }
        return (placed(value) - ends.0) / (ends.1 - ends.0)
    }

    private func placed(_ value: Double) -> Double {
        switch kind {
        case .linear: value
        case .logarithmic: Elementary.log(value)
        }
    }
}
