import Charts
import Readout
import Vocabulary

/// What a track on the ground is coloured by.
package enum TrackTint: String, CaseIterable, Sendable {
    case pace
    case heartRate = "heart_rate"

    var metric: Metric { self == .pace ? .speed : .heartRate }
}

/// The values of a metric in up to five steps, each with a colour, from the lowest on.
struct TintScale {
    /// The places on the axis at which another step begins, ascending.
    private let bounds: [Double]
    private let axis: MetricReadout
    private let range: ClosedRange<Double>

    /// The most steps; the style sheet has as many colours.
    private static let most = 5

    /// - Parameter range: the places of the values that count; what lies outside belongs to the
    ///   first or the last step.
    init(_ range: ClosedRange<Double>, _ axis: MetricReadout) {
        self.axis = axis
        self.range = range
        let length = (range.upperBound - range.lowerBound) / Double(Self.most - 1)
        let step = axis.shown.axis.steps.first { $0 >= length } ?? ChartScale.niceStep(length)
        let ticks = ChartScale.stepped(range, by: step) { _ in "" }.ticks.map(\.value)
        bounds = ticks.filter { $0 > range.lowerBound && $0 < range.upperBound }
    }

    /// The index of a value's step among ``keys``; the last of them for what was not measured.
    func key(of place: Double?) -> Int {
        guard let place else { return bounds.count + 1 }
        return bounds.count { $0 <= place }
    }

    /// A key for each step, and one for what was not measured.
    func keys(hasGaps: Bool) -> [ChartKey] {
        let names = names
        let steps = names.indices.map { index in
            // Two steps have the colours of the ends, so that they are told apart.
            let colour = names.count > 1 ? index * (Self.most - 1) / (names.count - 1) : 2
            return ChartKey(style: "tint-\(colour)", name: names[index])
        }
        return steps + (hasGaps ? [ChartKey(style: "tint-none", name: "not measured")] : [])
    }

    /// `slower than 6:00`, `6:00 to 5:45`, `faster than 5:45 /km`.
    private var names: [String] {
        guard let first = bounds.first, let last = bounds.last else {
            return ["\(axis.text(range.lowerBound)) to \(text(range.upperBound))"]
        }
        let isPace = axis.shown.quantity == .pace
        let between = zip(bounds, bounds.dropFirst()).map { "\(axis.text($0)) to \(text($1))" }
        return ["\(isPace ? "slower than" : "below") \(text(first))"] + between
            + ["\(isPace ? "faster than" : "from") \(text(last))"]
    }

    private func text(_ place: Double) -> String { axis.textBelowTitle(place) }
}
