import CivilTime
import Terminal
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import Logbook

/// What is typed: dates, the goal, samples by hand.
@Suite struct LogPromptTests {
    @Test(arguments: [
        ("2026-02-28", "2026-02-28"), ("02-28", "2026-02-28"), ("1", "2026-03-01"),
        ("-7", "2026-02-27"), ("+3", "2026-03-09"), (" 2024-02-29 ", "2024-02-29"),
        ("yesterday", "2026-03-05"), ("7d", "2026-02-27"),
    ])
    func `any date can be gone to`(text: String, date: String) {
        var stand = LogStand()
        stand.press("/\(text)")
        stand.press(.enter)
        #expect(stand.state.date.map { "\($0)" } == date)
        #expect(stand.state.place.date != nil)
        stand.press("t")
        #expect(stand.state.place.date == nil)
    }

    @Test(arguments: [
        "2026-02-30", "31-12-2026", "soon", "32", "1999-12-31", "2300-01-01",
        "--9223372036854775808", "--9223372036854775807", "+100000", "--5",
    ])
    func `what is no date is said, and can be mended`(text: String) {
        var stand = LogStand()
        stand.press("/\(text)")
        stand.press(.enter)
        #expect(stand.state.notice != nil)
        #expect(stand.state.place.date == nil)
        #expect(stand.text().contains("go to: \(text)"))
        stand.press(.escape)
        #expect(!stand.text().contains("go to:"))
    }

    @Test func `a goal is set once, and handed to its keeper`() {
        var stand = LogStand()
        stand.press("g12 000")
        stand.press(.enter)
        #expect(stand.state.preferences.goal == 12_000)
        #expect(stand.state.preferences.keepsGoal)
        #expect(stand.text().contains("5 302 of 12 000"))
        stand.press("g0")
        stand.press(.enter)
        #expect(stand.state.preferences.goal == 12_000)
    }

