import FlightDisplay
import Terminal
import TestSupport
import Testing
import Vocabulary

@Suite struct FleetMouseTests {
    private func stand(_ count: Int = 1000) -> DisplayStand {
        DisplayStand.table(DisplayStand.crowd(count))
    }

    @Test func `a click selects a row, and a click on the selected row opens it`() {
        var stand = stand()
        stand.mouse(.press, row: 3 + 7, column: 30)
        #expect(stand.shot.markedLane == 7)
        stand.mouse(.press, row: 3 + 7, column: 2)
        #expect(stand.state.subscriptions[0].request.contains("\"s7\""))
    }

    @Test func `a click that opens a row ends the filter that is being written, and keeps it`() {
        var stand = stand()
        stand.press("/s")
        stand.mouse(.press, row: 3, column: 30)
        #expect(stand.state.subscriptions[0].request.contains("\"s0\""))
        stand.press("n")
        #expect(stand.state.subscriptions[0].request.contains("\"s1\""))
        #expect(stand.state.take(.character("q"), at: stand.clock) == .quit)
        stand.press("t")
        #expect(stand.shot.line(0).contains("/s"))
    }

    @Test func `a click on a head sorts by it, and again the other way round`() {
        var stand = stand()
        stand.mouse(.press, row: 2, column: 49)
        #expect(stand.shot.numbers("BPM") == Array((980..<1000).reversed()))
        stand.mouse(.press, row: 2, column: 49)
        #expect(stand.shot.numbers("BPM") == Array(0..<20))
        stand.mouse(.press, row: 2, column: 3)
        #expect(stand.shot.lanes() == Array(0..<20))
    }

    @Test func `a click on a tab shows the phase`() {
        var stand = stand()
        stand.mouse(.press, row: 1, column: 30)
        #expect(stand.shot.line(1).contains("[4 CRZ]"))
        stand.mouse(.press, row: 1, column: 0)
        #expect(stand.shot.line(1).contains("[0 ALL]"))
    }

    @Test func `the wheel scrolls three rows over all sessions, the selection stays visible`() {
        var stand = stand(50)
        stand.mouse(.wheelDown, row: 0, column: 0)
        #expect(stand.shot.lanes() == Array(3..<23) && stand.shot.markedLane == 3)
        for _ in 0..<20 { stand.mouse(.wheelDown, row: 0, column: 0) }
        #expect(stand.shot.lanes() == Array(30..<50) && stand.shot.markedLane == 49)
        for _ in 0..<20 { stand.mouse(.wheelUp, row: 0, column: 0) }
        #expect(stand.shot.lanes() == Array(0..<20) && stand.shot.markedLane == 0)
    }

    @Test func `when all sessions fit the wheel moves the selection`() {
        var stand = stand(12)
        stand.mouse(.wheelDown, row: 0, column: 0)
        #expect(stand.shot.markedLane == 3)
    }

