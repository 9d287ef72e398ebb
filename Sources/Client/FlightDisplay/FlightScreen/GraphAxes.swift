import Terminal

/// The vertical axis of a graph: a range with round ends around the values, and its grid lines.
package struct GraphAxis: Equatable, Sendable {
    package let range: ClosedRange<Double>
    /// The distance between two grid lines.
    package let step: Double

    /// Chooses the narrowest axis around the values that has room for its grid lines.
    ///
    /// The ends are multiples of one of the steps. There is a grid line at each multiple, or at
    /// every second one if that makes the axis much narrower.
    /// - Parameters:
    ///   - values: the values that the axis must show.
    ///   - least: the smallest extent, so that noise does not look like mountains.
    ///   - steps: round distances between grid lines: not empty, positive, ascending.
    ///   - rows: the height of the plot; grid lines are at least two rows apart, three in a high
    ///     plot.
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

    /// The factor by which an axis must be narrower to have lines at every second step only: such
    /// lines are less round.
    private static let sparing = 1.25

    /// Rounds the range outward, then widens it to `least` on the side where the values are nearer
    /// to the end.
    ///
    /// - Parameter share: the number of steps between two grid lines.
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

    /// The values of the grid lines, ascending, at most `count`: if there are more than rows for
    /// them, only the two ends.
    package func lines(atMost count: Int) -> [Double] {
        guard intervals < count else { return [range.lowerBound, range.upperBound] }
        return (0...intervals).map { range.lowerBound + Double($0) * step }
    }
}

/// The horizontal axis of a graph: round minutes, with the present at its right end.
package struct MinuteAxis: Equatable, Sendable {
    private let minutes: Int
    private let columns: Int
    private let step: Int

    private static let steps = [1, 2, 5, 10, 15, 20, 30, 60]
    /// The columns of a label and the space around it.
    private static let labelColumns = 9

    /// - Parameters:
    ///   - minutes: the span of the axis, positive.
    ///   - columns: the width of the axis.
    package init(minutes: Int, columns: Int) {
        self.minutes = minutes
        self.columns = columns
        let labels = max(1, columns / Self.labelColumns)
        step = Self.steps.first { $0 * labels >= minutes } ?? minutes
    }

    /// The labelled minutes before the present, in the order of the screen; the present is 0.
    package var labelled: [Int] {
        stride(from: 0, through: minutes, by: step).reversed()
    }

    /// The column of an instant `minute` minutes ago; 0 is the left column.
    package func column(of minute: Int) -> Int {
        let last = max(0, columns - 1)
        return last - (minute * last + minutes / 2) / max(minutes, 1)
    }

    /// Draws the labels, `-10 min`, `-5` and `now`; the outer ones are kept inside the area.
    func drawLabels(row: Int, column: Int, _ area: ScreenArea, on screen: inout Screen) {
        for (index, minute) in labelled.enumerated() {
            let text = minute == 0 ? "now" : index == 0 ? "-\(minute) min" : "-\(minute)"
            // The minus sign stands left of the grid line, which centres the digits on it.
            let wanted = column + self.column(of: minute) - (minute == 0 ? 2 : text.count / 2)
            let first = index == 0 && minute > 0 ? wanted + 1 : wanted
            screen.put(
                text, row: row, column: min(max(first, area.column), area.endColumn - text.count),
                Theme.label, width: area.columns)
        }
    }
}
