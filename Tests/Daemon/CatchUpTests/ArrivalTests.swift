import ChannelPipeline
import TestSupport
import Testing
import Vocabulary

@testable import CatchUp

/// How the lanes of a feed come one by one.
@Suite struct ArrivalTests {
    @Test func `who begins with many lanes follows the channel before any has come`() {
        let stand = CatchUpStand(staysInMemory: false)
        let first = stand.open()
        #expect(stand.turn(first), "there is nothing to do before a lane has come")
        let arrival = stand.feeds.arrival(of: first.number)
        #expect(arrival?.unseen.lanes.count == 5 && arrival?.laneCount == 5)
        #expect(stand.feeds.consumeReleases() == 0)
        stand.flyLanes(of: first, steps: 1)
        stand.land(0)
        #expect(stand.feeds.consumeReleases() == 1)
        stand.turn(first)
        #expect(first.snapshots.count == 1 && arrival?.unseen.lanes.count == 4)
        stand.flyLanes(of: first, steps: .max)
        stand.land(0)
        stand.turn(first)
        #expect(first.channel == arrival?.channel && first.snapshots.count == 5)
        #expect(stand.feeds.arrival(of: first.number) == nil)
        // Who comes later gets what the channel has.
        let second = stand.open()
        stand.turn(second)
        #expect(second.channel == first.channel && second.snapshots.count == 5)
        #expect(stand.computed == 0)
    }

    @Test func `sessions of the last minute are flown first and then the others slot by slot`() {
        let stand = CatchUpStand(lanes: 400, staysInMemory: false)
        let reader = stand.open()
        stand.turn(reader)
        let arrival = stand.feeds.arrival(of: reader.number)
        let (fleet, now) = (stand.live.fleet, stand.live.now)
        var starts: [FleetInstant] = []
        while let lanes = arrival?.popWaiting(steps: 1, { _ in false }), let lane = lanes.first {
            #expect(lanes.count == 1)
            starts.append(fleet.start(of: fleet.session(of: lane, at: now)))
        }
        #expect(starts.count == 400 && arrival?.stepsLeft == 0)
        let first = starts.prefix { now - $0 < .seconds(60) }
        let others = starts.dropFirst(first.count)
        #expect(!first.isEmpty && first.count < 10)
        #expect(others.allSatisfy { now - $0 > .seconds(30) })
        for part in [first, others] {
            let slots = part.map { $0.ticks % FleetDuration.seconds(1).ticks }
            let turns = zip(slots, slots.dropFirst()).count { $0 > $1 }
            #expect(turns <= 1, "\(slots)")
        }
    }

    @Test func `a lane that is flown for one is not flown again for another`() {
        let stand = CatchUpStand(staysInMemory: false)
        let (first, second) = (stand.open(), stand.open([1, 2]))
        for reader in [first, second] { stand.turn(reader) }
        stand.flyLanes(of: first, steps: .max)
        stand.flyLanes(of: second, steps: .max)
        #expect(stand.flown.count == 1)
        stand.land(0)
        #expect(stand.feeds.consumeReleases() == 2)
        for reader in [first, second] { stand.turn(reader) }
        #expect(first.channel != nil && second.channel == first.channel)
        #expect(second.snapshots.count == 2)
    }

    @Test func `lanes of a feed that has ended come to those who wait for them, else to nobody`() {
        let stand = CatchUpStand(staysInMemory: false)
        let (first, second) = (stand.open(), stand.open([3]))
        for reader in [first, second] { stand.turn(reader) }
        stand.flyLanes(of: first, steps: .max)
        stand.close(first)
        stand.land(0)
        stand.turn(second)
        #expect(second.channel != nil && stand.live.laneCount == 1)
        stand.close(second)
        #expect(stand.live.laneCount == 0 && stand.live.channelCount == 0)
    }
}
