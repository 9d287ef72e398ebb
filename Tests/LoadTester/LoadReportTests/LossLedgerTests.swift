import TestSupport
import Testing
import Vocabulary

@testable import LoadReport

@Suite struct LossLedgerTests {
    private func losses(_ body: (inout LossLedger) -> Void) -> [LoadLoss] {
        var ledger = LossLedger()
        body(&ledger)
        return ledger.losses(since: 10_000_000)
    }

    @Test func `losses of one cause are told together: how many, when and who`() {
        let losses = losses { ledger in
            for number in [4, 2, 4] {
                ledger.note(.linkLost, of: number, at: 13_000_000 + .milliseconds(number * 100))
            }
            ledger.note(.bye("shutdown"), of: 7, at: 9_000_000)
            ledger.note(.bye("stalled"), of: 8, at: 15_000_000)
        }
        #expect(
            losses.map(\.text) == [
                "3 links lost, at 3.4 s, subscribers 4, 2, …",
                "1 link ended by bye \"shutdown\", at -1.0 s, subscriber 7",
                "1 link ended by bye \"stalled\", at 5.0 s, subscriber 8",
            ])
    }

    @Test func `many are named by the first few`() {
        let losses = losses { ledger in
            for number in 0..<20 { ledger.note(.notLive, of: number, at: 20_000_000) }
        }
        #expect(losses[0].count == 20)
        #expect(losses[0].subscribers == Array(0..<8))
        #expect(losses[0].text.hasSuffix("subscribers 0, 1, 2, 3, 4, 5, 6, 7, …"))
    }

    @Test func `a code from outside cannot move the cursor`() {
        let losses = losses { $0.note(.bye("\u{1B}[2J"), of: 0, at: 0) }
        #expect(losses[0].summary == "1 link ended by bye \"?[2J\"")
    }
}
