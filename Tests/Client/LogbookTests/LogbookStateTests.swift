import CivilTime
import FlightDisplay
import Logbook
import Terminal
import Testing
import Vocabulary
import WireProtocol

@Suite struct LogbookStateTests {
    @Test func `days of an athlete by laps begin with what to start instead, on every size`() {
        var life = ScriptedLife()
        life.hasDays = false
        var stand = LogStand(life)
        let note = "By laps each athlete has some twenty runs a day: start runwayd --schedule days."
        for key in ["d", "m", "w", "v"] {
            stand.press(key)
            #expect(stand.screen(80, 24).text[1] == note, "\(key)")
            #expect(stand.screen(36, 8).text[1].hasPrefix("By laps each athlete"), "\(key)")
        }
        stand.state.preferences.isEmbedded = true
        #expect(stand.screen(80, 24).text[1].hasSuffix("start it with --schedule days."))
        #expect(!LogStand().text().contains("By laps"))
        #expect(!LogbookText.lines(stand.state, columns: 80).contains { $0.hasPrefix("By laps") })
        life.recordings = 8
        #expect(!LogStand(life).text().contains("By laps"))
    }

    @Test func `a metric of 28 days asks for 29, from midnight to midnight of the fleet's zone`()
        throws
    {
        var stand = LogStand()
        stand.press("v")
        let query = try #require(stand.last("query"))
        #expect(query["from"]?.text == "2026-02-06")
        #expect(query["to"]?.text == "2026-03-07")
        #expect(query["interval"]?.text == "1d")
        #expect(query["stats"]?.items.compactMap(\.text) == ["sum"])
    }

    @Test func `pages are asked for until the last, and shown when all have come`() {
        var life = ScriptedLife()
        life.pageLimit = 3
        var stand = LogStand(life)
        stand.press("v")
        let whole = LogStand()
        var other = whole
        other.press("v")
        #expect(stand.text() == other.text())
        #expect(stand.requests.filter { $0["page"] != nil }.count >= 9)
    }

    @Test func `the days of a week are asked for once, however one leafs through them`() {
        var stand = LogStand()
        let before = stand.requests.count
        stand.press("pppp")
        let queries = stand.requests[before...].filter { $0["op"]?.text == "query" }
        #expect(queries.isEmpty)
        stand.press("p")
        #expect(stand.requests[before...].filter { $0["op"]?.text == "query" }.count == 1)
    }

    @Test func `the present day goes on over midnight, a chosen one stays`() {
        var stand = LogStand()
        #expect(stand.state.date.map { "\($0)" } == "2026-03-06")
        stand.pass(10 * 3600)
        #expect(stand.state.date.map { "\($0)" } == "2026-03-07")
        stand.press("p")
        stand.pass(24 * 3600)
        #expect(stand.state.date.map { "\($0)" } == "2026-03-06")
    }

    @Test func `a day that is not over is asked for again`() {
        var stand = LogStand()
        let before = stand.requests.count
        stand.pass(11)
        #expect(stand.requests[before...].contains { $0["op"]?.text == "query" })
        stand.press("/02-10")
        stand.press(.enter)
        let after = stand.requests.count
        stand.pass(60)
        #expect(!stand.requests[after...].contains { $0["op"]?.text == "query" })
    }

    @Test func `an entry by hand makes old days old`() throws {
        var stand = LogStand()
        stand.press("/02-10")
        stand.press(.enter)
        let changes = try #require(
            stand.requests.last {
                $0["op"]?.text == "subscribe"
                    && $0["kinds"]?.items.compactMap(\.text) == ["entry", "event"]
            }?["sub"]?.text)
        stand.say(
            #"{"sub":"\#(changes)","type":"entry","session":"d7.64","n":5,"t":"2026-03-06T13:32:00Z","#
                + #""entry":"e7.5","metric":"steps","value":100,"start":"2026-02-10T10:00:00Z","#
                + #""end":"2026-02-10T10:10:00Z","source":"manual"}"#)
        let before = stand.requests.count
        stand.pass(1)
        #expect(stand.requests[before...].contains { $0["op"]?.text == "query" })
    }

    @Test func `a refusal that may pass is tried again, another is not`() {
        for (mayPass, count) in [(true, 1), (false, 0)] {
            var life = ScriptedLife()
            life.refusals["query"] =
                #""code":"no_room","reason":"No memory.","suggestion":"Later.","retryable":\#(mayPass)"#
            var stand = LogStand(life)
            #expect(stand.text().contains("No memory."))
            #expect(stand.text().contains("asked again") == mayPass)
            stand.life.refusals = [:]
            let before = stand.requests.count
            stand.pass(6)
            #expect(stand.requests[before...].filter { $0["op"]?.text == "query" }.count == count)
            #expect(stand.text().contains("5 302") == mayPass)
        }
    }

