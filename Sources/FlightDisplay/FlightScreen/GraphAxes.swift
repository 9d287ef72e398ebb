import Terminal

/// The upright axis of a graph: a range with round ends that values fit into, and round lines.
package struct GraphAxis: Equatable, Sendable {
    package let range: ClosedRange<Double>
    /// The distance of two lines.
    package let step: Double

    /// The narrowest axis that values fit into and whose lines have room, with a line at each end.
    ///
    /// The ends lie on multiples of one of the steps; a line stands at each of them, or, where that
    /// leaves much less of the plot empty, at every second one.
    /// - Parameters:
    ///   - least: the extent to show at least, so that noise is not drawn as mountains.
    ///   - steps: round distances, all positive, the smallest first; not empty.
    ///   - rows: of the plot; lines are two rows apart at least, three in a high plot.
    package init(fitting values: ClosedRange<Double>, least: Double, steps: [Double], rows: Int) {
        precondition(steps.allSatisfy { $0 > 0 }, "an axis with steps of \(steps)")
        let most = max(2, (rows - 1) / (rows >= 16 ? 3 : 2))
        func narrowest(_ share: Int) -> Self? {
            steps.lazy.map { Self(values, least: least, step: $0, share: share) }
                .filter { $0.intervals <= most }.min { $0.extent < $1.extent }
        }
        let plain = narrowest(1)
        let spared = narrowest(2)
        if let spared, spared.extent * Self.sparing < plain?.extent ?? .infinity {
            self = spared
        } else {
            self = plain ?? Self(values, least: least, step: steps.last ?? 1, share: 1)
        }
    }

    /// How much narrower an axis must be for lines at every second step, which are less round.
    private static let sparing = 1.25

    /// Rounded outward to an even share of steps, and then widened on the side where the values
    /// are nearer to the end.
    ///
    /// - Parameter share: how many steps a line is from the next.
    private init(_ values: ClosedRange<Double>, least: Double, step: Double, share: Int) {
        self.step = step * Double(share)
        var lower = (values.lowerBound / step).rounded(.down)
        var upper = max((values.upperBound / step).rounded(.up), lower + 1)
        let extent = max(upper - lower, (least / step).rounded(.up))
        let wanted = (extent / Double(share)).rounded(.up) * Double(share)
        for _ in 0..<Int(min(max(wanted - (upper - lower), 0), 100)) {
            if values.lowerBound - lower * step < upper * step - values.upperBound {
                lower -= 1
            } else {
                upper += 1
            }
        }
        range = lower * step...upper * step
    }

    private var extent: Double { range.upperBound - range.lowerBound }

    private var intervals: Int { Int(min(extent / step, 1e6).rounded()) }

    /// The values of the lines from the lower end to the upper one, at most `count`: one that has
    /// more than rows to draw them in has none but its ends.
    package func lines(atMost count: Int) -> [Double] {
        guard intervals < count else { return [range.lowerBound, range.upperBound] }
        return (0...intervals).map { range.lowerBound + Double($0) * step }
    }
}

/// The level axis of a graph: round minutes, the present at its right end.
package struct MinuteAxis: Equatable, Sendable {
    private let minutes: Int
    private let columns: Int
    private let step: Int

    private static let steps = [1, 2, 5, 10, 15, 20, 30, 60]
    /// What a label and the space around it take.
    private static let labelColumns = 9

    /// - Parameters:
    ///   - minutes: that the axis shows, positive.
    ///   - columns: how wide it is.
    package init(minutes: Int, columns: Int) {
        self.minutes = minutes
        self.columns = columns
        let labels = max(1, columns / Self.labelColumns)
        step = Self.steps.first { $0 * labels >= minutes } ?? minutes
    }

    /// The minutes that have a label, the present being 0, in the order of the screen.
    package var labelled: [Int] {
        stride(from: 0, through: minutes, by: step).reversed()
    }

    /// Where so many minutes ago is, 0 being the left column.
    package func column(of minute: Int) -> Int {
        let last = max(0, columns - 1)
        return last - (minute * last + minutes / 2) / max(minutes, 1)
    }

    /// The labels, `-10 min`, `-5` and `now`; the outer ones inside of the area.
    func drawLabels(row: Int, column: Int, _ area: ScreenArea, on screen: inout Screen) {
        for (index, minute) in labelled.enumerated() {
            let text = minute == 0 ? "now" : index == 0 ? "-\(minute) min" : "-\(minute)"
            // The sign stands left of the line, so that the digits are in its middle.
            let wanted = column + self.column(of: minute) - (minute == 0 ? 2 : text.count / 2)
            let first = index == 0 && minute > 0 ? wanted + 1 : wanted
            screen.put(
                text, row: row, column: min(max(first, area.column), area.endColumn - text.count),
                Theme.label, width: area.columns)
        }
    }
}
