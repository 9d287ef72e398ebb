import Readout
import Terminal
import Vocabulary

/// Draws one metric over the last minutes: a title, axes with round values and minutes, a grid, and
/// the curve.
struct GraphView {
    private let frame: Frame
    private let subject: GraphSubject
    private let reserve: HeartRateReserve?
    private let band: PaceBand?
    private let area: ScreenArea
    private let plot: ScreenArea
    private let axis: GraphAxis
    /// The plotted values, the newest last: as many as the plot has positions, or more.
    private let points: [Double?]
    /// Mean and maximum of the measured values that have a place on the axis.
    private let tally: MeanTally

    /// The columns of the vertical labels and of the strip at the right edge.
    private static let labelWidth = 6
    private static let stripWidth = 2

    init(_ frame: Frame, _ flight: FlightModel, _ metric: Metric, in area: ScreenArea) {
        self.frame = frame
        self.area = area
        reserve = flight.card.reserve
        band = frame.paceBand
        subject = GraphSubject(metric, frame.units)
        let isStripped = metric == .heartRate || metric == .speed
        plot = ScreenArea(
            row: area.row + 1, column: area.column + Self.labelWidth + 1,
            rows: area.rows - (area.rows >= 5 ? 2 : 1),
            columns: area.columns - Self.labelWidth - 1 - (isStripped ? Self.stripWidth : 0))
        let minutes = FleetDuration.seconds(Int64(frame.state.preferences.graphMinutes) * 60)
        let measured = flight.record.trace(metric)?.last(minutes, upTo: frame.now) ?? []
        let subject = subject
        tally = MeanTally(
            measured.lazy.compactMap(\.self).filter { subject.readout.place($0) != nil })
        let values = measured.map { $0.flatMap(subject.readout.place) }
        points = Self.stretched(values, to: plot.columns * Graph.valuesPerColumn(frame.symbols))
        axis = GraphAxis(
            fitting: Self.extent(subject, values, band), least: subject.axis.least,
            steps: subject.axis.steps, rows: plot.rows)
    }

    /// The range of the values, widened to the mission's allowed band of pace.
    private static func extent(
        _ subject: GraphSubject, _ values: [Double?], _ band: PaceBand?
    ) -> ClosedRange<Double> {
        let extent = subject.extent(of: values)
        guard subject.metric == .speed, let band else {
            return extent ?? subject.axis.empty
        }
        guard let extent else { return -band.slow ... -band.fast }
        return min(extent.lowerBound, -band.slow)...max(extent.upperBound, -band.fast)
    }

    /// The values interpolated to as many as a wide plot has positions; gaps are not bridged. In a
    /// narrow plot the values stay as they are, because the graph averages them.
    private static func stretched(_ values: [Double?], to count: Int) -> [Double?] {
        guard values.count > 1, count > values.count else { return values }
        return (0..<count).map { index in
            let position = Double(index * (values.count - 1)) / Double(count - 1)
            let left = Int(position)
            let right = min(left + 1, values.count - 1)
            let share = position - Double(left)
            guard let before = values[left], let after = values[right] else {
                return share < 0.5 ? values[left] : values[right]
            }
            return before + (after - before) * share
        }
    }

    func draw(on screen: inout Screen) {
        drawTitle(on: &screen)
        guard plot.rows > 0, plot.columns > 0 else { return }
        drawGrid(on: &screen)
        drawBand(on: &screen)
        let isBlock = frame.symbols == .block
        Graph.draw(
            points, in: axis.range, on: &screen, area: plot, symbols: frame.symbols
        ) { row, column in style(isBlock ? value(ofRow: row) : value(ofColumn: column)) }
        drawStrip(on: &screen)
    }
}

extension GraphView {
    /// Draws the metric's name, and mean and maximum of the minutes shown.
    private func drawTitle(on screen: inout Screen) {
        SectionRule.draw(subject.readout.heading, note: note, frame.marks, area, on: &screen)
    }

    private var note: String {
        guard let mean = tally.mean.flatMap(subject.readout.place),
            let greatest = tally.greatest.flatMap(subject.readout.place)
        else { return "" }
        let word = subject.metric == .speed ? "best" : "max"
        return "mean \(subject.readout.text(mean))  \(word) \(subject.readout.text(greatest))"
    }

