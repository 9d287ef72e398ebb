import ChannelPipeline
import FlightDisplay
import Terminal
import Testing
import Vocabulary

/// Greetings and lines that no real daemon sends.
@Suite struct HostileGreetingTests {
    private static let fields = [
        #""speed":-1e300"#, #""speed":1e300"#, #""speed":0"#, #""speed":-0.0"#, #""speed":1e-300"#,
        #""speed":3600,"clock_us":-9e15"#, #""speed":3600,"clock_us":9e15"#, #""clock_us":9e18"#,
        #""speed":"max","beat_s":-9223372036854775808"#, #""beat_s":9223372036854774784"#,
        #""sessions":9223372036854774784"#, #""sessions":-9223372036854775808"#,
        #""sessions":9.2e18,"shard":"1023/1024""#, #""sessions":1e300,"seed":-1e300"#,
        #""speed":3600,"clock_us":-9e15,"t":"9999-12-31T23:59:59Z""#,
        #""speed":3600,"clock_us":9e15,"t":"0000-01-01T00:00:00Z""#,
    ]

    /// A display that has been greeted again with other fields.
    private func greeted(_ fields: String) -> DisplayStand {
        var stand = DisplayStand.table(DisplayStand.crowd(30))
        let usual = [
            ("t", "\"2026-11-20T06:10:00Z\""),
            ("clock_us", "\(DisplayStand.greetingClock.microseconds)"),
            ("sessions", "30"),
        ].filter { !fields.contains("\"\($0.0)\":") }.map { "\"\($0.0)\":\($0.1)," }
        stand.state.connect()
        stand.say(#"{"type":"hello",\#(usual.joined())\#(fields)}"#)
        return stand
    }

    @Test(arguments: fields)
    func `whatever a greeting says, no size of the screen and no key traps`(fields: String) {
        var stand = greeted(fields)
        stand.answer()
        for key in "nptnp? tptn" {
            for (columns, rows) in [(0, 0), (36, 8), (80, 24), (200, 60)] {
                stand.state.fit(columns: columns, rows: rows)
                #expect(stand.shot.screen(columns, rows).rows == rows)
            }
            _ = stand.ask()
            _ = stand.state.subscriptions
            _ = stand.state.take(.character(key), at: stand.clock)
            #expect(stand.state.frameInterval >= .milliseconds(100))
        }
        for clock in [.min, -1, 0, 1, .max] as [Int64] {
            let now = MonotonicInstant(microseconds: clock)
            _ = DisplayView.draw(stand.state, at: now, columns: 80, rows: 24)
        }
    }

    @Test(arguments: ["t", ""])
    func `gaps of any length are logged, and their sum does not overflow`(key: String) {
        var stand = greeted(#""speed":1"#)
        stand.answer()
        stand.press(key)
        let most = "9223372036854774784"
        for lines in [most, "-\(most)", most, "1e300", "-1e300", "7.5"] {
            for subscription in stand.state.subscriptions {
                stand.say(#"{"sub":"\#(subscription.name)","type":"gap","lines":\#(lines)}"#)
            }
            #expect(stand.shot.screen(120, 40).rows == 40)
        }
        #expect(stand.text(120, 40).contains("GAPS 1000000000000 lines"))
    }
}
