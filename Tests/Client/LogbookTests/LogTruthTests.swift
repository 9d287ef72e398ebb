import CivilTime
import FlightDisplay
import Logbook
import Terminal
import Testing
import Vocabulary
import WireProtocol

/// What is behind days, on the pages of who asks for it.
@Suite struct LogTruthTests {
    private static let ill =
        #""findings":[{"finding":"ill","source":"ordered","first":"2026-03-03","last":"2026-03-05"},"#
        + #"{"finding":"not_worn","source":"drawn","first":"2026-02-27","last":"2026-03-05"}],"#
        + #""speed_percent":-2.1"#
    private static let seldom =
        #""findings":[{"finding":"break","source":"drawn","first":"2025-12-16","last":"2026-03-15"}"#
        + #"],"speed_percent":0.4"#

    private func stand(hasDayTruths: Bool = true, shows: Bool = true, rights: String? = nil)
        -> LogStand
    {
        var life = ScriptedLife()
        life.hasDayTruths = hasDayTruths
        life.rights = rights
        let monday = ScriptedLife.epoch.adding(days: 60)
        life.truths = [
            monday: Self.seldom, monday.adding(days: 1): Self.ill, monday.adding(days: 3): Self.ill,
            monday.adding(days: 4): #""findings":[],"speed_percent":-1.3"#,
        ]
        var stand = LogStand(life)
        stand.state.preferences.showsTruth = shows
        stand.connect()
        return stand
    }

    private func row(_ stand: LogStand, _ columns: Int = 80) -> String? {
        stand.text(columns).split(separator: "\n").first { $0.hasPrefix(" truth") }
            .map { String($0).split(separator: " ").joined(separator: " ") }
    }

    @Test func `a day has its findings with their dates, and the pace`() {
        var stand = stand()
        #expect(row(stand) == "truth told at the end of the day")
        stand.press("p")
        let shown =
            "truth ill, ordered, 3 to 5 March; not worn, drawn, 27 February to 5 March;"
        #expect(row(stand) == shown)
        #expect(stand.text().contains("\n        speed -2.1 %"))
        #expect(row(stand, 120) == shown + " speed -2.1 %")
        stand.press("p")
        #expect(row(stand) == "truth nothing is told of this day")
        stand.press("pp")
        #expect(
            row(stand)
                == "truth break, drawn, 16 December 2025 to 15 March 2026; speed +0.4 %")
    }

    @Test func `a month marks the days with findings`() {
        var stand = stand()
        stand.press("m")
        for (columns, rows) in [(40, 24), (80, 24), (120, 40)] {
            let text = stand.text(columns, rows)
            for mark in [" !2 ", " !3 ", " !5 "] { #expect(text.contains(mark), "\(columns)") }
            #expect(!text.contains("!4") && !text.contains("!6"))
        }
        #expect(stand.text(80).contains("kilometres run, ! finding"))
    }

    @Test func `one subscription reads the books of the page's dates that have begun`() throws {
        let stand = stand()
        let asked = stand.requests.filter { request in
            request["kinds"]?.items.contains(.string("truth")) ?? false
        }
        #expect(asked.count == 1)
        let request = try #require(asked.last)
        let books = (60...64).map { JSONValue.string("d7.\($0)") }
        #expect(request["select"]?["session"] == .array(books))
        #expect(request["kinds"] == .array([.string("entry"), .string("truth")]))
        #expect(request["metrics"]?.items.count == 1)
        #expect(request["after"]?.text == "2026-03-01T22:59:59.980000Z")
        #expect(stand.state.isSettled)
    }

    @Test func `the reading of past days ends with the first line behind them`() throws {
        var stand = stand()
        stand.press("pppp")
        stand.press("ppp")
        let request = try #require(
            stand.requests.last { $0["kinds"]?.items.contains(.string("truth")) ?? false })
        let books = (53...64).map { JSONValue.string("d7.\($0)") }
        #expect(request["select"]?["session"] == .array(books))
        #expect(!stand.state.subscriptions.contains { $0.name == request["sub"]?.text })
        #expect(stand.state.isSettled)
    }

    @Test func `without the flag nothing is asked and nothing shown`() {
        var plain = stand(shows: false)
        for keys in ["p", "m"] {
            plain.press(keys)
            #expect(!plain.text().contains("truth") && !plain.text().contains("!"))
        }
        #expect(!plain.requests.contains { "\($0)".contains("truth") })
    }

    @Test func `a daemon that tells none, and a lack of the right, are said and not asked`() {
        let old = stand(hasDayTruths: false)
        #expect(row(old) == "truth this daemon tells none")
        let denied = stand(rights: #"{"read":["steps"],"kinds":["stat","entry"]}"#)
        #expect(row(denied) == "truth no right")
        for stand in [old, denied] {
            #expect(!stand.requests.contains { "\($0)".contains("truth") })
            #expect(stand.state.isSettled)
        }
    }
}
