import TestSupport
import Testing
import Vocabulary

@testable import ChannelPipeline

@Suite struct SessionMapTests {
    private func session(_ dice: inout Dice) -> SessionName {
        let lane = LaneID(index: Int(dice.within(0...40)) * 30_000)
        return SessionName(lane: lane, lap: Int(dice.within(-5...5)))
    }

    @Test(arguments: UInt64(1)...8)
    func `a table and its copies are what tables of their own would be`(seed: UInt64) {
        var dice = Dice(seed: seed)
        var tables = [(SessionMap<Int>(), [SessionName: Int]())]
        for step in 0..<2000 {
            if dice.chance(2) { tables.append(dice.pick(tables)) }
            if tables.count > 5 { tables.removeFirst() }
            let index = Int(dice.within(0...Int64(tables.count - 1)))
            let session = session(&dice)
            if dice.chance(30) {
                let removed = tables[index].0.remove(session)
                #expect(removed == tables[index].1.removeValue(forKey: session), "seed \(seed)")
            } else {
                tables[index].0.update(session, or: 7) { $0 += step }
                tables[index].1[session, default: 7] += step
            }
            let (map, model) = dice.pick(tables)
            let other = self.session(&dice)
            #expect(map[other] == model[other], "seed \(seed)")
            #expect(map.count == model.count, "seed \(seed)")
        }
        for (map, model) in tables {
            var found: [SessionName: Int] = [:]
            map.forEach { found[$0] = $1 }
            #expect(found == model, "seed \(seed)")
        }
    }

    /// How many arrays of two tables are not the same ones, and how many entries these have.
    private func copied(_ map: SessionMap<Int>, _ other: SessionMap<Int>) -> (Int, entries: Int) {
        func isSame<Element>(_ left: [Element], _ right: [Element]) -> Bool {
            left.withUnsafeBufferPointer { left in
                right.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress }
            }
        }
        var (arrays, entries) = (isSame(map.root, other.root) ? 0 : 1, 0)
        for (nodes, others) in zip(map.root, other.root) where !isSame(nodes, others) {
            arrays += 1
            for (buckets, others) in zip(nodes, others) where !isSame(buckets, others) {
                arrays += 1
                for (bucket, other) in zip(buckets, others) where !isSame(bucket, other) {
                    (arrays, entries) = (arrays + 1, entries + bucket.count)
                }
            }
        }
        return (arrays, entries)
    }

    @Test(arguments: [10, 1000, 100_000])
    func `a change of one of two copies copies four small arrays, however many there are`(
        sessions: Int
    ) {
        var map = SessionMap<Int>()
        for lane: LaneID in 0..<LaneID(index: sessions) {
            map.update(SessionName(lane: lane, lap: 0), or: 0) { $0 = lane.index }
        }
        for lane: LaneID in stride(
            from: 0, to: LaneID(index: sessions), by: max(1, sessions / 50))
        {
            let before = map
            map.update(SessionName(lane: lane, lap: 0), or: 0) { $0 += 1 }
            let (arrays, entries) = copied(map, before)
            #expect(arrays == 4)
            // 32,768 buckets: three on the average of a hundred thousand.
            #expect(entries <= 20)
        }
    }
}
