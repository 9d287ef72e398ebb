import ChannelPipeline
import FlightDisplay
import Readout
import Terminal
import TestSupport
import Testing
import Vocabulary

/// The parts of the flight screen: what they show, and that they stay inside their areas.
@Suite struct FlightPartsTests {
    @Test func `the log is shown by a key at 80 columns, newest at the bottom`() throws {
        var shot = try DisplayStand.missionShot.get()
        #expect(!shot.text(80, 24).contains("FLIGHT LOG"))
        shot.press("l")
        let text = shot.text(80, 24)
        #expect(text.contains("FLIGHT LOG"))
        #expect(text.contains("HEART RATE bpm ─"), "one graph stays")
        let last = text.split(separator: "\n")[22]
        #expect(last.hasSuffix("06:22:38 cruise: heart rate steady"))
        shot.press("l")
        #expect(!shot.text(80, 24).contains("FLIGHT LOG"))
        shot.press("l")
        #expect(shot.text(50, 20).contains("FLIGHT LOG"))
    }

    @Test func `a long entry ends in a mark at the edge of the log`() throws {
        var mission = try ScriptedMission()
        let event = String(repeating: "event ", count: 30)
        mission.say(past: "event", #""event":"\#(event)""#)
        for (columns, rows) in [(114, 24), (120, 40), (200, 60)] {
            let rows = mission.shot.screen(columns, rows).text
            let row = try #require(rows.first { $0.contains("event event") })
            #expect(row.hasSuffix("…") && row.count == columns, "\(row)")
        }
    }

    @Test func `the profile names its levels, the minutes and the kilometres`() throws {
        let shot = try DisplayStand.missionShot.get()
        let text = shot.text(120, 40)
        for level in ["climb   ┈", "cruise  ┈", "descent ▁"] { #expect(text.contains(level)) }
        #expect(text.contains(#/min +0 +10 +20 +30 +40 +50 +60/#))
        #expect(text.contains(#/ km +1 +2 +3 +4 /#))
        #expect(shot.text(80, 24).contains(#/[━▒]●┈+/#))
    }

    @Test func `time in zones adds up to the time in flight`() throws {
        let text = try DisplayStand.missionShot.get().text(120, 40)
        let seconds = text.matches(of: #/Z\d \d+\+.* (\d+):(\d\d) +\d+ %/#).reduce(0) {
            $0 + (Int($1.output.1) ?? 0) * 60 + (Int($1.output.2) ?? 0)
        }
        // 21:15 in flight, the first 45 s of it below the first zone.
        #expect((1220...1240).contains(seconds), "\(seconds)")
    }

    @Test func `a replayed past counts once`() throws {
        var stand = try DisplayStand.mission()
        func told() -> [Substring] {
            stand.text(200, 60).matches(of: #/Z\d \d+\+.* %|\d +\d:\d\d +[+-]\d:\d\d +\d+ /#)
                .map(\.output)
        }
        let before = told()
        #expect(before.count == 9)
        stand.state.connect()
        try stand.openSubscriptions()
        #expect(told() == before)
    }

    @Test func `a graph has round ends, a grid, and minutes below`() throws {
        let shot = try DisplayStand.missionShot.get()
        for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
            let text = shot.text(columns, rows)
            #expect(text.matches(of: #/\n +1\d\d ┼/#).count > 1)
            #expect(text.contains(#/-10 min .* now/#))
            #expect(text.contains(" 6:00 ┼"), "\(text)")
        }
    }

    @Test func `heart rate is drawn in the colour of its zone`() throws {
        let shot = try DisplayStand.missionShot.get()
        let screen = shot.screen(80, 24)
        let curve = (17...21).flatMap { row in (7..<37).map { screen[row, $0] } }
            .filter { (0x2801...0x28FF).contains($0.scalar.value) }
        let colors = Set(curve.map(\.style.foreground))
        #expect(colors == [.red, .magenta, .yellow, .green], "zones 5 to 2")
    }

    @Test func `a graph of a missing sensor leaves its area to others`() throws {
        let text = try DisplayStand.missionShot.get().text(120, 40)
        #expect(text.contains("CADENCE spm") && text.contains("STRIDE m"))
        #expect(!text.contains("GROUND CONTACT ms"))
    }

    @Test func `the target stands at the end of the tape while it is beyond`() throws {
        var mission = try ScriptedMission()
        mission.run(at: 400)
        #expect(mission.shot.text(80, 24).contains("▲ 4:30"))
        mission.run(at: 200)
        #expect(mission.shot.text(80, 24).contains("▼ 4:30"))
        mission.run(at: 270)
        #expect(mission.shot.text(80, 24).contains("◀ 4:30"))
    }

    @Test func `a free flight shows how long each phase has lasted`() throws {
        let fleet = Fleet(seed: 42, epoch: DisplayStand.epoch, simulatedLanes: 3)
        var stand = DisplayStand(fleet, greeted: DisplayStand.epoch + .seconds(900), lane: 0)
        try stand.fly(.seconds(5))
        #expect(stand.text(80, 24).contains(#/ preflight \d:\d\d  takeoff \d:\d\d/#))
    }

    @Test(arguments: [Symbols.braille, .block, .ascii])
    func `no part writes a cell outside of its own area, however small that is`(
        symbols: Symbols
    ) throws {
        var mission = try ScriptedMission(.imperial, symbols)
        mission.call(.sinkRate)
        mission.say(present: #""speed_mps":{"average":0.6},"distance_m":{"latest":123456.78}"#)
        let parts: [FlightPart] = [
            .paceTape, .phase, .heartRateTape, .mission, .readouts, .zones, .splits, .log,
            .graph(.heartRate), .graph(.speed), .graph(.cadence), .graph(.contact),
        ]
        var sentinels = Screen(columns: 60, rows: 30)
        sentinels.fill(sentinels.area, "~")
        for part in parts {
            for rows in [0, 1, 2, 3, 4, 5, 7, 11, 20] {
                for columns in [0, 1, 2, 5, 9, 17, 35, 44] {
                    let area = ScreenArea(row: 5, column: 8, rows: rows, columns: columns)
                    var screen = sentinels
                    FlightView.draw(
                        FlightLayout.Placement(part: part, area: area), of: mission.shot.state,
                        at: mission.shot.clock, on: &screen)
                    screen.fill(area, "~")
                    guard screen != sentinels else { continue }
                    Issue.record("\(part) in \(columns)x\(rows)")
                }
            }
        }
    }

    @Test func `a high screen shows what lies ahead`() throws {
        let shot = try DisplayStand.missionShot.get()
        #expect(shot.text(200, 60).contains(#/kilometre 5 done in [12]:\d\d/#))
        #expect(shot.text(200, 60).contains(#/the mission done in 2[0-3]:\d\d/#))
        #expect(!shot.text(80, 24).contains("done in"))
    }

    /// Absurd numbers, each sent twenty times so that slopes are computed from them.
    @Test(arguments: [1.7e308, -1.7e308, 1e19, -1, 0, 1e-300])
    func `no number traps, however large or small`(number: Double) throws {
        for units in Units.allCases {
            var mission = try ScriptedMission(units)
            mission.call(.sinkRate)
            for second in 0..<20 {
                mission.pass(.seconds(1))
                let value = second % 3 == 0 ? number / 2 : number
                let fields = Metric.allCases.map {
                    #""\#($0.name)":{"average":\#(value),"latest":\#(value)}"#
                }.joined(separator: ",")
                mission.say(present: fields)
                mission.say(past: "stat", #""phase":"cruise",\#(fields)"#)
            }
            for (columns, rows) in [(36, 8), (50, 20), (80, 24), (120, 40), (200, 60)] {
                #expect(
                    mission.shot.text(columns, rows).contains("CRUISE")
                        || mission.shot.text(columns, rows).contains("C R U I S E"))
            }
        }
    }

    /// The widest real numbers: a pace of an hour and a half for a mile, a flight of ten hours.
    @Test(arguments: [72, 80, 114, 120, 200])
    func `wide numbers are whole, or cut by a mark at the edge of their own cell`(
        columns: Int
    ) throws {
        var mission = try ScriptedMission(.imperial)
        mission.say(
            present: #""speed_mps":{"average":0.6},"distance_m":{"latest":123456.78},"#
                + #""cadence_spm":{"average":200.4},"stride_m":{"average":1.999},"#
                + #""contact_ms":{"average":1399.9},"energy_kcal":{"latest":12345.678},"#
                + #""steps":{"latest":1234567},"heart_rate_bpm":{"average":204.4}"#)
        let text = mission.shot.text(columns, 24)
        for whole in ["76.71 mi", "200 spm", "6.56 ft", "1400 ms", "12346 kcal", "[44:42 ]"] {
            #expect(text.contains(whole), "\(whole) at \(columns)")
        }
        #expect(text.contains("average "))
        #expect(text.contains("climb from") || text.contains("cruise below"))
    }
}
