import ChannelPipeline
import Simulation
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct FleetScheduleTests {
    private let lap = FleetDuration.lap

    @Test func `offsets lie between minus one lap and zero, that of lane 0 at zero`() {
        let fleet = TestFleets.simulated(lanes: 100_000)
        #expect(fleet.offset(of: 0) == .zero)
        for lane: LaneID in 1..<100_000 {
            let offset = fleet.offset(of: lane)
            #expect(offset > .zero - lap && offset <= .zero, "lane \(lane)")
            let isSlotted = offset.ticks % Fleet.slotDuration.ticks == 0
            #expect(isSlotted || lane.index >= Fleet.slottedLanes, "lane \(lane)")
        }
    }

    @Test func `lines of a large fleet are due at all ticks alike`() {
        let fleet = TestFleets.simulated(lanes: 60_000)
        var lanes = Array(repeating: 0, count: 50)
        for lane in fleet.flownLanes[Fleet.slottedLanes...] {
            lanes[Int(fleet.offset(of: lane).ticks.remainderRoundingDown(by: 50))] += 1
        }
        #expect(lanes.allSatisfy { (900...1100).contains($0) }, "\(lanes)")
    }

    @Test func `lines of a small fleet are due at all slots alike`() {
        let fleet = TestFleets.simulated(lanes: 1000)
        var lanes: [Int64: Int] = [:]
        for lane: LaneID in 0..<1000 {
            lanes[fleet.offset(of: lane).ticks.remainderRoundingDown(by: 50), default: 0] += 1
        }
        #expect(lanes.keys.sorted() == [0, 5, 10, 15, 20, 25, 30, 35, 40, 45])
        #expect(lanes.values.allSatisfy { (80...120).contains($0) }, "\(lanes)")
    }

    @Test func `offsets are the fractional parts of golden steps, rounded towards the epoch`() {
        let fleet = TestFleets.simulated()
        // 42,000 times the fractional part of 0.6180339887498949 times the lane.
        let offsets =
            [1: -25_957, 2: -9_914, 3: -35_872, 13: -1_446, 34: -552] as [LaneID: Int64]
        for (lane, slots) in offsets {
            #expect(fleet.offset(of: lane) == Fleet.slotDuration * slots, "lane \(lane)")
        }
        let ticks = [9_999: -151_585, 10_000: -71_376, 99_999: -163_976] as [LaneID: Int64]
        for (lane, ticks) in ticks {
            #expect(fleet.offset(of: lane) == FleetDuration(ticks: ticks), "lane \(lane)")
        }
    }

    @Test(arguments: [10, 30, 100, 1000])
    func `however many lanes there are, no stretch of the lap is without one`(lanes: Int) {
        let fleet = TestFleets.simulated(lanes: lanes)
        // By the three-distance theorem no gap of golden steps is above 2.62 over their number.
        let offsets = fleet.flownLanes.map { -fleet.offset(of: $0).ticks }.sorted()
        let gaps = zip(offsets, offsets.dropFirst() + [lap.ticks + offsets[0]]).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 > 0 })
        #expect((gaps.max() ?? .max) * Int64(lanes) <= lap.ticks * 262 / 100)
        let buckets = Set(offsets.map { $0 * Int64(lanes) / 3 / lap.ticks })
        #expect(buckets.count == lanes / 3 + (lanes % 3 == 0 ? 0 : 1))
    }

    @Test func `the offset and the slot are functions of the lane alone`() {
        let fleets = [
            TestFleets.simulated(lanes: 200), TestFleets.simulated(seed: 7, lanes: 5000),
            Fleet(seed: 9, epoch: TestFleets.epoch + .seconds(86_399), simulatedLanes: 200),
        ]
        for lane: LaneID in 0..<200 {
            let offsets = fleets.map { $0.offset(of: lane) }
            #expect(Set(offsets).count == 1, "lane \(lane)")
            for fleet in fleets {
                let slots = [-2, -1, 0, 1, 5].map { lap in
                    fleet.start(of: SessionName(lane: lane, lap: lap)).ticks % 50
                }
                #expect(Set(slots).count == 1, "lane \(lane)")
            }
        }
    }

    @Test func `a recording begins at the epoch and is the lane's only session`() throws {
        let fleet = try TestFleets.mixed(seed: 1)
        for lane: LaneID in 0..<2 {
            let session = SessionName(lane: lane, lap: 0)
            #expect(fleet.start(of: session) == TestFleets.epoch)
            for days in [-9, 0, 9] as [Int64] {
                #expect(
                    fleet.session(of: lane, at: TestFleets.epoch + .seconds(86_400 * days))
                        == session)
            }
        }
        #expect(fleet.offset(of: 2) == TestFleets.simulated().offset(of: 2))
    }

    @Test(arguments: [-150_000, -2, -1, 0, 1, 2, 123_456])
    func `a session is flown from its start up to the next one's`(lap: Int) {
        let fleet = TestFleets.simulated()
        for lane: LaneID in 0..<100 {
            let session = SessionName(lane: lane, lap: lap)
            let start = fleet.start(of: session)
            #expect(start == TestFleets.epoch + fleet.offset(of: lane) + self.lap * Int64(lap))
            for ticks in [0, 1, 105_000, self.lap.ticks - 1] {
                let instant = start + FleetDuration(ticks: ticks)
                #expect(fleet.session(of: lane, at: instant) == session, "\(session), \(ticks)")
            }
            let before = fleet.session(of: lane, at: start - FleetDuration(ticks: 1))
            #expect(before == SessionName(lane: lane, lap: lap - 1))
            #expect(fleet.session(of: lane, at: start + self.lap).lap == lap + 1)
        }
    }

    @Test(arguments: [-144, -150_000])
    func `a past session is computed without what was flown since`(lap: Int) {
        let fleet = TestFleets.simulated(lanes: 2)
        let driven = DrivenFleet(fleet, at: TestFleets.epoch + .seconds(100))
        let shape = TestShape.marks.shape
        let choices = [LaneChoice(lane: 1, laps: lap...lap)]
        let subscription = driven.open(shape, choices, from: .sessionStarts)
        // A slice takes about so many ticks; a lap has 210,000.
        for _ in 0..<220 where !subscription.isLive {
            driven.work(on: subscription, steps: 1000, bytes: 1 << 20)
        }
        #expect(subscription.isLive)
        #expect(subscription.lines.first?.field("event") == "start")
        #expect(subscription.lines.last?.type == "end")
        #expect(Set(subscription.lines.map(\.session)) == [SessionName(lane: 1, lap: lap)])
        #expect(driven.laneCount == 0)
        driven.leave(subscription)
        #expect(driven.channelCount == 0)
    }
}
