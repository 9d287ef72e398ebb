import PlainText
import Testing
import WireProtocol

@testable import ClientCore

@Suite struct DescribeTextTests {
    /// What a daemon sends of its phases and choices.
    private static let line = #"""
        {"type":"describe","phases":[{"name":"preflight","hold_s":0,"dwell_s":0},\#
        {"name":"takeoff","hold_s":0,"dwell_s":45},{"name":"climb","hold_s":5,"dwell_s":30},\#
        {"name":"cruise","hold_s":8,"dwell_s":31},{"name":"descent","hold_s":6,"dwell_s":32},\#
        {"name":"approach","hold_s":0,"dwell_s":0},{"name":"touchdown","hold_s":0,"dwell_s":0}],\#
        "levels":{"unit":"u","high":{"enter":0.83,"leave":0.80},"low":{"enter":0.40,"leave":0.44},\#
        "rising":{"enter":0.30,"leave":0.20},"falling":{"enter":-0.31,"leave":-0.21},\#
        "takeoff":{"until_fraction":0.50,"until_trend":0.08,"time_limit_s":240},\#
        "return_dwell_s":75},"kinds":["stat","sample"]}
        """#

    private func lines(_ json: String) throws -> [String] {
        let value = try #require(JSONValue(line: Array(json.utf8)[...]))
        return DescribeCommand.text(value).text.split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
    }

    private static let table = """
        PHASE      BEGINS WHEN HEART RATE     GOES ON WHILE IT           HELD FOR  LASTS
        preflight  (the session begins)       (the run has not begun)
        takeoff    (the run begins)           is below 50 %, or                    45 s or more,
                                              rises by over 8 %/min                240 s or less
        climb      is at 83 % or above, or    is at 80 % or above, or    5 s       30 s or more
                   rises by 30 %/min or more  rises by 20 %/min or more
        cruise     does neither               does neither               8 s       31 s or more
        descent    is at 40 % or below, or    is at 44 % or below, or    6 s       32 s or more
                   falls by 31 %/min or more  falls by 21 %/min or more
        approach   (the last part begins)     (the run has not ended)
        touchdown  (the run ends)             (for good)

        % is of the heart-rate reserve: 0 % is the resting heart rate, 100 % the maximal one.
        A trend outranks a level. HELD FOR is how long it must be so before the phase begins.
        LASTS is how long before heart rate can end it, and 75 s before it can lead back.
        """

    @Test func `the phases have their thresholds in words and numbers`() throws {
        let table = try lines(Self.line).drop { !$0.hasPrefix("PHASE") }.prefix(15)
        #expect(table.joined(separator: "\n") == Self.table)
    }

    @Test func `the words of requests are listed`() throws {
        let text = try lines(Self.line).joined(separator: "\n")
        #expect(text.contains("\nCHOICE  WORDS\nkinds   stat sample\n\n"))
    }

    @Test(arguments: [
        #"{"phases":[{"name":"climb"}]}"#,
        #"{"phases":[{"name":"climb","hold_s":1e300}],"levels":{"high":{"enter":1e300}}}"#,
        #"{"phases":[{"name":"climb","hold_s":"x"}],"levels":[]}"#,
    ])
    func `a number that is missing or beyond all bounds is a question mark`(json: String) throws {
        let climb = try #require(try lines(json).first { $0.hasPrefix("climb") })
        #expect(climb.hasPrefix("climb  is at ? or above, or"))
        #expect(climb.hasSuffix("?         ? or more"))
    }

    @Test func `a phase of a later daemon has its times and no words`() throws {
        let json = #"{"phases":[{"name":"taxi","hold_s":3,"dwell_s":4}]}"#
        let row = try #require(try lines(json).first { $0.hasPrefix("taxi") })
        #expect(row.split(separator: " ") == ["taxi", "3", "s", "4", "s", "or", "more"])
    }
}
