/// The upright axis of a graph: a range with round ends that values fit into, and round lines.
package struct GraphAxis: Equatable, Sendable {
    package let range: ClosedRange<Double>
    /// The distance of two lines.
    package let step: Double

    /// The narrowest axis that values fit into, with lines so close as rows allow.
    ///
    /// - Parameters:
    ///   - least: the extent to show at least, so that noise is not drawn as mountains.
    ///   - steps: the distances that lines may have, all positive, the smallest first; not empty.
    ///   - rows: of the plot; lines are two rows apart at least, three in a high plot.
    package init(fitting values: ClosedRange<Double>, least: Double, steps: [Double], rows: Int) {
        precondition(steps.allSatisfy { $0 > 0 }, "an axis with steps of \(steps)")
        let intervals = max(2, (rows - 1) / (rows >= 16 ? 3 : 2))
        let fitting = steps.lazy.map { Self(values, least: least, step: $0) }
            .first { $0.intervals <= intervals }
        self = fitting ?? Self(values, least: least, step: steps.last ?? 1)
    }

    /// Rounded outward, and then widened on the side where the values are nearer to the end.
    private init(_ values: ClosedRange<Double>, least: Double, step: Double) {
        self.step = step
        var lower = (values.lowerBound / step).rounded(.down)
        var upper = max((values.upperBound / step).rounded(.up), lower + 1)
        let missing = (least / step - (upper - lower)).rounded(.up)
        for _ in 0..<Int(min(max(missing, 0), 100)) {
            if values.lowerBound - lower * step < upper * step - values.upperBound {
                lower -= 1
            } else {
                upper += 1
            }
        }
        range = lower * step...upper * step
    }

    private var intervals: Int {
        Int(min((range.upperBound - range.lowerBound) / step, 1e6).rounded())
    }

    /// The values of the lines from the lower end to the upper one, at most `count`: one that has
    /// more than rows to draw them in has none but its ends.
    package func lines(atMost count: Int) -> [Double] {
        guard intervals < count else { return [range.lowerBound, range.upperBound] }
        return (0...intervals).map { range.lowerBound + Double($0) * step }
    }
}
