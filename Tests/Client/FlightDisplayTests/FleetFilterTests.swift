import FlightDisplay
import Terminal
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct FleetFilterTests {
    private func stand() -> DisplayStand { DisplayStand.table(DisplayStand.crowd(300)) }

    @Test func `the table follows the filter while it is written, and enter keeps it`() {
        var stand = stand()
        stand.press("/MIS")
        #expect(stand.shot.lanes() == Array(stride(from: 0, to: 200, by: 10)))
        #expect(stand.shot.footer == "/MIS_ enter keep  esc drop  ctrl-u clear")
        #expect(stand.shot.line(0).contains("30 of 300 sessions  /MIS"))
        stand.press(.enter)
        #expect(stand.shot.lanes() == Array(stride(from: 0, to: 200, by: 10)))
        #expect(stand.shot.footer.hasPrefix("q quit"))
    }

    @Test func `escape restores the filter from before the prompt`() {
        var stand = stand()
        stand.press("/mission")
        stand.press(.enter)
        stand.press("/x")
        #expect(stand.shot.lanes().isEmpty)
        stand.press(.escape)
        #expect(stand.shot.line(0).contains("30 of 300 sessions  /mission"))
    }

    @Test func `backspace, ctrl-w and ctrl-u delete a character, a word and all`() {
        var stand = stand()
        stand.press("/one two")
        stand.press(.backspace)
        #expect(stand.shot.footer.hasPrefix("/one tw_"))
        stand.press(.control("w"))
        #expect(stand.shot.footer.hasPrefix("/one _"))
        stand.press(.control("u"))
        stand.press(.backspace)
        #expect(stand.shot.footer.hasPrefix("/_"))
        #expect(stand.shot.lanes() == Array(0..<20))
    }

    @Test func `in the filter prompt keys are text, except ctrl-c and the arrows`() {
        var stand = stand()
        stand.press("/qPX?t1")
        #expect(stand.shot.footer.hasPrefix("/qPX?t1_"))
        stand.press(.control("u"))
        stand.press(.down)
        #expect(stand.shot.markedLane == 1)
        #expect(stand.state.take(.control("c"), at: stand.clock) == .quit)
    }

    @Test func `a filter has 64 bytes at most, and its request is one line of JSON`() throws {
        var stand = stand()
        let text = "\"\\é{}" + String(repeating: "x", count: 70)
        stand.press("/" + text)
        #expect(stand.shot.footer.contains("64 bytes"))
        let request = try #require(stand.requests.last)
        let match = try #require(JSONValue(line: request.utf8)?["match"]?.text)
        #expect(match.utf8.count == 64 && text.hasPrefix(match))
        #expect(throws: Never.self) { try DisplayStand.decodeAny(request) }
    }

    @Test func `a filter and a phase hold together, and escape ends both`() {
        var stand = stand()
        stand.press("4/mission")
        stand.press(.enter)
        #expect(stand.shot.line(0).contains("in cruise  /mission"))
        #expect(stand.shot.lanes().allSatisfy { $0.index % 7 == 3 && $0.index % 10 == 0 })
        stand.press(.escape)
        #expect(stand.shot.lanes() == Array(0..<20))
    }

    @Test func `in the flight view the key does nothing`() {
        var stand = stand()
        stand.press(.enter)
        stand.press("/n")
        #expect(stand.state.subscriptions[0].request.contains("\"s1\""))
    }
}
