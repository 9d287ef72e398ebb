import Terminal

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
        for (place, minute) in labelled.enumerated() {
            let text = minute == 0 ? "now" : place == 0 ? "-\(minute) min" : "-\(minute)"
            // The sign stands left of the line, so that the digits are in its middle.
            let wanted = column + self.column(of: minute) - (minute == 0 ? 2 : text.count / 2)
            let first = place == 0 && minute > 0 ? wanted + 1 : wanted
            screen.put(
                text, row: row, column: min(max(first, area.column), area.endColumn - text.count),
                Theme.label, width: area.columns)
        }
    }
}