    @Test func `a reading is added at a time of the shown day`() throws {
        var stand = LogStand()
        stand.press("p")
        stand.press("a71.3 07:10")
        stand.press(.enter)
        let request = try #require(stand.last("add"))
        #expect(request["session"]?.text == "s7")
        #expect(request["metric"]?.text == "body_mass_kg")
        #expect(request["value"]?.double == 71.3)
        // 7:10 in Berlin in winter.
        #expect(request["at"]?.text == "2026-03-05T06:10:00.000000Z")
        #expect(
            stand.state.notice == "added body mass 71.3 kg, e7.99; x removes it",
            "the name is that of runway add")
        #expect(stand.text().contains("e7.99"))
    }

    private static let massByHand =
        #""type":"entry","session":"d7.63","n":9,"t":"2026-03-06T12:00:00Z","entry":"e7.99","#
        + #""metric":"body_mass_kg","value":71.3,"start":"2026-03-05T06:10:00Z","#
        + #""end":"2026-03-05T06:10:00Z","source":"manual""#

    @Test func `what was added on the page of a day is removed on it`() throws {
        var life = ScriptedLife()
        life.manual = [Self.massByHand]
        var stand = LogStand(life)
        stand.press("x")
        #expect(stand.state.notice?.contains("no body mass of this day") == true)
        stand.press("px")
        #expect(stand.text().contains("by hand"))
        #expect(stand.text().contains("remove body mass 71.3 kg, e7.99?"))
        stand.press("y")
        #expect(stand.last("remove")?["entry"]?.text == "e7.99")
        #expect(stand.state.notice == "removed body mass 71.3 kg, e7.99")
    }

    @Test(arguments: [
        ("157.2lb", 71.3), ("157.2 lb", 71.3), ("71.3kg", 71.3), ("71.3 KG", 71.3), ("130lb", 59),
    ])
    func `a mass may be written in pounds`(text: String, kilograms: Double) {
        var stand = LogStand()
        stand.press("pa\(text) 07:10")
        stand.press(.enter)
        #expect(stand.last("add")?["value"]?.double == kilograms)
    }

    @Test func `whoever reads pounds and miles writes them`() {
        var stand = LogStand()
        stand.press("up")
        let text = stand.text()
        #expect(text.contains(" mi") && text.contains(" lb"))
        #expect(!text.contains(" km") && !text.contains(" kg"))
        stand.press("a")
        #expect(stand.text().contains("157.2lb 07:10"))
        stand.press("130 07:10")
        stand.press(.enter)
        #expect(stand.last("add")?["value"]?.double == 59)
        stand.press("w")
        #expect(stand.text().contains("MILES BY WEEK"))
        stand.press("m")
        #expect(stand.text().contains("miles run"))
        stand.press("r")
        #expect(stand.text().contains(" mi at ") && stand.text().contains(" /mi"))
    }

    @Test func `the prompt for a goal shows the present one`() {
        var stand = LogStand()
        stand.press("g")
        #expect(stand.text().contains("steps of a day, now 10 000; esc cancels"))
    }

    @Test func `another athlete is the next, the previous or any, with days of its own`() throws {
        var stand = LogStand()
        let before = stand.requests.count
        stand.press("N")
        #expect(stand.state.place.lane == 8)
        let asked = stand.requests[before...]
        #expect(asked.contains { $0["op"]?.text == "sessions" && $0["from"]?.integer == 8 })
        #expect(stand.last("query")?["select"]?["session"]?.text == "s8")
        #expect(stand.text().contains("LOGBOOK s8"))
        stand.press("PP")
        #expect(stand.state.place.lane == 6)
        for (typed, lane) in [("s11", 11), ("0", 0)] as [(String, LaneID)] {
            stand.press("A\(typed)")
            stand.press(.enter)
            #expect(stand.state.place.lane == lane)
        }
        stand.press("P")
        #expect(stand.state.place.lane == 11, "the first follows the last")
        for wrong in ["s12", "x", "s1.4", "-1", ""] {
            stand.press("A\(wrong)")
            stand.press(.enter)
            #expect(stand.state.place.lane == 11 && stand.state.notice != nil, "\(wrong)")
            stand.press(.escape)
        }
    }

    @Test func `without a time, a reading of the present day is one of now`() throws {
        var stand = LogStand()
        stand.press("a71.3")
        stand.press(.enter)
        let at = try #require(stand.last("add")?["at"]?.text)
        #expect(at == "2026-03-06T13:32:00.000000Z")
        stand.press("pa71.3")
        stand.press(.enter)
        #expect(stand.state.notice?.contains("when?") == true)
    }

    @Test func `a night begins on the evening before, and is typed in hours`() throws {
        var place = LogbookPlace(lane: 7)
        place.page = .metric
        place.metric = .day(.sleep)
        var stand = LogStand(place: place)
        stand.press("a7:12 23:10 06:40")
        stand.press(.enter)
        let request = try #require(stand.last("add"))
        #expect(request["value"]?.integer == 432)
        #expect(request["start"]?.text == "2026-03-05T22:10:00.000000Z")
        #expect(request["end"]?.text == "2026-03-06T05:40:00.000000Z")
    }

    @Test func `distance is typed in kilometres and sent in metres`() throws {
        var place = LogbookPlace(lane: 7)
        place.page = .metric
        place.metric = .day(.distance)
        var stand = LogStand(place: place)
        stand.press("a1.25 14:00 14:20")
        stand.press(.enter)
        #expect(stand.last("add")?["value"]?.double == 1250)
    }

    @Test(arguments: [
        (DayMetric.distance, "-999999999.999999999 14:00 14:30"),
        (.distance, "1000000001 14:00 14:30"), (.sleep, "8 23:00 07:00"),
    ])
    func `a value beyond all bounds, or without its unit, is asked for again`(
        metric: DayMetric, text: String
    ) {
        var place = LogbookPlace(lane: 7)
        place.page = .metric
        place.metric = .day(metric)
        var stand = LogStand(place: place)
        stand.press("a\(text)")
        stand.press(.enter)
        #expect(stand.last("add") == nil)
        #expect(stand.state.notice?.contains("a value comes first") == true)
    }

    @Test func `the percent of a goal is never a step too low`() {
        for hundreds in 0...100 {
            let outcome = StepsBar.outcome(Double(hundreds * 100), 10_000)
            #expect(outcome.hasPrefix("\(hundreds) %, "), "\(hundreds)")
        }
    }

    @Test func `only what was added by hand is removed, after a yes`() throws {
        var life = ScriptedLife()
        life.manual = [
            #""type":"entry","session":"d7.64","n":9,"t":"2026-03-06T12:00:00Z","entry":"e7.99","#
                + #""metric":"body_mass_kg","value":60.3,"start":"2026-03-06T11:00:00Z","#
                + #""end":"2026-03-06T11:00:00Z","source":"manual""#
        ]
        var place = LogbookPlace(lane: 7)
        place.page = .metric
        place.metric = .day(.bodyMass)
        var stand = LogStand(life, place: place)
        stand.press("jx")
        #expect(stand.state.notice?.contains("only what was added by hand") == true)
        stand.press("kx")
        #expect(stand.text().contains("remove body mass 60.3 kg, e7.99?"))
        stand.press("n")
        #expect(stand.last("remove") == nil)
        stand.press("xy")
        #expect(stand.last("remove")?["entry"]?.text == "e7.99")
    }

    @Test func `what the daemon refuses is said with its reason`() {
        var life = ScriptedLife()
        life.refusals["add"] =
            #""code":"bad_field","reason":"500.1 is above the limit.","suggestion":"Give at most 500.","retryable":false"#
        var stand = LogStand(life)
        stand.press("a500.1")
        stand.press(.enter)
        #expect(
            stand.state.notice
                == "add body_mass_kg 500.1: 500.1 is above the limit. Give at most 500.")
    }
}
