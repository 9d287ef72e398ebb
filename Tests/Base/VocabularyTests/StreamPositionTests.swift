import TestSupport
import Testing
import Vocabulary

@Suite struct StreamPositionTests {
    private struct Point {
        let ticks: Int64
        let lane: LaneID
        let rank: StreamPosition.Rank

        /// Bounds and neighbours come up often, so that every field gets to decide.
        init(_ random: RandomStream, _ number: UInt64) {
            let ticks = random.bits(3 * number)
            let lane = random.bits(3 * number + 1)
            let ranks = StreamPosition.Rank.allCases
            self.ticks = [0, 1, 2, (1 << 40) - 1, Int64(ticks >> 24)][Int(ticks % 5)]
            let lanes = [0, 1, 2, LaneID.limit - 1, Int(lane >> 44)]
            self.lane = LaneID(index: lanes[Int(lane % 5)])
            rank = ranks[Int(random.bits(3 * number + 2) % UInt64(ranks.count))]
        }

        var position: StreamPosition {
            StreamPosition(FleetInstant(ticks: ticks), lane: lane, rank)
        }

        static func precedes(_ left: Point, _ right: Point) -> Bool {
            (left.ticks, left.lane, left.rank.rawValue)
                < (right.ticks, right.lane, right.rank.rawValue)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `positions are ordered by instant, lane and kind`(seed: UInt64) {
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        for number in 0..<UInt64(10_000) {
            let (left, right) = (Point(random, 2 * number), Point(random, 2 * number + 1))
            #expect(
                (left.position < right.position) == Point.precedes(left, right),
                "\(left) \(right), seed \(seed)")
            #expect(left.position.instant.ticks == left.ticks, "\(left), seed \(seed)")
            #expect(left.position.lane == left.lane, "\(left), seed \(seed)")
            #expect(StreamPosition(bits: left.position.bits) == left.position)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `the point after an instant lies between its lines and the next`(seed: UInt64) {
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        for number in 0..<UInt64(5000) {
            let point = Point(random, number)
            guard point.ticks < 1 << 40 - 1 else { continue }
            let instant = FleetInstant(ticks: point.ticks)
            let next = StreamPosition(
                FleetInstant(ticks: point.ticks + 1), lane: 0, .resume)
            #expect(point.position <= StreamPosition(after: instant), "\(point), seed \(seed)")
            #expect(StreamPosition(after: instant) < next, "\(point), seed \(seed)")
        }
    }

    @Test func `lines of one lane at one instant have a fixed order`() {
        let order: [StreamPosition.Rank] = [
            .resume, .sample, .truth, .phase, .advisory, .stat, .pause, .end, .start, .dayEnd,
            .entry, .summary, .manual, .dayTruth, .last,
        ]
        #expect(StreamPosition.Rank.allCases.sorted { $0.rawValue < $1.rawValue } == order)
        #expect(order.allSatisfy { $0.rawValue < 16 })
    }

    @Test func `a lane or an instant that does not fit traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = StreamPosition(FleetInstant(ticks: 0), lane: LaneID(index: LaneID.limit), .last)
        }
        await #expect(processExitsWith: .failure) {
            _ = StreamPosition(FleetInstant(ticks: 1 << 40), lane: 0, .last)
        }
    }
}
