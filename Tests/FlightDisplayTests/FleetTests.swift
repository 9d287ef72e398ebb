import ChannelPipeline
import FlightDisplay
import Simulation
import Terminal
import Testing
import Vocabulary
import WireProtocol

@Suite struct FleetTests {
    private static func table() throws(WireError) -> DisplayStand {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: 6)
        var stand = DisplayStand(
            fleet, greeted: DisplayStand.epoch + .seconds(600), lane: 0, symbols: .ascii)
        stand.press("t")
        try stand.fly(.seconds(10))
        return stand
    }

    private static let shot = Result { try table().shot }

    /// The text of a column of the table, row by row.
    private func column(_ shot: Shot, _ columns: Range<Int>) -> [String] {
        shot.text(80, 24).split(separator: "\n").dropFirst(2).dropLast().map { row in
            let text = String(row.dropFirst(columns.lowerBound).prefix(columns.count))
            return String(text.drop { $0 == " " }.prefix { $0 != " " })
        }
    }

    private func lanes(_ shot: Shot) -> [Int] { column(shot, 2..<10).compactMap(LaneName.lane) }

    private func rates(_ shot: Shot) -> [Int] { column(shot, 40..<45).compactMap(Int.init) }

    @Test func `every session has its row`() throws {
        #expect(lanes(try Self.shot.get()) == Array(0..<6))
    }

    @Test func `rows are sorted by what the user has chosen, and the other way round`() throws {
        var shot = try Self.shot.get()
        shot.press("oo")
        let rates = rates(shot)
        #expect(rates.count == 6 && rates == rates.sorted(by: >))
        shot.press("r")
        #expect(self.rates(shot) == rates.reversed())
    }

    @Test func `rows stand still between two sortings`() throws {
        var stand = try Self.table()
        stand.press("oo")
        let before = lanes(stand.shot)
        try stand.fly(.seconds(120))
        #expect(lanes(stand.shot) == before)
        stand.state.refresh(stand.clock)
        let rates = rates(stand.shot)
        #expect(rates == rates.sorted(by: >))
    }

    @Test func `the mark follows its session, and enter opens it`() throws {
        var shot = try Self.shot.get()
        for _ in 0..<3 { shot.press(.down) }
        shot.press("oo")
        let marked = shot.text(80, 24).split(separator: "\n").first { $0.hasPrefix(">") }
        #expect(marked?.contains("s3.") == true)
        shot.press(.enter)
        #expect(shot.state.subscriptions[0].request.contains("\"s3\""))
    }

    @Test func `a paused table can be sorted and marked, and stays paused`() throws {
        var shot = try Self.shot.get()
        shot.press(" ")
        shot.press(.down)
        shot.press("oo")
        let rates = rates(shot)
        #expect(rates == rates.sorted(by: >))
        let marked = shot.text(80, 24).split(separator: "\n").first { $0.hasPrefix(">") }
        #expect(marked?.contains("s1.") == true)
        #expect(shot.text(80, 24).contains("PAUSED"))
    }

    @Test func `the next session of a lane has its own plan`() throws {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: 1)
        var stand = DisplayStand(fleet, greeted: DisplayStand.epoch + .seconds(4190), lane: 0)
        stand.press("t")
        try stand.fly(.seconds(5))
        let name = stand.state.subscriptions[0].name
        try stand.fly(.seconds(20))
        #expect(stand.state.subscriptions[0].name != name)
        try stand.fly(.seconds(10))
        let profile = fleet.profile(of: fleet.source(of: SessionName(lane: 0, lap: 1)))
        let row = stand.text(80, 24).split(separator: "\n").first { $0.contains("s0.1") }
        #expect(row?.contains(profile.planName) == true)
    }

    @Test func `the mark stops at both ends`() throws {
        var shot = try Self.shot.get()
        for key in [Key.up, .pageUp, .home] { shot.press(key) }
        #expect(shot.text(80, 24).contains("> s0."))
        shot.press(.end)
        shot.press(.down)
        #expect(shot.text(80, 24).contains("> s5."))
    }

    @Test func `a table of the smallest size traps nowhere`() throws {
        let shot = try Self.shot.get()
        for columns in stride(from: 0, to: 90, by: 4) {
            for rows in stride(from: 0, to: 26, by: 3) {
                #expect(shot.screen(columns, rows).columns == columns)
            }
        }
    }
}
