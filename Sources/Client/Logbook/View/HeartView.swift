import FlightDisplay
import Readout
import Terminal
import Vocabulary
import WireProtocol

/// Draws the heart rate of a day from midnight to midnight, in its runs and apart from them; where
/// nothing was read there is a gap.
enum HeartView {
    private static let metric = LogMetric.day(.heartRate)
    private static let labelWidth = 5
    /// A rule, two rows of values, and the hours.
    static let rowsMin = 4

    static func draw(_ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen) {
        let quarters = sheet.quarters
        SectionRule.draw(
            "HEART RATE bpm", note: note(quarters, sheet), sheet.marks, area, on: &screen)
        if let words = lack(quarters, sheet) { return words.draw(in: area.from(1), on: &screen) }
        let plot = ScreenArea(
            row: area.row + 1, column: area.column + labelWidth + 1, rows: area.rows - 2,
            columns: area.columns - labelWidth - 1)
        guard plot.rows >= rowsMin - 2, plot.columns >= 10, let day = sheet.dayRange else {
            return
        }
        let hours = HourAxis(span: day, plot: plot, zone: sheet.calendar.zone)
        draw(quarters, hours, sheet, on: &screen)
    }

    private static func draw(
        _ quarters: [DayBucket], _ hours: HourAxis, _ sheet: LogSheet, on screen: inout Screen
    ) {
        let plot = hours.plot
        let count = plot.columns * Graph.valuesPerColumn(sheet.symbols)
        let values = (0..<count).map { index -> Double? in
            let middle = hours.part(2 * index + 1, of: 2 * count).lowerBound
            return quarters.first { ($0.start..<$0.end).contains(middle) }?[metric, .average]
        }
        let known = values.compactMap(\.self)
        guard let least = known.min(), let greatest = known.max() else { return }
        let (range, lines) = axis(least...greatest, rows: plot.rows)
        for value in lines {
            let row =
                plot.row
                + Graph.row(of: value, in: range, rows: plot.rows, symbols: sheet.symbols)
            screen.putRight(
                metric.text(value), row: row, endColumn: plot.column - 1, Theme.label)
            screen.fill(plot.line(row), sheet.marks.gridLevel, Theme.grid)
        }
        Graph.draw(
            values, in: range, on: &screen, area: plot, symbols: sheet.symbols
        ) { _, _ in Theme.heartRate }
        hours.drawHours(on: &screen)
    }

    /// The range of the graph, and its grid lines. A low graph has no room for round steps, and
    /// reaches from one multiple of ten to another.
    private static func axis(
        _ values: ClosedRange<Double>, rows: Int
    ) -> (ClosedRange<Double>, [Double]) {
        guard rows < 7 else {
            let axis = GraphAxis(
                fitting: values, least: 20, steps: metric.axisSteps, rows: rows)
            return (axis.range, axis.lines(atMost: rows))
        }
        let low = (values.lowerBound / 10).rounded(.down) * 10
        let high = max((values.upperBound / 10).rounded(.up) * 10, low + 20)
        return (low...high, [low, high])
    }

    /// `47 to 171, not worn 1:15 h`.
    private static func note(_ quarters: [DayBucket], _ sheet: LogSheet) -> String {
        let least = quarters.compactMap { $0[metric, .min] }.min()
        let greatest = quarters.compactMap { $0[metric, .max] }.max()
        guard let least, let greatest else { return "" }
        let silent = quarters.filter { !$0.isOpen && $0[metric, .average] == nil }
        let minutes = silent.reduce(0) { $0 + ($1.end - $1.start).seconds / 60 }
        let gap = minutes > 0 ? ", \(LogSheet.notWorn) \(SleepText.hours(minutes)) h" : ""
        return "\(metric.text(least)) to \(metric.text(greatest))\(gap)"
    }

    private static func lack(_ quarters: [DayBucket], _ sheet: LogSheet) -> PartLack? {
        guard let question = sheet.state.heartQuestion else { return .words(GreetedRights.mark) }
        let answer = sheet.state.shelf[question]
        if let refusal = answer.refusal { return .whole(.refused(refusal)) }
        guard answer.buckets != nil else { return .whole(sheet.waiting) }
        guard quarters.allSatisfy({ $0[metric, .average] == nil }) else { return nil }
        return .words(sheet.isOver ? LogSheet.notWorn : "nothing was read yet")
    }
}

/// Why a part of a day's page is empty.
enum PartLack {
    case whole(Lack)
    case words(String)

    func draw(in area: ScreenArea, on screen: inout Screen) {
        switch self {
        case .whole(let lack): lack.draw(in: area, on: &screen)
        case .words(let words):
            screen.put(words, row: area.row, column: area.column + 1, Theme.stale)
        }
    }
}
