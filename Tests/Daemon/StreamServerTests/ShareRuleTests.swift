import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// How what all users share is divided, whatever it is.
@Suite struct ShareRuleTests {
    private let rule = ShareRule(limit: 1000)

    private func claimant(
        _ user: UInt32 = 7, isAlone: Bool = false
    ) -> Claimant {
        Claimant(user: user, isOperator: user == 0, among: isAlone ? 1 : 2)
    }

    private func room(
        for claimant: Claimant, holding own: Int, of total: Int, among holders: Int = 2
    ) -> Int { rule.room(for: claimant, holding: own, of: total, among: holders) }

    @Test func `one who is alone gets eight tenths, and who is not nothing new above half`() {
        #expect(room(for: claimant(isAlone: true), holding: 0, of: 0) == 800)
        #expect(room(for: claimant(isAlone: true), holding: 501, of: 501) == 299)
        #expect(room(for: claimant(isAlone: true), holding: 800, of: 800) == 0)
        #expect(room(for: claimant(), holding: 500, of: 500) == 300)
        #expect(room(for: claimant(), holding: 501, of: 501) == 0)
        #expect(rule.isAboveItsShare(claimant(), holding: 501))
        #expect(!rule.isAboveItsShare(claimant(isAlone: true), holding: 501))
    }

    @Test func `whoever comes finds room, and the more are there the less`() {
        #expect(room(for: claimant(), holding: 0, of: 800) == 50)
        #expect(room(for: claimant(), holding: 0, of: 800, among: 10) == 10)
        #expect(room(for: claimant(), holding: 0, of: 850) == 25)
        #expect(room(for: claimant(), holding: 20, of: 850) == 15)
        #expect(room(for: claimant(), holding: 60, of: 850) == 0)
    }

    @Test func `the last tenth is for root and the daemon's user, who may take all that is free`() {
        for total in [900, 950, 1000, 1100] {
            #expect(room(for: claimant(), holding: 0, of: total) == 0)
            #expect(room(for: claimant(0), holding: 700, of: total) == max(0, 1000 - total))
        }
        #expect(room(for: claimant(0), holding: 0, of: 0) == 1000)
    }

    @Test(arguments: [0, 1, 9, 131_072, 1 << 40, 10_000_000_000_000])
    func `a limit of any size is divided`(limit: Int) {
        let rule = ShareRule(limit: limit)
        #expect(rule.most <= limit && rule.most >= limit / 10 * 8)
        #expect(rule.room(for: claimant(isAlone: true), holding: 0, of: 0, among: 1) == rule.most)
        #expect(rule.percent(limit) == (limit > 0 ? 100 : 0))
    }

    /// Users come, take as much as they get and hold or give back; each may be an operator.
    @Test(arguments: Seeds.of(1...200, few: 5))
    func `a part is left for whoever comes, whatever the others do`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let rule = ShareRule(limit: 1_000_000)
        var held: [UInt32: Int] = [:]
        for step in 0..<2000 {
            let user = UInt32(dice.number(1...40))
            let (own, total) = (held[user] ?? 0, held.values.reduce(0, +))
            let alone = held.allSatisfy { $0.key == user || $0.value == 0 }
            let users = held.count { $0.key != user && $0.value > 0 } + 1
            guard !dice.happens(oneIn: 4) else {
                held[user] = 0
                continue
            }
            let room = rule.room(
                for: claimant(user, isAlone: users == 1), holding: own, of: total, among: users)
            #expect(room == 0 || alone || own <= 500_000, "seed \(seed), step \(step)")
            held[user] = own + dice.number(0...room)
            let all = total - own + (held[user] ?? 0)
            #expect((held[user] ?? 0) <= 800_000 && all < 900_000, "seed \(seed), step \(step)")
            let comer = rule.room(for: claimant(99), holding: 0, of: all, among: 41)
            #expect(comer > 50, "seed \(seed), step \(step)")
            #expect(rule.room(for: claimant(0), holding: 0, of: all, among: 41) >= 100_000)
        }
    }
}
