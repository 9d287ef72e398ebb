import TestSupport
import Testing
import Vocabulary

@testable import LoadTesting

@Suite struct LoadTurnTests {
    @Test func `who slept is woken by what comes`() {
        var turn = LoadTurn()
        turn.begin(at: 100, slept: true, isFull: false)
        #expect(turn.woken == 100)
    }

    @Test func `what was there before may have come since the turn before began`() {
        var turn = LoadTurn()
        turn.begin(at: 100, slept: true, isFull: false)
        turn.begin(at: 150, slept: false, isFull: false)
        #expect(turn.woken == 100)
        turn.begin(at: 170, slept: false, isFull: false)
        #expect(turn.woken == 150)
    }

    @Test func `what one wait could not tell has been there as long as what it told`() {
        var turn = LoadTurn()
        turn.begin(at: 100, slept: true, isFull: true)
        turn.begin(at: 150, slept: false, isFull: true)
        turn.begin(at: 170, slept: false, isFull: false)
        #expect(turn.woken == 100)
        turn.begin(at: 190, slept: false, isFull: false)
        #expect(turn.woken == 170)
        turn.begin(at: 300, slept: true, isFull: false)
        #expect(turn.woken == 300)
    }
}
