import PlainText
import Terminal
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

/// The times of day and the days in the text of `tail`.
@Suite struct LineTimesTests {
    /// What is shown of the lines, one after the other, on a machine on which it is `today`.
    private func shown(
        _ style: TimeStyle, today: String = "2026-11-20T12:00:00Z", _ lines: String...
    ) throws -> String {
        let now = try #require(CalendarTime(rfc3339: today)).microseconds
        var formatter = LineFormatter(
            palette: Palette(isColored: false), times: LineTimes(style, now: now))
        return try lines.map { line in
            formatter.text(try #require(JSONValue(line: Array(line.utf8)), "\(line)"))?.text ?? ""
        }.joined()
    }

    private func event(_ time: String, session: String = "s0.0", n: Int = 7) -> String {
        #"{"type":"event","session":"\#(session)","n":\#(n),"t":"2026-11-\#(time)Z","event":"e"}"#
    }

    @Test func `a day stands before its first line, and the machine's own needs none`() throws {
        #expect(
            try shown(
                .utc, event("20T23:59:58"), event("20T23:59:59"), event("21T00:00:00"),
                event("21T00:00:01"), event("23T07:00:00"))
                    == """
                    23:59:58  s0.0    e
                    23:59:59  s0.0    e
                    -- 2026-11-21
                    00:00:00  s0.0    e
                    00:00:01  s0.0    e
                    -- 2026-11-23
                    07:00:00  s0.0    e

                    """)
    }

    @Test func `the first day is told when it is not the machine's`() throws {
        #expect(
            try shown(.utc, event("19T10:00:00"), event("20T10:00:00"))
                == """
                -- 2026-11-19
                10:00:00  s0.0    e
                -- 2026-11-20
                10:00:00  s0.0    e

                """)
    }

    @Test func `a snapshot has its day where it is another`() throws {
        func snapshot(_ since: String) -> String {
            #"{"type":"snapshot","session":"s1.4","state":"flying","phase":"climb","#
                + #""start":"2026-11-20T06:00:00Z","since":"\#(since)","plan":"easy"}"#
        }
        #expect(
            try shown(.utc, snapshot("2026-11-19T23:12:30Z"), snapshot("2026-11-20T06:12:30Z"))
                == """
                -- s1.4: easy, flying, climb since 2026-11-19 23:12:30
                -- s1.4: easy, flying, climb since 06:12:30

                """)
        #expect(
            try shown(.relative, snapshot("2026-11-20T06:12:30Z"))
                == "-- s1.4: easy, flying, climb since +0:12:30\n")
        #expect(
            try shown(.none, snapshot("2026-11-20T06:12:30Z")) == "-- s1.4: easy, flying, climb\n")
    }

    @Test(arguments: [
        (TimeStyle.utc, "-- 2026-11-21\n23:31:05  s0.0    e\n"),
        (.iso, "2026-11-21T23:31:05.300Z  s0.0    e\n"),
        (.none, "s0.0    e\n"),
    ])
    func `a style has its own time, and none beside a date that says it all`(
        style: TimeStyle, expected: String
    ) throws {
        #expect(try shown(style, event("21T23:31:05.300000")) == expected)
    }

    @Test func `relative times count from the start that the snapshot names`() throws {
        let snapshot =
            #"{"type":"snapshot","session":"s0.0","state":"flying","phase":"climb","#
            + #""start":"2026-11-20T22:00:00Z","since":"2026-11-20T22:05:00Z","plan":"easy"}"#
        #expect(
            try shown(.relative, snapshot, event("20T22:12:07"), event("20T23:12:07.98"))
                == """
                -- s0.0: easy, flying, climb since +0:05:00
                +0:12:07  s0.0    e
                +1:12:07  s0.0    e

                """)
    }

    @Test func `relative times of a session without a snapshot count from its first line`() throws {
        let end =
            #"{"type":"end","session":"s0.1","n":9,"t":"2026-11-20T08:00:09Z","anchor":"A"}"#
        #expect(
            try shown(
                .relative, event("20T08:00:00", session: "s0.1"),
                event("20T08:00:05", session: "s0.1"), event("20T08:00:06", session: "s1.1"), end)
                    == """
                    +0:00:00  s0.1    e
                    +0:00:05  s0.1    e
                    +0:00:00  s1.1    e
                    +0:00:09  s0.1    end of the session

                    """)
    }

    @Test(arguments: [
        (TimeStyle.utc, ", times in UTC"), (.iso, ", times in UTC"),
        (.relative, ", times since the start of each session"), (.none, ""),
    ])
    func `the greeting says what the times are`(style: TimeStyle, expected: String) throws {
        let hello = #"{"type":"hello","seed":7,"speed":1,"sessions":1,"t":"2026-11-19T08:00:00Z"}"#
        #expect(try shown(style, hello) == "-- seed 7, sessions: 1\(expected)\n")
    }

    @Test func `a time that is none is a row of dashes`() throws {
        let line = #"{"type":"event","session":"s0.0","t":"noon","event":"e"}"#
        #expect(try shown(.utc, line) == "--:--:--  s0.0    e\n")
    }
}