    @Test func `a click on a key that the last line names presses it`() throws {
        var stand = stand()
        let footer = stand.shot.footer
        let place = try #require(footer.firstRange(of: "stop"))
        let column = footer.distance(from: footer.startIndex, to: place.lowerBound)
        stand.mouse(.press, row: 23, column: column)
        #expect(stand.shot.footer.hasPrefix(" stop s0.0?"))
        stand.mouse(.press, row: 23, column: 79)
        #expect(stand.shot.footer.hasPrefix(" stop s0.0?"))
        stand.press("n")
        stand.press("n")
        #expect(
            stand.state.take(.mouse(MouseEvent(.press, row: 23, column: 3)), at: .zero) == .quit)
    }

    @Test func `a click on yes confirms, one elsewhere drops, the wheel does neither`() {
        var stand = stand()
        stand.press("X")
        stand.mouse(.wheelDown, row: 5, column: 5)
        #expect(stand.shot.footer.hasPrefix(" stop s0.0?"))
        stand.mouse(.press, row: 5, column: 5)
        #expect(stand.shot.footer == "not done: stop s0.0")
        stand.press("X")
        stand.mouse(.press, row: 23, column: 16)
        #expect(stand.requests.last?.contains(#""op":"stop""#) == true)
    }

    @Test func `a key turns the mouse off and on`() {
        var stand = stand()
        stand.press("m")
        #expect(!stand.state.preferences.usesMouse)
        #expect(stand.shot.footer.hasPrefix("mouse off"))
        stand.mouse(.press, row: 8, column: 8)
        #expect(stand.shot.markedLane == 0)
        stand.press("m")
        stand.mouse(.press, row: 8, column: 8)
        #expect(stand.state.preferences.usesMouse && stand.shot.markedLane == 5)
    }

    @Test func `the wheel scrolls the help, and does not close it`() {
        var stand = stand()
        stand.press("?")
        let before = stand.text(80, 24)
        stand.mouse(.wheelDown, row: 8, column: 8)
        let scrolled = stand.text(80, 24)
        #expect(scrolled != before && scrolled.contains("Help"))
        stand.mouse(.wheelUp, row: 8, column: 8)
        #expect(stand.text(80, 24) == before)
    }

    @Test func `a click closes the help`() {
        var stand = stand()
        let before = stand.text(80, 24)
        stand.press("?")
        stand.mouse(.press, row: 8, column: 8)
        #expect(stand.text(80, 24) == before)
    }

    @Test(arguments: 0...12)
    func `no key and no click traps on a screen of hardly any columns`(columns: Int) {
        let keys = (32..<127).map { Key.character(Character(Unicode.Scalar($0))) }
        let others: [Key] = [
            .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .escape, .tab,
            .backTab, .backspace, .delete, .control("l"), .control("u"), .control("w"),
        ]
        var fresh = stand(30)
        fresh.state.fit(columns: columns, rows: 24)
        for key in keys + others {
            var stand = fresh
            stand.press(key)
            for column in 0...columns { stand.mouse(.press, row: 2, column: column) }
            stand.press(key)
            #expect(stand.shot.screen(columns, 24).columns == columns)
        }
    }

    @Test(arguments: 0..<12 as Range<UInt64>)
    func `whatever mouse and keys do, the selection is on the page and keys quit`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var stand = stand(chance.pick([0, 1, 19, 20, 21, 45, 300]))
        var size = (columns: 80, rows: 24)
        let keys: [Key] =
            "gGjko[]r0123//ax PXny?mttt".map(Key.character)
            + [.up, .down, .pageUp, .pageDown, .home, .end, .enter, .escape, .tab, .backspace]
        for step in 0..<150 {
            switch chance.below(10) {
            case 0:
                size = (chance.below(220), chance.below(70))
                stand.state.fit(columns: size.columns, rows: size.rows)
            case 1: stand.pass(.seconds(Int64(chance.below(4))))
            case 2, 3, 4: stand.press(chance.pick(keys))
            case 5:
                if chance.happens(oneIn: 3) { stand.press("/") }
                let rows = stand.shot.screen(size.columns, size.rows).text
                let marked = rows.firstIndex { $0.hasPrefix(">") || $0.hasPrefix("▶") }
                stand.mouse(.press, row: marked ?? 3, column: 5)
            case _:
                let action: MouseEvent.Action = chance.pick([.press, .wheelUp, .wheelDown])
                let far = chance.happens(oneIn: 8) ? MouseEvent.placeMax : 70
                stand.mouse(action, row: chance.below(far), column: chance.below(far * 3))
            }
            stand.answer()
            let place = Comment("seed \(seed), step \(step), \(size)")
            checkMark(stand.shot, size.columns, size.rows, place)
            checkEnd(stand.shot, place)
        }
    }

    /// One row is selected, if there are rows and no box lies on them.
    private func checkMark(_ shot: Shot, _ columns: Int, _ rows: Int, _ place: Comment) {
        let text = shot.screen(columns, rows).text
        let preferences = shot.state.preferences
        guard columns >= 36, rows >= 8, preferences.view == .fleet, shot.state.help == nil else {
            return
        }
        // The heading is the second line of a low screen, the third of others.
        let body = text.dropFirst(rows < 12 ? 2 : 3).dropLast()
        let sessions = body.filter { $0.contains(#/^[>▶ ] s\d+\.0 /#) }
        let marks = body.filter { $0.hasPrefix(">") || $0.hasPrefix("▶") }
        #expect(marks.count == (sessions.isEmpty ? 0 : 1), place)
    }

    /// Ctrl-C quits at any time; q quits unless a filter is written or a question is asked.
    private func checkEnd(_ shot: Shot, _ place: Comment) {
        var state = shot.state
        #expect(state.take(.control("c"), at: shot.clock) == .quit, place)
        state = shot.state
        let footer = shot.footer
        let preferences = shot.state.preferences
        let isWriting = footer.hasPrefix("/") && preferences.view == .fleet
        let isAsked = footer.contains("y yes  n no")
        let isLeft = state.take(.character("q"), at: shot.clock) == .quit
        #expect(isLeft != (isWriting || isAsked || shot.state.help != nil), place)
    }
}
