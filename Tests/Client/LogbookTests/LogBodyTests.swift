import CivilTime
import FlightDisplay
import Logbook
import Terminal
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// The heart rate and the nights of days, of a daemon whose athletes wear a watch.
@Suite struct LogBodyTests {
    private static let friday = ScriptedLife.epoch.adding(days: 64)

    private func life() -> ScriptedLife {
        var life = ScriptedLife()
        life.hasWatch = true
        return life
    }

    private func texts(_ value: JSONValue?) -> [String] { value?.items.compactMap(\.text) ?? [] }

    private func asksForQuarters(_ stand: LogStand) -> Bool {
        stand.requests.contains { $0["interval"]?.text == "15m" }
    }

    private func asksForStages(_ stand: LogStand) -> Bool {
        stand.requests.contains { texts($0["metrics"]).contains("sleep_deep_min") }
    }

    @Test func `the page of a day asks for quarters of its heart rate, and its stages of sleep`()
        throws
    {
        let stand = LogStand(life())
        let quarters = try #require(stand.requests.last { $0["interval"]?.text == "15m" })
        #expect(texts(quarters["metrics"]) == ["heart_rate_bpm"])
        #expect(texts(quarters["stats"]) == ["average", "max", "min"])
        #expect(quarters["from"]?.text == "2026-03-06" && quarters["to"]?.text == "2026-03-07")
        let stages = try #require(
            stand.requests.last { texts($0["metrics"]).contains("sleep_deep_min") })
        #expect(texts(stages["kinds"]) == ["entry"])
        #expect(stages["after"]?.text?.hasPrefix("2026-03-05T22:59:59") ?? false)
    }

    @Test func `older daemons, laps and other pages are not asked for what a watch reads`() {
        var laps = life()
        laps.hasDays = false
        var month = LogStand(life())
        month.press("m")
        let before = month.requests.count
        month.press("pn")
        #expect(month.requests[before...].allSatisfy { $0["interval"]?.text != "15m" })
        for life in [ScriptedLife(), laps] {
            var stand = LogStand(life)
            #expect(!asksForQuarters(stand) && !asksForStages(stand))
            #expect(!stand.text().contains("night") && !stand.text().contains("not worn"))
            stand.press("b")
            #expect(stand.text().contains("nothing is known of this athlete's heart rate"))
        }
    }

    @Test func `the night is told with the time in each stage, and a nap beside it`() {
        var life = life()
        life.naps = [Self.friday.adding(days: -1)]
        var stand = LogStand(life)
        let night = "night 23:10 to 06:20  deep 1:15  core 4:00  REM 1:30  awake 0:25"
        #expect(stand.text().contains(night))
        #expect(!stand.text().contains("nap"))
        stand.press("p")
        #expect(stand.text(120, 40).contains(night + "  nap 13:40 to 14:05"))
        stand.press("n")
        #expect(!stand.text(120, 40).contains("nap"))
    }

    @Test func `what was not read because the watch was off is said, and is never zero`() {
        var life = life()
        life.daysOff = [Self.friday.adding(days: -2)]
        life.nightsOff = [Self.friday.adding(days: -1)]
        var stand = LogStand(life)
        #expect(stand.text().contains("not worn"), "in the strip of the week")
        stand.press("p")
        #expect(stand.text().contains("sleep               not worn"))
        #expect(stand.text().contains("HRV (SDNN)          not worn"))
        #expect(stand.text().contains("night not worn"))
        #expect(stand.text().contains("10 489 of 10 000"))
        #expect(stand.text(120, 40).contains("not worn 7:00 h"))
        stand.press("p")
        #expect(stand.text().contains("steps not worn"))
        #expect(stand.text().contains("average heart rate  not worn"))
        #expect(!stand.text().contains("0 of 10 000"))
        #expect(stand.text().contains("body mass           6"), "the scales know of no watch")
    }

    @Test func `a night that is still to come is not said to be without the watch`() {
        var life = life()
        life.nightsOff = [Self.friday]
        let text = LogStand(life).text()
        #expect(text.contains("night not known yet") && !text.contains("not worn"))
        #expect(text.contains("sleep               no data"))
    }

    @Test func `a key shows heart rate and night where they have no room beside the run`() {
        var stand = LogStand(life())
        #expect(stand.text().contains("RUN s7.64") && !stand.text().contains("HEART RATE bpm"))
        stand.press("b")
        #expect(!stand.text().contains("RUN s7.64"))
        #expect(stand.text().contains("HEART RATE bpm") && stand.text().contains("─ NIGHT ─"))
        stand.press("b")
        #expect(stand.text().contains("RUN s7.64"))
        stand.press("mb")
        #expect(stand.text().contains("HEART RATE bpm"))
        let large = LogStand(life()).text(120, 40)
        for part in ["HEART RATE bpm", "─ NIGHT ─", "RUN s7.64"] { #expect(large.contains(part)) }
        var saturday = ScriptedLife("2026-03-07")
        saturday.hasWatch = true
        let rest = LogStand(saturday)
        #expect(rest.text().contains("HEART RATE bpm") && rest.text().contains("─ NIGHT ─"))
        #expect(rest.text().contains("the next, s7.66, begins on Sun 8 Mar at"))
    }

    @Test func `without the right to a metric, neither its values nor a lack of them are guessed`()
    {
        var life = life()
        life.rights =
            #"{"read":["steps","sleep_min"],"kinds":["entry","event"],"control":false,"observe":false}"#
        var stand = LogStand(life)
        #expect(!asksForQuarters(stand) && !asksForStages(stand))
        #expect(stand.text().contains("night no right"))
        #expect(stand.text().contains("average heart rate  no right"))
        stand.press("b")
        #expect(stand.text().contains("no right") && !stand.text().contains("not worn"))
        life.rights =
            #"{"read":["sleep_core_min"],"kinds":["entry"],"control":false,"observe":false}"#
        #expect(LogStand(life).text().contains("deep no right  core 4:00"))
    }

    @Test func `the heart rate is one metric, of days where they are known, else of runs`() {
        var place = LogbookPlace(lane: 7)
        place.page = .metric
        place.metric = .day(.heartRate)
        #expect(LogStand(life(), place: place).text().contains("─ HEART RATE bpm, 28 days"))
        #expect(
            LogStand(ScriptedLife(), place: place).text().contains("─ HEART RATE OF RUNS bpm"))
        var stand = LogStand(life(), place: place)
        var titles: Set<String> = []
        for _ in LogMetric.all {
            stand.press(.tab)
            titles.insert(stand.state.place.metric.name)
        }
        #expect(titles.count == LogMetric.all.count)
        place.metric = .day(.heartRateVariability)
        #expect(LogStand(life(), place: place).text().contains("HEART RATE VARIABILITY ms"))
    }

    @Test func `of readings of many a day, the list of values has those by hand`() {
        var life = life()
        func entry(_ source: String, _ id: Int) -> String {
            #""type":"entry","session":"d7.64","n":9,"t":"2026-03-06T12:00:00.000000Z","#
                + #""entry":"e7.\#(id)","metric":"heart_rate_bpm","value":61,"#
                + #""start":"2026-03-04T20:00:00.000000Z","end":"2026-03-04T20:00:00.000000Z","#
                + #""source":"\#(source)""#
        }
        life.manual = [entry("simulated", 1), entry("manual", 2)]
        var place = LogbookPlace(lane: 7)
        place.page = .metric
        place.metric = .day(.heartRate)
        let text = LogStand(life, place: place).text()
        #expect(text.ranges(of: "61 by hand").count == 1)
        #expect(text.contains("of 29"), "28 days and one entry")
    }

    @Test func `a month tells days without the watch from days of no steps`() {
        var life = life()
        life.daysOff = [Self.friday.adding(days: -2)]
        var stand = LogStand(life)
        stand.press("m")
        for (columns, rows) in [(80, 24), (120, 40)] {
            #expect(stand.text(columns, rows).ranges(of: "not worn").count == 1)
        }
    }

    @Test func `a page that a low screen has no room for leaves the keys alone`() {
        var stand = LogStand(life())
        for page in ["d", "m", "w", "v"] {
            stand.press(page)
            let keys = stand.screen(40, 40).text.last
            for rows in 8...39 {
                #expect(stand.screen(40, rows).text.last == keys, "\(page), \(rows) rows")
            }
        }
    }

    @Test func `no size traps, with a night, without one, and on the days when clocks change`() {
        for date in ["2026-03-06", "2026-03-07", "2026-03-29", "2026-10-25"] {
            var life = ScriptedLife(date)
            life.hasWatch = true
            for keys in ["", "b", "p", "pb"] {
                var stand = LogStand(life)
                stand.press(keys)
                for columns in [0, 1, 36, 40, 59, 60, 61, 99, 100, 240] {
                    for rows in [0, 1, 8, 9, 12, 24, 61] { _ = stand.screen(columns, rows) }
                }
            }
        }
    }
}
