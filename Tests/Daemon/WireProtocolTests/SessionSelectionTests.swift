import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct SessionSelectionTests {
    @Test func `all sessions are selected by all`() {
        #expect(SessionSelection.all.contains(SessionName(lane: 5, lap: -3)))
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `a session is selected by its name or by its lane`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let chosen = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                SelectedSessions(
                    lane: generator.lane(0...5),
                    lap: Bool.random(using: &generator)
                        ? Int.random(in: -2...2, using: &generator) : nil)
            }
            let selection = SessionSelection(chosen)
            for lane: LaneID in 0...6 {
                for lap in -3...3 {
                    let isChosen = chosen.contains {
                        $0.lane == lane && ($0.lap == nil || $0.lap == lap)
                    }
                    #expect(
                        selection.contains(SessionName(lane: lane, lap: lap)) == isChosen,
                        "seed \(seed): \(chosen)")
                }
            }
        }
    }

    @Test(arguments: ["s0", "s7.0", "s7.-1", "s1048575.99999999"])
    func `a name is written as it is read`(text: String) throws {
        #expect("\(try #require(SelectedSessions(parsing: text)))" == text)
    }
}
