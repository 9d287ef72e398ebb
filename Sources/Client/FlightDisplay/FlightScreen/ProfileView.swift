import Readout
import Terminal
import Vocabulary

/// Draws the flight so far from the side, with the names of its levels, the minutes since the
/// start, and the end of each kilometre or mile.
package struct ProfileView {
    private let frame: Frame
    private let flight: FlightModel
    /// The area of the levels; the minutes stand below it.
    private let plot: ScreenArea
    /// The minutes across the width: an hour, then half an hour more at a time, so that the scale
    /// changes seldom.
    private let minutes: Int
    private let hasSplits: Bool

    private static let nameWidth = 8

    package init(_ frame: Frame, _ flight: FlightModel, in area: ScreenArea) {
        self.frame = frame
        self.flight = flight
        hasSplits = area.rows >= 5
        plot = ScreenArea(
            row: area.row, column: area.column + Self.nameWidth,
            rows: area.rows - (hasSplits ? 2 : 1), columns: area.columns - Self.nameWidth)
        let passed = (frame.now - flight.card.start).seconds / 60
        minutes = passed < 60 ? 60 : Int((passed / 30).rounded(.down) + 1) * 30
    }

    package func draw(on screen: inout Screen) {
        guard plot.columns >= 10, plot.rows >= 3 else { return }
        drawLevels(on: &screen)
        drawFlight(on: &screen)
        drawMinutes(on: &screen)
        if hasSplits { drawSplits(on: &screen) }
    }

    private func column(of instant: FleetInstant) -> Int {
        let share = (instant - flight.card.start).seconds / 60 / Double(minutes)
        return plot.column + Int(min(max(share, 0), 1) * Double(plot.columns - 1))
    }

    /// The level of a phase, in thirds of the plot; 0 is the ground.
    private func level(_ phase: Phase) -> Int {
        switch phase {
        case .preflight, .touchdown: 0
        case .takeoff, .descent, .approach: 1
        case .cruise: 2
        case .climb: 3
        }
    }

    /// The row of the upper edge of a level, 1...3.
    private func row(_ level: Int) -> Int {
        plot.row + plot.rows - (level * plot.rows + 2) / 3
    }
}

extension ProfileView {
    private func drawLevels(on screen: inout Screen) {
        for (name, level) in [("climb", 3), ("cruise", 2), ("descent", 1)] {
            let row = row(level)
            screen.put(
                name, row: row, column: plot.column - Self.nameWidth, Theme.label,
                width: Self.nameWidth)
            screen.fill(plot.line(row), frame.marks.gridLevel, Theme.grid)
        }
    }

    /// Draws one column for each stretch of time: the phase at its middle, filled down to the
    /// ground.
    private func drawFlight(on screen: inout Screen) {
        let last = column(of: frame.now)
        let step = Double(minutes) * 60 / Double(plot.columns)
        for column in plot.column...max(last, plot.column) {
            let middle = (Double(column - plot.column) + 0.5) * step
            let instant = min(flight.card.start + .seconds(Int64(middle)), frame.now)
            guard let phase = flight.phase(at: instant) else { continue }
            draw(phase, column, isNow: column == last, on: &screen)
        }
    }

    private func draw(_ phase: Phase, _ column: Int, isNow: Bool, on screen: inout Screen) {
        let level = level(phase)
        let style = Theme.phase(phase)
        let top = level == 0 ? plot.endRow - 1 : row(level)
        for row in top..<plot.endRow {
            let mark = row > top ? frame.marks.body : frame.marks.top(of: phase)
            screen.put(mark, row: row, column: column, style)
        }
        if isNow { screen.put(frame.marks.here, row: top, column: column, Theme.title) }
    }

    private func drawMinutes(on screen: inout Screen) {
        let row = plot.endRow
        let step = [10, 20, 30, 60, 120].first { minutes / $0 * 4 <= plot.columns } ?? minutes
        screen.put(
            "min", row: row, column: plot.column - Self.nameWidth, Theme.label,
            width: Self.nameWidth)
        for minute in stride(from: 0, through: minutes, by: step) {
            let text = "\(minute)"
            let middle = column(of: flight.card.start + .seconds(Int64(minute) * 60))
            let start = min(max(middle - text.count / 2, plot.column), plot.endColumn - text.count)
            screen.put(text, row: row, column: start, Theme.label)
        }
    }

    /// Draws the numbers of the kilometres or miles below the instant at which each ended, if there
    /// is room.
    private func drawSplits(on screen: inout Screen) {
        let row = plot.endRow + 1
        screen.put(
            frame.units.distanceName, row: row, column: plot.column - Self.nameWidth,
            Theme.label, width: Self.nameWidth)
        var free = plot.column
        for split in flight.record.splits(frame.units) {
            let text = "\(split.number)"
            let start = min(column(of: split.end), plot.endColumn - text.count)
            guard start >= free else { continue }
            screen.put(text, row: row, column: start, CellStyle.plain)
            free = start + text.count + 1
        }
    }
}

extension Marks {
    /// The upper edge of a phase on the profile.
    fileprivate func top(of phase: Phase) -> String {
        switch phase {
        case .preflight, .touchdown: ground
        case .takeoff: rising
        case .approach: falling
        case .climb, .cruise, .descent: level
        }
    }
}