    /// The value in the middle of a row of the plot.
    private func value(ofRow row: Int) -> Double {
        let share = (Double(plot.rows - row) - 0.5) / Double(max(plot.rows, 1))
        return axis.range.lowerBound + share * (axis.range.upperBound - axis.range.lowerBound)
    }

    private func value(ofColumn column: Int) -> Double? {
        let width = Graph.valuesPerColumn(frame.symbols)
        // The graph averages the values of a narrow plot in the same shares.
        let count = max(points.count, 1)
        let places = plot.columns * width
        let first = count > places ? column * count / plot.columns : column * width
        let last = count > places ? (column + 1) * count / plot.columns : first + width
        return points[min(first, points.count)..<min(last, points.count)].lazy.compactMap(\.self)
            .first
    }

    private func style(_ value: Double?) -> CellStyle {
        guard let value else { return .plain }
        if subject.metric == .heartRate, let reserve {
            let zone = reserve.zone(of: value)
            // Filled columns are visible in a dim style, a thin curve is not.
            return zone == 0 && frame.symbols == .block ? Theme.label : Theme.graphZone(zone)
        }
        if subject.metric == .speed, let band, !band.contains(-value) { return Theme.caution }
        return subject.style
    }
}

extension GraphView {
    private func row(of value: Double) -> Int {
        plot.row
            + Graph.row(of: value, in: axis.range, rows: plot.rows, symbols: frame.symbols)
    }

    private func drawGrid(on screen: inout Screen) {
        for value in axis.lines(atMost: plot.rows) {
            let row = row(of: value)
            screen.putRight(
                subject.readout.text(value), row: row, endColumn: area.column + Self.labelWidth,
                Theme.label)
            screen.fill(plot.line(row), frame.marks.gridLevel, Theme.grid)
        }
        let minutes = MinuteAxis(
            minutes: frame.state.preferences.graphMinutes, columns: plot.columns)
        for minute in minutes.labelled {
            let column = plot.column + minutes.column(of: minute)
            for row in plot.row..<plot.endRow where minute > 0 {
                let isCrossing = screen[row, column].scalar == frame.marks.gridLevel
                screen[row, column] = Cell(
                    scalar: isCrossing ? frame.marks.gridCross : frame.marks.gridUpright,
                    style: Theme.grid)
            }
        }
        guard plot.endRow < area.endRow else { return }
        minutes.drawLabels(row: plot.endRow, column: plot.column, area, on: &screen)
    }

    /// Draws the target of a mission as a line of its own, and the edges of the allowed band.
    private func drawBand(on screen: inout Screen) {
        guard subject.metric == .speed, let band else { return }
        // In a low plot an edge of the band may fall on a labelled line, which stays.
        let labelled = Set(axis.lines(atMost: plot.rows).map(row))
        for pace in [band.slow, band.fast, band.target] where axis.range.contains(-pace) {
            let row = row(of: -pace)
            guard pace == band.target || !labelled.contains(row) else { continue }
            let mark = pace == band.target ? frame.marks.targetLevel : frame.marks.gridLevel
            screen.fill(plot.line(row), mark, Theme.bandLine)
        }
    }

    /// Draws the strip at the right edge: the heart-rate zones, or the allowed band of pace.
    private func drawStrip(on screen: inout Screen) {
        let column = plot.endColumn + 1
        for row in 0..<plot.rows {
            let value = value(ofRow: row)
            if subject.metric == .heartRate, let reserve {
                let zone = reserve.zone(of: value)
                screen.put(
                    zone > 0 ? frame.marks.band : " ", row: plot.row + row, column: column,
                    Theme.zone(zone))
            } else if subject.metric == .speed, let band {
                let isTarget = plot.row + row == self.row(of: -band.target)
                let isAllowed = isTarget || band.contains(-value)
                screen.put(
                    isTarget ? frame.marks.target : isAllowed ? frame.marks.band : " ",
                    row: plot.row + row, column: column, Theme.good)
            }
        }
    }
}
