import FlightDisplay
import Terminal
import Testing
import Vocabulary

@Suite struct FlightLayoutTests {
    private static let graphs: [Metric] = [.heartRate, .speed, .cadence, .stride, .contact]

    private func layouts(_ columns: Int, _ rows: Int) -> [FlightLayout] {
        (1...5).flatMap { count in
            [false, true].map { flipsLog in
                FlightLayout(
                    columns: columns, rows: rows, graphs: Array(Self.graphs.prefix(count)),
                    flipsLog: flipsLog)
            }
        }
    }

    private func overlap(_ left: ScreenArea, _ right: ScreenArea) -> Bool {
        let common = left.common(with: right)
        return common.rows > 0 && common.columns > 0
    }

    @Test(arguments: [72, 73, 80, 99, 113, 114, 115, 120, 150, 176, 200, 213, 300, 500])
    func `parts do not overlap, and keep off the first and the last line`(columns: Int) {
        for rows in Array(22...64) + [80, 110] {
            let body = ScreenArea(row: 1, column: 0, rows: rows - 2, columns: columns)
            for layout in layouts(columns, rows) {
                let areas = layout.placements.map(\.area)
                for (place, area) in areas.enumerated() {
                    let isInside = area.common(with: body) == area
                    let isApart = !areas[..<place].contains { overlap(area, $0) }
                    guard !isInside || !isApart else { continue }
                    Issue.record("\(layout.placements[place]) at \(columns)x\(rows)")
                }
            }
        }
    }

    @Test(arguments: [(72, 22), (80, 24), (100, 30), (120, 40), (200, 60)])
    func `tapes, phase, mission, cells, heart rate and pace are always there`(
        columns: Int, rows: Int
    ) {
        let layout = FlightLayout(
            columns: columns, rows: rows, graphs: Self.graphs, flipsLog: false)
        let parts = Set(layout.placements.map(\.part))
        let always: Set<FlightPart> = [
            .paceTape, .phase, .heartRateTape, .mission, .readouts, .graph(.heartRate),
            .graph(.speed),
        ]
        #expect(parts.isSuperset(of: always))
    }

    @Test(arguments: [72, 80, 100, 113, 114, 120, 200, 300])
    func `the key shows a hidden log, and hides a shown one`(columns: Int) {
        for rows in [22, 24, 30, 40, 60] {
            for count in 2...5 {
                let hasLog = [false, true].map { flipsLog in
                    FlightLayout(
                        columns: columns, rows: rows, graphs: Array(Self.graphs.prefix(count)),
                        flipsLog: flipsLog
                    ).placements.contains { $0.part == .log }
                }
                #expect(hasLog[0] != hasLog[1], "\(columns)x\(rows), \(count) graphs")
            }
        }
    }

    @Test func `a wide screen shows the log beside time in zones and splits`() {
        for (columns, rows) in [(114, 40), (120, 40), (200, 60)] {
            let parts = FlightLayout(
                columns: columns, rows: rows, graphs: Self.graphs, flipsLog: false
            ).placements.map(\.part)
            #expect(parts.contains(.log) && parts.contains(.zones))
            #expect(parts.contains(.splits) == (columns == 200))
        }
    }

    @Test func `a screen is filled from edge to edge`() {
        for (columns, rows) in [(80, 24), (120, 40), (200, 60), (150, 50)] {
            let layout = FlightLayout(
                columns: columns, rows: rows, graphs: Self.graphs, flipsLog: false)
            #expect(layout.placements.map(\.area.endColumn).max() == columns)
            #expect(layout.placements.map(\.area.endRow).max() == rows - 1)
            let covered = layout.placements.reduce(0) { $0 + $1.area.rows * $1.area.columns }
            #expect(Double(covered) > 0.95 * Double(columns * (rows - 2)), "\(columns)x\(rows)")
        }
    }
}
