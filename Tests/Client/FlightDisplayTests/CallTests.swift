import FlightDisplay
import Readout
import Terminal
import Testing
import Vocabulary

@Suite struct CallTests {
    /// The style of the call on the screen, after the daemon has made it and the pace has changed.
    private func drawn(
        _ advisory: Advisory, at pace: Double, _ text: String, _ units: Units = .metric
    ) throws -> CellStyle? {
        var mission = try ScriptedMission(units)
        mission.call(advisory)
        mission.run(at: pace)
        return mission.place(of: text, columns: 80, rows: 24)?.style
    }

    @Test func `a call says how far the pace is from its target and what to do`() throws {
        let red = try drawn(.sinkRate, at: 298, "!! SINK RATE +0:28, faster !!")
        #expect(red?.foreground == .red)
        let fast = try drawn(.overspeed, at: 240, "!! OVERSPEED -0:30, slower !!")
        #expect(fast?.foreground == .red)
        let good = try drawn(.glidePath, at: 273, "= GLIDE PATH +0:03, on target =")
        #expect(good?.foreground == .green)
    }

    @Test(arguments: [(Advisory.sinkRate, "+0:12"), (.overspeed, "-0:12")])
    func `a call is no warning while the pace is back in the band`(
        advisory: Advisory, amount: String
    ) throws {
        let pace = advisory == .sinkRate ? 282.0 : 258.0
        let name = advisory == .sinkRate ? "SINK RATE" : "OVERSPEED"
        let style = try drawn(advisory, at: pace, "- \(name) \(amount), returning -")
        #expect(style?.foreground == .yellow)
    }

    @Test func `a call that the pace has crossed describes the present pace`() throws {
        #expect(try drawn(.sinkRate, at: 240, "SINK RATE -0:30, now fast")?.foreground == .yellow)
        #expect(try drawn(.overspeed, at: 300, "OVERSPEED +0:30, now slow")?.foreground == .yellow)
        #expect(try drawn(.glidePath, at: 300, "GLIDE PATH +0:30, too slow")?.foreground == .yellow)
    }

    @Test(arguments: [240.0, 249.4, 249.6, 250, 250.4, 270, 289.5, 290.4, 290.6, 300])
    func `red never stands beside a pace that is said to be in band`(pace: Double) throws {
        for units in Units.allCases {
            for advisory in [Advisory.glidePath, .sinkRate, .overspeed] {
                var mission = try ScriptedMission(units)
                mission.call(advisory)
                mission.run(at: pace)
                let isInBand = mission.place(of: "in band", columns: 80, rows: 24) != nil
                let isWarning = mission.place(of: "!! ", columns: 80, rows: 24) != nil
                let isGood = mission.place(of: "= GLIDE", columns: 80, rows: 24) != nil
                #expect(!(isInBand && isWarning), "\(advisory) at \(pace) in \(units)")
                #expect(isInBand || !isGood, "\(advisory) at \(pace) in \(units)")
            }
        }
    }

    @Test func `the last metres are counted down, in feet with imperial units`() throws {
        var mission = try ScriptedMission()
        mission.call(.minimums)
        mission.say(present: #""distance_m":{"latest":9962.00}"#)
        #expect(mission.shot.text(80, 24).contains("MINIMUMS 38 m to go"))
        mission = try ScriptedMission(.imperial)
        mission.call(.minimums)
        mission.say(present: #""distance_m":{"latest":9962.00}"#)
        #expect(mission.shot.text(80, 24).contains("MINIMUMS 125 ft to go"))
    }

    @Test func `a call without a fresh pace is dim`() throws {
        var mission = try ScriptedMission()
        mission.call(.sinkRate)
        mission.run(at: 300)
        let later = DisplayView.draw(
            mission.shot.state, at: mission.shot.clock + .seconds(10), columns: 80, rows: 24)
        let row = try #require(later.text.firstIndex { $0.contains("SINK RATE") })
        let column = later.text[row].prefix { $0 != "S" }.count
        #expect(later[row, column].style.isDim)
    }

    @Test func `a call of the past is dim until all lines have come`() throws {
        var mission = try ScriptedMission()
        mission.connect()
        mission.call(.sinkRate)
        mission.run(at: 300)
        #expect(mission.place(of: "SINK RATE", columns: 80, rows: 24)?.style.isDim == true)
    }

    @Test func `a landed session has no call`() throws {
        var mission = try ScriptedMission()
        mission.call(.glidePath)
        mission.say(past: "phase", #""to":"touchdown","cause":"run_ended""#)
        #expect(mission.place(of: "GLIDE PATH +", columns: 80, rows: 24) == nil)
    }

    @Test func `the log says at which pace a call was made`() throws {
        var mission = try ScriptedMission()
        mission.call(.sinkRate)
        #expect(mission.shot.text(120, 40).contains("SINK RATE at 4:52 /km"))
    }
}
