import ChannelPipeline
import Simulation
import Terminal
import TestSupport
import Testing
import Vocabulary

@testable import FlightDisplay

/// The selected session below a tall table.
@Suite struct FleetDetailTests {
    private static func stand(_ columns: Int, _ rows: Int) throws -> DisplayStand {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: 6)
        var stand = DisplayStand(
            fleet, greeted: DisplayStand.epoch + .seconds(600), lane: 0, symbols: .ascii)
        stand.state.fit(columns: columns, rows: rows)
        stand.press("t")
        try stand.fly(.seconds(60))
        return stand
    }

    private static func pane(_ stand: DisplayStand, _ columns: Int, _ rows: Int) -> [Substring] {
        stand.shot.text(columns, rows).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().suffix(FleetDetailView.rows)
    }

    @Test(arguments: [(60, 36), (120, 40), (200, 60)])
    func `it has what the table has no room for, and follows the selection`(
        columns: Int, rows: Int
    ) throws {
        var stand = try Self.stand(columns, rows)
        for lane: LaneID in 0..<3 {
            let pane = Self.pane(stand, columns, rows)
            #expect(pane[pane.startIndex].contains(" s\(lane).0 "), "\(pane)")
            let labels = pane[pane.startIndex + 1].split(separator: " ")
            #expect(labels.starts(with: ["START", "TIME", "BPM", "/km", "KM"]), "\(labels)")
            #expect(columns < 200 || labels.suffix(2) == ["KCAL", "STEPS"], "\(labels)")
            // Between the two ends of its axis stands the curve.
            let axis = pane.suffix(6).compactMap { $0.prefix(4).split(separator: " ").first }
            let ends = axis.compactMap { Int($0) }
            #expect(ends.count == 2 && ends[0] >= ends[1] + 40, "\(pane)")
            #expect(pane.suffix(6).contains { $0.dropFirst(5).contains { "*.|".contains($0) } })
            stand.press("j")
        }
    }

    @Test(arguments: [(59, 60), (200, 35), (80, 24)])
    func `a low or narrow table has rows instead`(columns: Int, rows: Int) {
        let layout = FleetLayout(columns: columns, rows: rows)
        #expect(layout.detail == nil)
        #expect(layout.firstRow + layout.bodyRows == rows - 1)
    }

    @Test func `a page has as many sessions as there is room for above it`() {
        var stand = DisplayStand.table(DisplayStand.crowd(70), columns: 120, rows: 40)
        #expect(stand.state.requests(at: stand.clock).isEmpty)
        #expect(stand.shot.text(120, 40).contains("1-27 of 70"))
        stand.press("G")
        stand.answer()
        #expect(stand.shot.text(120, 40).contains("44-70 of 70"))
    }
}
