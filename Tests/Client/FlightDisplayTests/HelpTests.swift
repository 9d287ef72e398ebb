import FlightDisplay
import Terminal
import Testing
import Vocabulary

@Suite struct HelpTests {
    private func open(_ columns: Int, _ rows: Int) throws -> Shot {
        var shot = try DisplayStand.missionShot.get()
        shot.state.fit(columns: columns, rows: rows)
        shot.press("?")
        return shot
    }

    /// All lines of the help, read a page at a time.
    private func pages(_ columns: Int, _ rows: Int) throws -> [String] {
        var shot = try open(columns, rows)
        var pages = [shot.text(columns, rows)]
        for _ in 0..<200 {
            shot.press(.pageDown)
            let text = shot.text(columns, rows)
            if text == pages.last { return pages }
            pages.append(text)
        }
        Issue.record("no end")
        return pages
    }

    @Test(arguments: [(36, 8), (50, 20), (80, 24), (120, 40), (200, 60), (300, 110)])
    func `every section can be read at every size`(columns: Int, rows: Int) throws {
        let text = try pages(columns, rows).joined(separator: "\n")
        for word in [
            "KEYS", "KEYS OF THE TABLE", "PHASES", "takeoff", "CALLS", "SINK RATE", "returning",
            "TAPES", "ZONES", "Z5", "PROFILE", "GRAPHS", "SIGNS", "no room",
        ] { #expect(text.contains(word), "\(word) at \(columns)x\(rows)") }
    }

    @Test(arguments: [(36, 8), (52, 12), (80, 24), (120, 40)])
    func `no word of it is cut`(columns: Int, rows: Int) throws {
        for page in try pages(columns, rows) {
            for row in page.split(separator: "\n") {
                // The columns between text and edge of the box are empty, so no text is cut.
                let inside = row.drop { $0 != "│" }.dropFirst()
                guard let edge = inside.lastIndex(of: "│") else { continue }
                #expect(inside[..<edge].last == " ", "\(row)")
            }
        }
    }

    @Test func `it scrolls by lines and pages, to its ends and not beyond`() throws {
        var shot = try open(80, 24)
        let top = shot.text(80, 24)
        shot.press(.up)
        #expect(shot.text(80, 24) == top)
        shot.press(.down)
        let second = shot.text(80, 24)
        #expect(second != top)
        shot.press("k")
        #expect(shot.text(80, 24) == top)
        shot.press(.end)
        let end = shot.text(80, 24)
        #expect(end.contains("no room"))
        shot.press(.down)
        shot.press(.pageDown)
        #expect(shot.text(80, 24) == end)
        shot.press(.up)
        #expect(shot.text(80, 24) != end, "the first step back is seen")
        shot.press(.home)
        #expect(shot.text(80, 24) == top)
    }

    @Test func `any other key closes it, and it opens at its beginning again`() throws {
        var shot = try open(80, 24)
        let top = shot.text(80, 24)
        shot.press(.pageDown)
        shot.press(.escape)
        #expect(!shot.text(80, 24).contains("KEYS"))
        shot.press("?")
        #expect(shot.text(80, 24) == top)
    }

    @Test func `a screen that has grown shows the whole, wherever it was scrolled to`() throws {
        var shot = try open(80, 24)
        shot.press(.end)
        shot.state.fit(columns: 80, rows: 200)
        #expect(shot.text(80, 200).contains("KEYS OF THE FLIGHT"))
        #expect(shot.text(80, 200).contains("no room"))
    }

    @Test func `it names the daemon's levels and the runner's zones`() throws {
        var shot = try open(80, 200)
        #expect(shot.text(80, 200).contains("heart rate from 83 % of the reserve"))
        #expect(shot.text(80, 200).contains(#/From 80 % of the reserve, for this runner 139 bpm/#))
        shot.press("q")
        shot.press("u?")
        #expect(shot.text(80, 200).contains("The last 164 ft"))
    }
}
