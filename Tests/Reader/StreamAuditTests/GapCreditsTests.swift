import StreamTestSupport
import TestSupport
import Testing

@testable import StreamAudit

@Suite struct GapCreditsTests {
    /// Numbers to be paid, each by a gap from `first` to the last that there was then.
    private struct Debt {
        var first: Int
        var last: Int
    }

    @Test(arguments: UInt64(1)...60)
    func `gaps pay as much as they can, taken together`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var credits = GapCredits()
        var capacities: [Int] = []
        var debts: [Debt] = []
        var unpaid: Int64 = 0
        for step in 0..<30 {
            if dice.chance(40) {
                let lines = dice.number(1...4)
                capacities.append(lines)
                credits.add(Int64(lines), through: StreamLines.position(Int64(step)))
            } else {
                let heard = dice.number(0...capacities.count)
                let lines = dice.number(1...4)
                unpaid += credits.pay(Int64(lines), behind: UInt32(heard))
                debts += Array(
                    repeating: Debt(first: heard, last: capacities.count), count: lines)
            }
        }
        #expect(Int(unpaid) == debts.count - matching(debts, capacities), "seed \(seed)")
    }

    /// The most debts that can be paid, by augmenting paths.
    private func matching(_ debts: [Debt], _ capacities: [Int]) -> Int {
        let units = capacities.enumerated().flatMap { Array(repeating: $0, count: $1) }
        var owner = [Int?](repeating: nil, count: units.count)
        func place(_ debt: Int, _ seen: inout Set<Int>) -> Bool {
            for unit in units.indices where !seen.contains(unit) {
                guard (debts[debt].first..<debts[debt].last).contains(units[unit]) else { continue }
                seen.insert(unit)
                guard let other = owner[unit] else {
                    owner[unit] = debt
                    return true
                }
                if place(other, &seen) {
                    owner[unit] = debt
                    return true
                }
            }
            return false
        }
        return debts.indices.count {
            var seen: Set<Int> = []
            return place($0, &seen)
        }
    }

    @Test func `of many gaps nothing that they announced is lost`() {
        var credits = GapCredits()
        for gap in Int64(1)...500 { credits.add(2, through: StreamLines.position(gap)) }
        #expect(credits.pay(1000, behind: 0) == 0)
        #expect(credits.pay(1, behind: 0) == 1)
    }
}