    @Test func `a daemon that dies is said, and asked again when it is back`() {
        var stand = LogStand()
        stand.state.disconnect(
            because: "the daemon ended the connection without a farewell", attempt: 1,
            nextAttempt: stand.clock + .seconds(1))
        #expect(stand.text().contains("LOST, attempt 1 in 1 s"))
        #expect(stand.text().contains("5 302"), "what was known stays")
        stand.life.now = stand.life.now + .seconds(60)
        let before = stand.requests.count
        stand.connect()
        #expect(stand.text().contains("LIVE"))
        #expect(stand.requests[before...].contains { $0["op"]?.text == "query" })
    }

    @Test func `an addition without an answer is said to be in doubt`() {
        var stand = LogStand()
        _ = stand.state.take(.character("a"), at: stand.clock)
        for key in "71.3" { _ = stand.state.take(.character(key), at: stand.clock) }
        _ = stand.state.take(.enter, at: stand.clock)
        _ = stand.ask()
        stand.state.disconnect(because: "gone", attempt: 1, nextAttempt: stand.clock)
        #expect(stand.text().contains("not known whether it was done: add body_mass_kg 71.3"))
    }

    @Test func `without a calendar, laps have no days, and runs are there all the same`() {
        var life = ScriptedLife()
        life.hasDays = false
        life.zone = .utc
        let stand = LogStand(life)
        #expect(stand.text().contains("no data on this day"))
        #expect(stand.text().contains("RUN s7.64"))
        #expect(stand.text().contains("UTC"))
    }

    @Test func `a day of 23 hours, and one that has not begun, are said`() {
        var stand = LogStand(ScriptedLife("2026-03-29"))
        #expect(stand.text().contains("23 hours"))
        stand.press("n")
        #expect(stand.text().contains("this day has not begun"))
    }

    @Test func `the next run is said on a day of rest`() {
        let stand = LogStand(ScriptedLife("2026-03-07"))
        #expect(stand.text().contains("the next, s7.66, begins on Sun 8 Mar at"))
    }

    @Test func `enter opens a day of the month, the week of a bar, and the run of a day`() {
        var stand = LogStand()
        stand.press("mp")
        stand.press(.enter)
        #expect(stand.text().contains("THURSDAY 5 MARCH 2026"))
        stand.press(.enter)
        #expect(stand.text().contains("s7.63, easy"))
        stand.press("n")
        #expect(stand.text().contains("s7.64, easy"))
        stand.press("wk")
        stand.press(.enter)
        #expect(stand.text().contains("MONDAY 23 FEBRUARY 2026"))
    }

    @Test func `weeks that have not been read look not like weeks without a run`() throws {
        var stand = LogStand()
        _ = stand.state.take(.character("w"), at: stand.clock)
        let asked = stand.ask().filter { $0["op"]?.text == "subscribe" }
        #expect(asked.count == 1, "the newest weeks first")
        #expect(stand.text().components(" not read") > 15)
        for request in asked { for line in stand.life.answer(request) { stand.say(line) } }
        #expect(stand.text().contains("27.0 km"))
        #expect(stand.text().components(" not read") > 10)
        stand.answer()
        #expect(stand.text().components(" not read") == 0)
        #expect(!stand.text().contains(" 0.0 km"))
    }

    @Test func `no size traps, on any page`() {
        for page in ["d", "m", "w", "v", "r", "?"] {
            var stand = LogStand()
            stand.press(page)
            for columns in [0, 1, 35, 36, 40, 59, 60, 61, 100, 240] {
                for rows in [0, 1, 7, 8, 9, 12, 24, 61] { _ = stand.screen(columns, rows) }
            }
        }
    }

    @Test func `a hostile daemon moves no cursor and traps nothing`() {
        var stand = LogStand()
        stand.say(#"{"type":"bucket","id":"log.1","start":"x"}"#)
        stand.say(#"{"type":"ok","id":"log.99","next":"\u001b[2J"}"#)
        stand.say(
            #"{"type":"sessions","id":"card","sessions":[{"session":"s7.1","athlete":{"sex":"\u001b[31m","age":1e300}}]}"#
        )
        stand.say(
            #"{"type":"hello","t":"9999-01-01T00:00:00Z","clock_us":1,"epoch":"9998-01-01T00:00:00Z","schedule":"days","time_zone":"\u001b"}"#
        )
        #expect(!stand.text().unicodeScalars.contains { $0.value == 0x1B })
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
