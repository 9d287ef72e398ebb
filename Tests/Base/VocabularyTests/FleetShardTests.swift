import Testing
import Vocabulary

@Suite struct FleetShardTests {
    @Test(arguments: [("0/1", 0, 1), ("3/4", 3, 4), ("1023/1024", 1023, 1024), ("00/07", 0, 7)])
    func `shards parse and are printed`(text: String, index: Int, count: Int) throws {
        let shard = try #require(FleetShard(parsing: text))
        #expect(shard.index == index && shard.count == count)
        #expect(FleetShard(parsing: "\(shard)") == shard)
    }

    @Test(arguments: [
        "", "/", "0", "0/", "/4", "4/4", "5/4", "0/0", "0/1025", "-1/4", "+1/4", "1/4/", "1/4/2",
        " 1/4", "a/b", "1:4", "0/99999999999999999999",
    ])
    func `other texts are refused`(text: String) {
        #expect(FleetShard(parsing: text) == nil)
    }

    @Test func `every lane lies in one shard, at the place that its ordinal says`() throws {
        for (count, lanes) in [(1, 5), (2, 9), (3, 9), (7, 5), (1024, 3000)] {
            var found: [Int] = []
            for index in 0..<count {
                let shard = try #require(FleetShard(index: index, count: count))
                for ordinal in 0..<shard.laneCount(of: lanes) {
                    let lane = shard.lane(at: ordinal)
                    #expect(shard.contains(lane: lane) && shard.shard(of: lane) == shard)
                    #expect(shard.ordinal(from: lane) == ordinal)
                    #expect(shard.ordinal(from: lane.next) == ordinal + 1)
                    found.append(lane.index)
                }
            }
            #expect(found.sorted() == Array(0..<lanes), "\(count) shards")
        }
    }
}
