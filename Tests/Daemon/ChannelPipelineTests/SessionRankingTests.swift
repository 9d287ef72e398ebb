import TestSupport
import Testing

@testable import ChannelPipeline

@Suite struct SessionRankingTests {
    @Test(arguments: 0..<60)
    func `a stretch of the order is the stretch of all that are sorted`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let count = Int(dice.next() % 700)
        // Few keys make many equal ones.
        let keys: [Double?] = (0..<count).map { _ in
            let key = dice.next() % (seed % 2 == 0 ? 9 : 100_000)
            return key == 0 ? nil : Double(key)
        }
        let isDescending = dice.next() % 2 == 0
        let sorted = keys.indices.sorted { left, right in
            switch (keys[left], keys[right]) {
            case (let one?, let other?) where one != other:
                isDescending ? one > other : one < other
            case (_?, nil): true
            case (nil, _?): false
            case (_, _): left < right
            }
        }
        let first = Int(dice.next() % UInt64(count + 3))
        let limit = Int(dice.next() % 64) + 1
        var ranking = SessionRanking()
        for (row, key) in keys.enumerated() { ranking.enter(Int32(row), key: key) }
        #expect(ranking.count == count)
        let rows = ranking.rows(from: first, atMost: limit, isDescending: isDescending)
        #expect(
            rows.map { Int($0) } == Array(sorted.dropFirst(first).prefix(limit)), "seed \(seed)")
    }
}
