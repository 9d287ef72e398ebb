import Terminal
import Vocabulary

/// A part of the flight screen.
package enum FlightPart: Hashable {
    case paceTape, phase, heartRateTape, mission, readouts, zones, splits, log, track, altitude
    case graph(Metric)
}

/// The areas of the parts of the flight screen, for a size of the screen.
///
/// Above are the tapes with the phase between them, mission and readouts; below are graphs. From
/// ``sideColumnsMin`` columns on, zones, splits and log stand at the right of the upper part. Areas
/// never overlap.
package struct FlightLayout {
    package struct Placement {
        package let part: FlightPart
        package let area: ScreenArea

        package init(part: FlightPart, area: ScreenArea) {
            self.part = part
            self.area = area
        }
    }

    package private(set) var placements: [Placement] = []
    private let columns: Int
    private let rows: Int
    private let graphs: [Metric]
    private let ground: [FlightPart]
    private let flipsLog: Bool

    /// The smallest size; ``CompactView`` draws smaller screens.
    static let columnsMin = 72
    static let rowsMin = 22
    private static let sideColumnsMin = 114
    private static let tapeColumns = 17

    /// - Parameters:
    ///   - graphs: the metrics with graphs, the most important first; at least one.
    ///   - ground: track and altitude, if they are to be shown.
    ///   - flipsLog: whether the log is shown in a layout that usually hides it, and hidden in one
    ///     that usually shows it.
    package init(
        columns: Int, rows: Int, graphs: [Metric], ground: [FlightPart] = [], flipsLog: Bool
    ) {
        self.columns = columns
        self.rows = rows
        self.graphs = graphs
        self.ground = ground
        self.flipsLog = flipsLog
        let tapeRows = Self.tapeRows(rows)
        let hasSide = addSide(rows: tapeRows + 2)
        let width = hasSide ? instrumentColumns : columns
        addInstruments(ScreenArea(row: 1, column: 0, rows: tapeRows, columns: width))
        add(.mission, ScreenArea(row: 1 + tapeRows, column: 0, rows: 2, columns: width))
        add(.readouts, ScreenArea(row: 3 + tapeRows, column: 0, rows: 2, columns: columns))
        let top = 5 + tapeRows
        addGraphs(
            ScreenArea(row: top, column: 0, rows: rows - 1 - top, columns: columns),
            hasSide: hasSide)
    }

    private static func tapeRows(_ rows: Int) -> Int {
        let body = rows - 2
        // An odd number of rows puts the box in the middle of the tapes.
        let wanted = max(min(11, body - 11), min((body - 4) * 45 / 100, 27))
        return max(7, wanted - (wanted + 1) % 2)
    }

    /// The rows of graphs that lie one below the other.
    private static func graphLines(_ rows: Int) -> Int { rows >= 36 ? 3 : rows >= 16 ? 2 : 1 }

    /// Whether track and altitude are shown, for a flight that has them: beside the graphs where
    /// there is room for four, else only in the place of graphs.
    ///
    /// - Parameter flips: whether it is to be the other way round.
    static func showsGround(columns: Int, rows: Int, flips: Bool) -> Bool {
        let isSmall =
            columns < columnsMin || rows < rowsMin
            || graphLines(rows - 6 - tapeRows(rows)) == 1
        return isSmall == flips
    }

    private mutating func add(_ part: FlightPart, _ area: ScreenArea) {
        placements.append(Placement(part: part, area: area))
    }

    private mutating func addInstruments(_ area: ScreenArea) {
        let tape = Self.tapeColumns
        var left = area
        left.columns = tape
        add(.paceTape, left)
        left.column = area.endColumn - tape
        add(.heartRateTape, left)
        var middle = area
        middle.column += tape
        middle.columns -= 2 * tape
        add(.phase, middle)
    }
}

extension FlightLayout {
    /// The width of tapes and phase when there are parts at the right: enough for the profile, but
    /// not so much that the centre is empty.
    private var instrumentColumns: Int {
        max(78, min(max(100, columns / 2), columns - 36))
    }

    /// Adds the parts at the right; returns false if there is no room.
    private mutating func addSide(rows: Int) -> Bool {
        guard columns >= Self.sideColumnsMin else { return false }
        let left = instrumentColumns + 1
        let width = columns - left
        let side = ScreenArea(row: 1, column: left, rows: rows, columns: width)
        if width >= 76, !flipsLog {
            let log = max(38, min(width - 42, width * 9 / 20))
            var (records, beside) = (side, side)
            records.columns = width - log - 1
            (beside.column, beside.columns) = (columns - log, log)
            addRecords(records)
            add(.log, beside)
        } else if flipsLog {
            addRecords(side)
        } else {
            let zones = rows >= ZonesView.rows + 8 ? ZonesView.rows + 1 : 0
            if zones > 0 { add(.zones, side.first(ZonesView.rows)) }
            add(.log, side.from(zones))
        }
        return true
    }

    /// Adds the time in zones above the splits.
    private mutating func addRecords(_ area: ScreenArea) {
        add(.zones, area.first(ZonesView.rows))
        let splits = area.from(ZonesView.rows + 1)
        if splits.rows >= 4 { add(.splits, splits) }
    }
}

extension FlightLayout {
    /// Adds graphs in two columns, and in two or three rows if each then has enough.
    private mutating func addGraphs(_ area: ScreenArea, hasSide: Bool) {
        let wanted = Self.graphLines(area.rows)
        let graphs = graphs.map { FlightPart.graph($0) }
        let first = wanted == 1 ? 0 : 2
        var parts = Array(
            (graphs.prefix(first) + ground + graphs.dropFirst(first)).prefix(wanted * 2))
        // Among four or more graphs the log has its own area; on demand it replaces the last graph.
        if !hasSide, (parts.count >= 4) != flipsLog {
            if parts.count == wanted * 2 { parts.removeLast() }
            parts.append(.log)
        }
        let count = (parts.count + 1) / 2
        var top = area.row
        for line in 0..<count {
            let left = area.endRow - top
            // The first row, with heart rate and pace, gets more height than the others.
            let share = left * 11 / 20
            let height = line == count - 1 ? left : line == 0 ? max(share, left / count) : left / 2
            addGraphRow(
                Array(parts.dropFirst(line * 2).prefix(2)),
                ScreenArea(row: top, column: area.column, rows: height, columns: area.columns))
            top += height
        }
    }

    private mutating func addGraphRow(_ parts: [FlightPart], _ area: ScreenArea) {
        guard parts.count == 2 else {
            for part in parts { add(part, area) }
            return
        }
        let width = (area.columns - 1) / 2
        var half = area
        half.columns = width
        add(parts[0], half)
        half.column = area.endColumn - width
        add(parts[1], half)
    }
}
