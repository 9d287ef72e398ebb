import TestSupport
import Testing

@testable import StreamServer

@Suite struct FairTurnQueueTests {
    private func token(_ user: UInt32, _ number: Int = 0) -> ConnectionTable.Token {
        ConnectionTable.Token(descriptor: Int32(user), generation: UInt32(number))
    }

    /// Whose connection it is.
    private func user(of token: ConnectionTable.Token?) -> UInt32? {
        token.map { UInt32($0.descriptor) }
    }

    @Test(arguments: UInt64(1)...10)
    func `users take turns, and the connections of each come in their order`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var queue = FairTurnQueue()
        var waiting: [UInt32: [ConnectionTable.Token]] = [:]
        var passed: [UInt32: Int] = [:]
        for step in 0..<2000 {
            if dice.chance(50) {
                // The first user has by far the most.
                let user = dice.chance(70) ? 0 : UInt32(dice.below(6))
                queue.append(token(user, step), of: user)
                if waiting[user, default: []].isEmpty { passed[user] = 0 }
                waiting[user, default: []].append(token(user, step))
            } else if let popped = queue.popFirst(), let user = user(of: popped) {
                #expect(waiting[user]?.first == popped, "seed \(seed), step \(step)")
                waiting[user]?.removeFirst()
                passed[user] = 0
                for other in waiting.keys where other != user && waiting[other] != [] {
                    passed[other, default: 0] += 1
                    #expect(passed[other, default: 0] < 6, "seed \(seed), step \(step)")
                }
            } else {
                #expect(waiting.values.allSatisfy(\.isEmpty) && queue.isEmpty)
            }
        }
    }

    @Test(arguments: UInt64(1)...20)
    func `a user with work gets a share of the time, whatever others do`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var queue = FairTurnQueue()
        let users = UInt32(dice.number(2...5))
        // The last one has one connection, the others have many; some have long turns only.
        for user in 0..<users - 1 {
            for number in 0..<dice.number(1...50) { queue.append(token(user, number), of: user) }
        }
        var used: [UInt32: Duration] = [:]
        let longest = (0..<users).map { _ in dice.number(1...12_000) }
        for step in 0..<3000 {
            // It comes later, and has not saved up any time.
            if step == 500 { queue.append(token(users - 1), of: users - 1) }
            guard let popped = queue.popFirst(), let user = user(of: popped) else {
                Issue.record("seed \(seed): nobody waits")
                return
            }
            let span = Duration.microseconds(dice.number(100...100 + longest[Int(user)]))
            queue.append(popped, of: user)
            queue.endTurn(of: user, after: span)
            if step >= 500 { used[user, default: .zero] += span }
        }
        let most = Duration.microseconds(100 + (longest.max() ?? 0))
        for user in 0..<users {
            let own = used[user, default: .zero]
            for other in used.values { #expect(other - own <= most * 2, "seed \(seed)") }
        }
    }

    @Test func `who has used more while others wait is ahead, and who is alone is not`() {
        var queue = FairTurnQueue()
        queue.append(token(1), of: 1)
        queue.charge(.milliseconds(9), to: 2)
        #expect(queue.isAhead(2) && !queue.isAhead(1))
        queue.append(token(2), of: 2)
        // Turns that take no time count too.
        for _ in 0..<89 {
            #expect(user(of: queue.popFirst()) == 1)
            queue.append(token(1), of: 1)
        }
        #expect(!queue.isAhead(2))
        #expect(user(of: queue.popFirst()) == 1 && user(of: queue.popFirst()) == 2)
        // Alone it is not ahead, whatever it uses, and nothing of that is kept when nobody waits.
        queue.append(token(1), of: 1)
        queue.charge(.seconds(9), to: 1)
        #expect(!queue.isAhead(1))
        #expect(user(of: queue.popFirst()) == 1 && queue.popFirst() == nil && queue.isEmpty)
        queue.append(token(2), of: 2)
        #expect(!queue.isAhead(1))
    }
}
