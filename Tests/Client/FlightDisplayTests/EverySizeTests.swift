import Terminal
import Testing
import Vocabulary

@Suite struct EverySizeTests {
    @Test(arguments: ["", "l", "uy", "lyy", "ggl", "?"])
    func `the flight can be drawn at every size, whatever is shown of it`(keys: String) throws {
        var shot = try DisplayStand.missionShot.get()
        shot.press(keys)
        for columns in stride(from: 0, through: 220, by: 11) {
            for rows in stride(from: 0, through: 70, by: 5) {
                let screen = shot.screen(columns, rows)
                guard screen.columns != columns || screen.rows != rows else { continue }
                Issue.record("\(screen.columns)x\(screen.rows)")
            }
        }
    }

    @Test(arguments: [36, 48, 60, 72, 80, 100, 114, 120, 160, 200])
    func `the link, the phase and how to quit are visible at every width`(columns: Int) throws {
        let shot = try DisplayStand.missionShot.get()
        for rows in [8, 12, 22, 24, 30, 40, 60] {
            let text = shot.text(columns, rows)
            #expect(text.contains("LIVE"), "\(columns)x\(rows)")
            #expect(text.contains("CRUISE") || text.contains("C R U I S E"), "\(columns)x\(rows)")
            #expect(text.contains("q quit"), "\(columns)x\(rows)")
        }
    }

    @Test func `nothing but the values moves from one second to the next`() throws {
        var stand = try DisplayStand.mission()
        var last = stand.text(80, 24).split(separator: "\n", omittingEmptySubsequences: false)
        for _ in 0..<10 {
            try stand.fly(.seconds(1))
            let text = stand.text(80, 24).split(separator: "\n", omittingEmptySubsequences: false)
            // The header without its clock, the labels and the keys.
            for row in [1, 14, 22, 23] { #expect(text[row] == last[row]) }
            #expect(text[0].prefix(24) == last[0].prefix(24))
            last = text
        }
    }
}
