import FlightDisplay
import Terminal
import TestSupport
import Testing
import Vocabulary

/// Moving through a fleet with more sessions than the screen has rows.
@Suite struct FleetPagesTests {
    private func stand(_ count: Int = 1000, rows: Int = 24) -> DisplayStand {
        DisplayStand.table(DisplayStand.crowd(count), rows: rows)
    }

    @Test func `g and G show the first and the last of all sessions`() {
        var stand = stand()
        stand.press("G")
        #expect(stand.shot.lanes() == Array(980..<1000))
        #expect(stand.shot.markedLane == 999)
        #expect(stand.shot.line(1).hasSuffix("981-1000 of 1000"))
        stand.press("g")
        #expect(stand.shot.lanes() == Array(0..<20))
        #expect(stand.shot.markedLane == 0)
    }

    @Test func `page up and page down go by screens, and stop at both ends`() {
        var stand = stand(50)
        stand.press(.down)
        stand.press(.pageDown)
        #expect(stand.shot.lanes() == Array(20..<40) && stand.shot.markedLane == 21)
        stand.press(.pageDown)
        #expect(stand.shot.lanes() == Array(30..<50) && stand.shot.markedLane == 41)
        stand.press(.pageDown)
        #expect(stand.shot.lanes() == Array(30..<50) && stand.shot.markedLane == 49)
        for _ in 0..<3 { stand.press(.pageUp) }
        #expect(stand.shot.lanes() == Array(0..<20) && stand.shot.markedLane == 0)
    }

    @Test func `at the end of the screen the selection scrolls on to the next row`() {
        var stand = stand()
        for _ in 0..<20 { stand.press(.down) }
        #expect(stand.shot.lanes() == Array(1...20) && stand.shot.markedLane == 20)
        for _ in 0..<20 { stand.press("k") }
        #expect(stand.shot.lanes() == Array(0..<20) && stand.shot.markedLane == 0)
        stand.press(.up)
        #expect(stand.shot.markedLane == 0)
    }

    @Test func `a page is as long as the screen, less the details on a tall one`() {
        for (rows, length) in [(24, 20), (35, 31), (36, 23), (60, 47), (77, 64), (11, 8), (8, 5)] {
            let stand = stand(rows: rows)
            #expect(stand.requests.last?.contains(#""limit":\#(length)}"#) == true, "\(rows)")
        }
    }

    @Test func `a page longer than an answer is requested in parts, and shown whole`() {
        var stand = DisplayStand.table(DisplayStand.crowd(300), rows: 159, isAnswered: false)
        for (offset, limit) in [(0, 64), (64, 64), (128, 18)] {
            #expect(stand.shot.rows(80, 159).count == 1)
            let asked = stand.ask()
            #expect(asked.last?.contains(#""offset":\#(offset),"limit":\#(limit)}"#) == true)
            stand.say(DisplayStand.crowd(300).answer(asked.last ?? "", at: stand.now))
        }
        #expect(stand.shot.lanes(80, 159) == Array(0..<146))
        #expect(stand.ask().isEmpty)
        stand.press("G")
        #expect(stand.shot.lanes(80, 159) == Array(154..<300))
    }

    @Test func `a part of a page that is no longer wanted is dropped`() {
        var stand = DisplayStand.table(DisplayStand.crowd(300), rows: 159, isAnswered: false)
        stand.say(DisplayStand.crowd(300).answer(stand.ask().last ?? "", at: stand.now))
        stand.press("r")
        #expect(stand.shot.lanes(80, 159) == Array((154..<300).reversed()))
    }

    @Test func `a smaller screen keeps the selection visible, and requests fewer rows`() {
        var stand = stand()
        for _ in 0..<15 { stand.press(.down) }
        #expect(stand.shot.text(80, 14).contains("> s15."))
        stand.state.fit(columns: 80, rows: 14)
        stand.answer()
        #expect(stand.requests.last?.contains(#""offset":6,"limit":10}"#) == true)
        #expect(stand.shot.text(80, 14).contains("> s15."))
    }

    @Test func `the table opens at the session of the flight view`() {
        let stand = DisplayStand.table(DisplayStand.crowd(1000), lane: 555)
        #expect(stand.shot.lanes() == Array(540..<560) && stand.shot.markedLane == 555)
    }

    @Test func `there is a page for each phase`() {
        var stand = stand(700)
        stand.press("4")
        #expect(stand.shot.lanes() == Array(stride(from: 3, to: 143, by: 7)))
        #expect(stand.shot.line(1).hasPrefix(" 0 ALL  1 PRE  2 T/O  3 CLB [4 CRZ] 5 DES "))
        #expect(stand.shot.line(1).hasSuffix(" 1-20 of 100"))
        #expect(stand.shot.line(0).contains("100 of 700 sessions in cruise"))
        stand.press("]")
        #expect(stand.shot.lanes().first == 4)
        stand.press("[[[[[")
        #expect(stand.shot.lanes() == Array(0..<20))
        stand.press("[")
        #expect(stand.shot.lanes().first == 6)
        stand.press("]")
        #expect(stand.shot.line(1).hasPrefix("[0 ALL]"))
        for (key, first) in ["1", "2", "3", "4", "5", "6", "7", "0"].enumerated() {
            stand.press(first)
            #expect(stand.shot.lanes().first == LaneID(index: first == "0" ? 0 : key))
        }
    }

    @Test func `until the daemon has answered, the head counts what is on the screen`() {
        var stand = stand(700)
        _ = stand.state.take(.character("4"), at: stand.clock)
        #expect(stand.shot.line(0).hasPrefix("FLEET  700 sessions  06"))
        stand.answer()
        #expect(stand.shot.line(0).hasPrefix("FLEET  100 of 700 sessions in cruise  06"))
    }

    @Test func `escape shows all sessions before it leaves the table`() {
        var stand = stand(700)
        stand.press("4")
        stand.press(.escape)
        #expect(stand.shot.lanes() == Array(0..<20))
        stand.press(.escape)
        #expect(stand.state.subscriptions[0].name.hasPrefix("present"))
    }

    @Test func `a phase that nobody is in says so`() {
        var stand = DisplayStand.table(ScriptedFleet([.init(0), .init(1)]))
        stand.press("7")
        #expect(stand.shot.text(80, 24).contains("no session matches; esc shows all"))
        for key in [Key.enter, .down, .end, .pageDown] { stand.press(key) }
        stand.press("0")
    }

    @Test func `enter in an empty table opens nothing, and says so`() {
        var stand = DisplayStand.table(ScriptedFleet([.init(0), .init(1)]))
        stand.press("7")
        stand.press(.enter)
        #expect(stand.shot.line(0).hasPrefix("FLEET"))
        #expect(stand.shot.footer == "no session is chosen")
        stand.press("0")
        stand.press(.enter)
        #expect(stand.state.subscriptions[0].name.hasPrefix("present"))
    }

    @Test func `before the daemon has answered, enter opens nothing, and t goes back`() {
        var stand = DisplayStand.table(DisplayStand.crowd(9), isAnswered: false)
        _ = stand.state.take(.enter, at: stand.clock)
        #expect(stand.shot.footer == "no session is chosen")
        _ = stand.state.take(.character("t"), at: stand.clock)
        #expect(stand.state.subscriptions[0].name.hasPrefix("present"))
    }

    @Test func `a list that has become shorter is shown from its last page`() {
        var stand = stand(100)
        stand.press("G")
        stand.scripted = DisplayStand.crowd(30)
        stand.wait(.seconds(6))
        #expect(stand.shot.lanes() == Array(10..<30))
        #expect(stand.shot.markedLane == 29)
    }
}
