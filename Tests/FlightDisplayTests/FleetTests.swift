import ChannelPipeline
import FlightDisplay
import Terminal
import Testing
import Vocabulary
import WireProtocol

@Suite struct FleetTests {
    private func table(sessions: Int = 6) throws(WireError) -> DisplayStand {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: sessions)
        var stand = DisplayStand(
            fleet, greeted: DisplayStand.epoch + .seconds(600), lane: 0, symbols: .ascii)
        stand.press("t")
        try stand.fly(.seconds(10))
        return stand
    }

    /// The text of a column of the table, row by row.
    private func column(_ stand: DisplayStand, _ columns: Range<Int>) -> [String] {
        stand.text(80, 24).split(separator: "\n").dropFirst(2).dropLast().map { row in
            let text = String(row.dropFirst(columns.lowerBound).prefix(columns.count))
            return String(text.drop { $0 == " " }.prefix { $0 != " " })
        }
    }

    @Test func `every session has its row`() throws {
        let stand = try table()
        let sessions = column(stand, 2..<10)
        #expect(sessions.compactMap(LaneName.lane) == Array(0..<6))
    }

    @Test func `rows are sorted by what the user has chosen, and the other way round`() throws {
        var stand = try table()
        stand.press("oo")
        let rates = column(stand, 40..<45).compactMap(Int.init)
        #expect(rates.count == 6 && rates == rates.sorted(by: >))
        stand.press("r")
        #expect(column(stand, 40..<45).compactMap(Int.init) == rates.reversed())
    }

    @Test func `rows stand still between two sortings`() throws {
        var stand = try table()
        stand.press("oo")
        let before = column(stand, 2..<10).compactMap(LaneName.lane)
        try stand.fly(.seconds(120))
        #expect(column(stand, 2..<10).compactMap(LaneName.lane) == before)
        stand.state.refresh(stand.clock)
        let rates = column(stand, 40..<45).compactMap(Int.init)
        #expect(rates == rates.sorted(by: >))
    }

    @Test func `the mark follows its session, and enter opens it`() throws {
        var stand = try table()
        for _ in 0..<3 { _ = stand.state.take(.down, at: stand.clock) }
        stand.press("oo")
        let marked = stand.text(80, 24).split(separator: "\n").first { $0.hasPrefix(">") }
        #expect(marked?.contains("s3.") == true)
        _ = stand.state.take(.enter, at: stand.clock)
        try stand.fly(.seconds(2))
        #expect(stand.text(80, 24).hasPrefix("s3."))
    }

    @Test func `the mark stops at both ends`() throws {
        var stand = try table(sessions: 40)
        for key in [Key.up, .pageUp, .home] { _ = stand.state.take(key, at: stand.clock) }
        #expect(stand.text(80, 24).contains("> s0."))
        _ = stand.state.take(.end, at: stand.clock)
        _ = stand.state.take(.down, at: stand.clock)
        #expect(stand.text(80, 24).contains("> s39."))
    }

    @Test func `a table of the smallest size traps nowhere`() throws {
        let stand = try table()
        for columns in stride(from: 0, to: 90, by: 4) {
            for rows in stride(from: 0, to: 26, by: 3) {
                #expect(stand.shot.screen(columns, rows).columns == columns)
            }
        }
    }
}
