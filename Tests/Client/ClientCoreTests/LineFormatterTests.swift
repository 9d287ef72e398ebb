import FlightDisplay
import PlainText
import Readout
import Terminal
import Testing
import WireProtocol

@testable import ClientCore

@Suite struct LineFormatterTests {
    private static let head =
        #""session":"s0.0","n":7,"t":"2026-11-20T23:31:05.000000Z","anchor":"A""#

    private func text(_ line: String, colored: Bool = false) throws -> String? {
        let value = try #require(JSONValue(line: Array(line.utf8)), "\(line)")
        var formatter = formatter(colored: colored)
        return formatter.text(value)?.text
    }

    /// Of a machine on which it is the 20th.
    private func formatter(colored: Bool = false) -> LineFormatter {
        LineFormatter(
            palette: Palette(isColored: colored),
            times: LineTimes(.utc, now: 1_795_132_800_000_000))
    }

    private func text(_ type: String, _ fields: String) throws -> String? {
        try text(#"{"type":"\#(type)",\#(Self.head),\#(fields)}"#)
    }

    @Test func `entries are in pounds and miles for those who read them`() throws {
        var formatter = formatter()
        formatter.units = .imperial
        func text(_ fields: String) throws -> String {
            let line = #"{"type":"entry",\#(Self.head),\#(fields)}"#
            let value = try #require(JSONValue(line: Array(line.utf8)))
            return formatter.text(value)?.text ?? ""
        }
        #expect(
            try text(#""metric":"body_mass_kg","value":71.3"#).hasSuffix("body_mass_lb 157.2\n"))
        #expect(
            try text(#""metric":"distance_m","value":1609.34"#).hasSuffix("distance_mi 1.00\n"))
        #expect(try text(#""metric":"steps","value":812"#).hasSuffix("steps 812\n"))
        #expect(
            try text(#""run":"s0.0","distance_m":8046.72,"moving_s":2400"#)
                .hasSuffix("run s0.0  5.00 mi 40 min\n"))
    }

    @Test func `a stat line has the time of day, the session, the phase and the metrics`() throws {
        #expect(
            try text(
                "stat",
                #""phase":"cruise","heart_rate_bpm":{"average":151.20,"latest":152},"#
                    + #""speed_mps":{"average":3.33333,"latest":3.4},"#
                    + #""cadence_spm":{"average":171.40,"latest":172},"#
                    + #""stride_m":{"average":1.16700,"latest":1.17},"#
                    + #""contact_ms":{"average":248.60,"latest":250}"#)
                == "23:31:05  s0.0    cruise     151 bpm   5:00 /km  171 spm  1.17 m  249 ms\n")
    }

    @Test func `who follows several measuring kinds sees of which kind a line is`() throws {
        func marked(_ type: String, _ fields: String) throws -> String? {
            let line = #"{"type":"\#(type)",\#(Self.head),"phase":"cruise",\#(fields)}"#
            let value = try #require(JSONValue(line: Array(line.utf8)))
            var formatter = formatter()
            formatter.marksKind = true
            return formatter.text(value)?.text
        }
        let start = "23:31:05  s0.0    cruise     "
        #expect(
            try marked("stat", #""heart_rate_bpm":{"average":151}"#)
                == start + "stat    151 bpm\n")
        #expect(try marked("sample", #""heart_rate_bpm":152"#) == start + "sample  152 bpm\n")
        #expect(
            try marked("truth", #""part":"steady""#)?.hasPrefix(start + "truth   true ") == true)
        #expect(
            try marked("event", #""event":"pause""#) == "23:31:05  s0.0    pause\n")
    }

    @Test func `what was done by hand is told with its time and its name`() throws {
        let mass =
            #""metric":"body_mass_kg","value":71.3,"start":"2026-11-19T06:40:00.000000Z","#
            + #""end":"2026-11-19T06:40:00.000000Z","source":"manual""#
        let told = "body_mass_kg 71.3 of 2026-11-19 06:40:00 (e7.8)\n"
        #expect(
            try text("entry", #""entry":"e7.8",\#(mass)"#) == "23:31:05  s0.0    added \(told)")
        #expect(
            try text("entry", #""entry":"e7.9","removes":"e7.8",\#(mass)"#)
                == "23:31:05  s0.0    removed \(told)")
        let steps =
            #""entry":"e7.8","metric":"steps","value":1200,"source":"manual","#
            + #""start":"2026-11-20T17:00:00.000000Z","end":"2026-11-20T17:15:00.000000Z""#
        #expect(
            try text("entry", steps)
                == "23:31:05  s0.0    added steps 1200 of 17:00:00 to 17:15:00 (e7.8)\n")
        let simulated = #""entry":"e7.8","metric":"steps","value":12,"source":"simulated""#
        #expect(try text("entry", simulated) == "23:31:05  s0.0    steps 12\n")
        let broken = #""metric":7,"value":"x","start":7,"source":"manual""#
        #expect(try text("entry", broken)?.contains("added ?") == true)
    }

    @Test func `a number of a summary beyond all bounds is shown as unknown`() throws {
        #expect(
            try text("entry", #""run":"s0.3","moving_s":1e300"#)
                == "23:31:05  s0.0    run s0.3 ? min\n")
    }

    @Test func `metrics stand in their own order, and one that is absent leaves no hole`() throws {
        #expect(
            try text(
                "stat",
                #""phase":"preflight","contact_ms":{"latest":250},"heart_rate_bpm":{"latest":61}"#)
                == "23:31:05  s0.0    preflight   61 bpm  250 ms\n")
        #expect(
            try text("stat", #""phase":"descent""#) == "23:31:05  s0.0    descent  \n")
    }

    @Test func `a sample line has plain values, totals among them`() throws {
        #expect(
            try text(
                "sample",
                #""phase":"touchdown","heart_rate_bpm":98,"speed_mps":0.000,"#
                    + #""distance_m":5012.34,"steps":4321,"energy_kcal":310.250"#)
                == "23:31:05  s0.0    touchdown   98 bpm  --:-- /km   5.01 km   4321 steps"
                + "  310 kcal\n")
    }

    @Test func `a truth line has the true phase, what drives the heart, and the faults`() throws {
        let fields =
            #""phase":"cruise","true_phase":"climb","driven_heart_rate_bpm":98.06,"#
            + #""intensity":0.714,"part":"warm_up""#
        let expected =
            "23:31:05  s0.0    cruise     true climb      driven  98.1 bpm  intensity 0.71  warm up"
        #expect(try text("truth", fields) == expected + "\n")
        #expect(
            try text("truth", fields + #","faults":["strap_dropout","gps_lost"]"#)
                == expected + "  strap dropout, gps lost\n")
        #expect(try text("truth", #""phase":"climb""#)?.contains("driven     ? bpm") == true)
    }

    @Test func `the truth of a day has its findings and the pace`() throws {
        let head = #""session":"d0.3","n":97,"t":"2026-11-20T23:59:59.980000Z","anchor":"A""#
        let findings =
            #"{"finding":"not_worn","source":"ordered","first":"2026-11-18","last":"2026-11-22"},"#
            + #"{"finding":"away","source":"drawn","first":"2026-11-20","last":"2026-11-20"}"#
        let shown =
            "23:59:59  d0.3    truth  not worn 2026-11-18 to 2026-11-22 (ordered)  "
            + "away 2026-11-20 (drawn)  speed -2.1 %\n"
        let line = #"{"type":"truth",\#(head),"findings":[\#(findings)],"speed_percent":-2.1}"#
        #expect(try text(line) == shown)
        #expect(try text(#"{"type":"truth",\#(head)}"#)?.hasSuffix("truth  speed ? %\n") == true)
    }

    @Test func `a phase line says from where to where, why and after how long`() throws {
        #expect(
            try text(
                "phase", #""from":"climb","to":"cruise","cause":"heart_rate_steady","held_s":12.40"#
            )
                == "23:31:05  s0.0    climb -> cruise: heart rate steady (for 12 s)\n")
        #expect(
            try text(
                "phase", #""from":"approach","to":"touchdown","cause":"run_ended","held_s":0.00"#)
                == "23:31:05  s0.0    approach -> touchdown: run ended\n")
    }

    @Test(arguments: [
        (
            #""to":"sink_rate","held_s":10.00,"speed_mps":2.5"#,
            "SINK RATE,  6:40 /km (for 10 s)"
        ),
        (
            #""from":"sink_rate","to":"glide_path","held_s":5.00,"speed_mps":3.333"#,
            "GLIDE PATH,  5:00 /km (for 5 s)"
        ),
        (#""from":"overspeed","to":"minimums","held_s":0.00"#, "MINIMUMS"),
        (#""from":"minimums","held_s":0.00"#, "CALLS END"),
    ])
    func `an advisory line is the call, with the pace if it is known`(
        fields: String, expected: String
    ) throws {
        #expect(try text("advisory", fields) == "23:31:05  s0.0    \(expected)\n")
    }

    @Test func `event and end lines are short`() throws {
        #expect(try text("event", #""event":"pause""#) == "23:31:05  s0.0    pause\n")
        #expect(
            try text(#"{"type":"end",\#(Self.head)}"#)
                == "23:31:05  s0.0    end of the session\n")
    }

    @Test func `long names of sessions push the line, and two spaces stay`() throws {
        #expect(
            try text(
                #"{"type":"event","session":"s12345.-7","t":"2026-11-20T06:00:00.500000Z","event":"start"}"#
            )
                == "06:00:00  s12345.-7  start\n")
    }

    @Test func `a gap says how much is lost and how to bring it back`() throws {
        #expect(
            try text(
                #"{"type":"gap","after":"A1","through":"B2","lines":123,"reason":"slow_consumer"}"#)
                == "-- gap: 123 lines lost, because they were read too slowly; "
                + "--from A1 brings them back\n")
        #expect(
            try text(#"{"type":"gap","after":"A1","through":"B2","lines":1}"#)
                == "-- gap: 1 line lost, because it was read too slowly; --from A1 brings it back\n"
        )
    }

    @Test func `a line that replaces others says how many`() throws {
        #expect(
            try text(#"{"skipped":12,"type":"sample",\#(Self.head),"phase":"climb","steps":7}"#)
                == "23:31:05  s0.0    climb          7 steps  (12 skipped)\n")
    }

    @Test func `a warning says how much waits`() throws {
        #expect(
            try text(
                #"{"type":"warn","code":"falling_behind","lines":24577,"lines_limit":32768,"#
                    + #""bytes":5832120,"bytes_limit":8388608}"#)
                == "-- falling behind: 24577 of at most 32768 lines wait, "
                + "5832120 of 8388608 bytes\n")
        #expect(try text(#"{"type":"warn"}"#)?.contains("? of at most ? lines") == true)
    }

    @Test func `a snapshot says what flies`() throws {
        #expect(
            try text(
                #"{"type":"snapshot","session":"s1.4","state":"running","phase":"climb","#
                    + #""since":"2026-11-20T06:12:30.000000Z","plan":"easy"}"#)
                == "-- s1.4: easy, running, climb since 06:12:30\n")
    }

    @Test func `the greeting says what can be flown again`() throws {
        #expect(
            try text(#"{"type":"hello","seed":42,"speed":60,"sessions":3}"#)
                == "-- seed 42, sessions: 3, times in UTC, 60.0 times as fast\n")
        #expect(
            try text(#"{"type":"hello","seed":7,"speed":1,"sessions":1}"#)
                == "-- seed 7, sessions: 1, times in UTC\n")
    }

    @Test func `what follows the live mark is new`() throws {
        #expect(
            try text(#"{"type":"live","t":"2026-11-20T06:12:30.000000Z","anchor":"A"}"#)
                == "-- live: what follows is new\n")
    }

    @Test(arguments: ["ok", "beat", "bye", "error", "status", "weather"])
    func `lines that are not of the stream say nothing to people`(type: String) throws {
        #expect(try text(#"{"type":"\#(type)"}"#) == nil)
        #expect(try text("{}") == nil)
    }

    @Test(arguments: [
        ("preflight", "2"), ("takeoff", "33"), ("climb", "33"), ("cruise", "32"),
        ("descent", "1"), ("approach", "1"), ("touchdown", "2"), ("holding", "1"),
    ])
    func `colour repeats the phase and says nothing by itself`(phase: String, code: String) throws {
        let line =
            #"{"type":"stat",\#(Self.head),"phase":"\#(phase)","heart_rate_bpm":{"latest":9}}"#
        let padded = phase.padded(to: 9, .left)
        let session = "\u{1B}[36ms0.0  \u{1B}[0m"
        #expect(
            try text(line, colored: true)
                == "23:31:05  \(session)  \u{1B}[\(code)m\(padded)\u{1B}[0m    9 bpm\n")
        #expect(try text(line) == "23:31:05  s0.0    \(padded)    9 bpm\n")
    }

    @Test func `a session has the colour of its lane, lap after lap`() throws {
        func colored(_ session: String) throws -> String? {
            try text(
                #"{"type":"event","session":"\#(session)","t":"2026-11-20T06:00:00Z","event":"e"}"#,
                colored: true)
        }
        let found = try ["s1.0", "s1.1", "s7.-3"].map { name in
            try colored(name)?.replacing(name.padded(to: 6, .left), with: "NAME")
        }
        #expect(found[0] == "06:00:00  \u{1B}[35mNAME\u{1B}[0m  \u{1B}[1me\u{1B}[0m\n")
        #expect(Set(found).count == 1)
        #expect(try colored("s2.0")?.contains("\u{1B}[94ms2.0  \u{1B}[0m") == true)
        #expect(try colored("lap")?.hasPrefix("06:00:00  lap     ") == true)
    }

    @Test func `numbers beyond all bounds are question marks and no end of the program`() throws {
        #expect(try text(#"{"type":"gap","lines":1e300}"#)?.contains("gap: ? lines") == true)
        #expect(try text("phase", #""held_s":1e300"#)?.hasSuffix("(for ? s)\n") == true)
    }
}
