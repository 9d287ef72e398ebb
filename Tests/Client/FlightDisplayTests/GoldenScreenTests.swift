import ChannelPipeline
import FlightDisplay
import LinuxIO
import Terminal
import TestSupport
import Testing
import Vocabulary

/// Recorded screens, compared character for character.
///
/// To record them anew, run `RUNWAY_RECORD_GOLDEN=1 swift test --filter GoldenScreen` and look at
/// each of them.
@Suite struct GoldenScreenTests {
    @Test(arguments: [(80, 24), (120, 40), (200, 60), (50, 20), (36, 8)])
    func `a mission in mid-flight`(columns: Int, rows: Int) throws {
        try check("mission-\(columns)x\(rows)", try DisplayStand.missionShot.get(), columns, rows)
    }

    @Test(arguments: [Symbols.block, .ascii])
    func `the same in other symbols`(symbols: Symbols) throws {
        var shot = try DisplayStand.missionShot.get()
        shot.state.preferences.symbols = symbols
        try check("mission-80x24-\(symbols.rawValue)", shot, 80, 24)
    }

    @Test func `the fleet, in other symbols, while a filter is written, and with a question`()
        throws
    {
        var stand = try DisplayStand.fleetTable()
        for (columns, rows) in [(200, 60), (120, 40), (80, 24), (50, 20)] {
            stand.state.fit(columns: columns, rows: rows)
            stand.answer()
            stand.pause("s23.0")
            try check("fleet-\(columns)x\(rows)", stand.shot, columns, rows)
        }
        stand.state.fit(columns: 80, rows: 24)
        stand.state.preferences.symbols = .ascii
        stand.answer()
        stand.pause("s23.0")
        try check("fleet-80x24-ascii", stand.shot, 80, 24)
        stand.state.preferences.symbols = .block
        stand.press("4/easy")
        try check("fleet-filter-80x24", stand.shot, 80, 24)
        stand.press(.enter)
        stand.press("X")
        try check("fleet-question-80x24", stand.shot, 80, 24)
    }

    @Test func `the fleet while the daemon brings its lanes to the present`() throws {
        let sessions = (0..<10_000).map { number in
            let rate = Double(60 + number * 7919 % 128)
            return ScriptedFleet.Session(
                LaneID(index: number), plan: ["easy", "long", "tempo"][number % 3],
                latest: ["heart_rate_bpm": rate, "speed_mps": rate / 45])
        }
        var stand = DisplayStand.table(ScriptedFleet(sessions))
        stand.state.preferences.symbols = .braille
        stand.scripted?.brought = 2310
        stand.sort(by: "▼BPM")
        try check("fleet-progress-80x24", stand.shot, 80, 24)
    }

    @Test func `a free flight before its takeoff, in miles`() throws {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: 3)
        var stand = DisplayStand(fleet, greeted: DisplayStand.epoch + .seconds(60), lane: 0)
        try stand.fly(.seconds(10))
        stand.press("u")
        try check("preflight-80x24", stand.shot, 80, 24)
    }

    @Test(arguments: [(80, 24, 5), (120, 40, 3), (36, 8, 2)])
    func `the help, page by page`(columns: Int, rows: Int, pages: Int) throws {
        var shot = try DisplayStand.missionShot.get()
        shot.state.fit(columns: columns, rows: rows)
        shot.press("?")
        for page in 1...pages {
            try check("help-\(columns)x\(rows)-\(page)", shot, columns, rows)
            shot.press(.pageDown)
        }
    }

    @Test(arguments: [(80, 24), (50, 20)])
    func `the log on demand`(columns: Int, rows: Int) throws {
        var shot = try DisplayStand.missionShot.get()
        shot.press("l")
        try check("mission-log-\(columns)x\(rows)", shot, columns, rows)
    }

    @Test(arguments: [(80, 24), (120, 40), (50, 20)])
    func `track and altitude`(columns: Int, rows: Int) throws {
        var shot = try GroundScreenTests.shownShot.get()
        shot.state.fit(columns: columns, rows: rows)
        shot.state.preferences.flipsGround = rows < 40
        try check("ground-\(columns)x\(rows)", shot, columns, rows)
        shot.state.preferences.symbols = .ascii
        try check("ground-\(columns)x\(rows)-ascii", shot, columns, rows)
    }

    @Test(arguments: [("sink-rate", 298.0), ("returning", 284.0)])
    func `a mission under a call`(name: String, pace: Double) throws {
        var mission = try ScriptedMission()
        mission.call(.sinkRate)
        mission.run(at: pace)
        try check("mission-\(name)-80x24", mission.shot, 80, 24)
        try check("mission-\(name)-120x40", mission.shot, 120, 40)
    }

    @Test(arguments: [(120, 40), (200, 60)])
    func `a long run with intervals, in blocks and in ASCII`(columns: Int, rows: Int) throws {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: 3)
        var stand = DisplayStand(fleet, greeted: DisplayStand.epoch + .seconds(2400), lane: 0)
        try stand.fly(.seconds(10))
        for symbols in [Symbols.block, .ascii] {
            stand.state.preferences.symbols = symbols
            try check(
                "intervals-\(columns)x\(rows)-\(symbols.rawValue)", stand.shot, columns, rows)
        }
    }

    private func check(_ name: String, _ shot: Shot, _ columns: Int, _ rows: Int) throws {
        let text = shot.text(columns, rows) + "\n"
        let folder = "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
        let path = "/\(folder)/Golden/\(name).txt"
        if Environment.value("RUNWAY_RECORD_GOLDEN") != nil {
            try FileContent.replace(path, with: Array(text.utf8), durable: false)
        }
        let golden = String(
            decoding: try FileContent.read(path, limitBytes: 1 << 20), as: UTF8.self)
        #expect(text == golden, "\(name) is drawn differently:\n\(text)")
    }
}
