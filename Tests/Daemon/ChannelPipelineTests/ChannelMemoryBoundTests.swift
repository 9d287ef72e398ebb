import Simulation
import Statistics
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ChannelPipeline

/// What is accounted is an upper bound of what is held.
@Suite struct ChannelMemoryBoundTests {
    /// A fleet with a recording sampled ten times a second, and a rate of its own.
    private static func dense(_ rate: SampleRate) throws -> Fleet {
        let header = "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms"
        let rows = (0..<900).map { "\($0 / 10).\($0 % 10),\(200 - $0 / 9),3.2,170.1,1.1,250.2" }
        let text = ([header] + rows).joined(separator: "\n") + "\n"
        let recording = try Recording(csv: Array(text.utf8), name: "dense.csv")
        return Fleet(
            seed: 5, epoch: TestFleets.epoch, rate: rate, simulatedLanes: 40,
            recordings: [recording])
    }

    /// A live fleet that is followed in one shape, channel 0, until its windows are full.
    private func flown(
        _ fleet: Fleet, _ shape: ChannelShape, _ lanes: [LaneID], seconds: Int64
    ) -> LiveFleet {
        var live = LiveFleet(fleet, at: TestFleets.epoch)
        let replay = live.replay(
            shape, lanes.map { LaneChoice(lane: $0) },
            from: .after(StreamPosition(after: live.now)), schedule: nil)
        while !replay.advance(to: live.now, steps: 100_000, bytes: .max) {}
        _ = live.join(replay, following: replay.choices)
        while live.now < TestFleets.epoch + .seconds(seconds) {
            live.advance(to: live.now + .seconds(1), clock: nil)
            live.removeLines()
        }
        return live
    }

    @Test(arguments: TestShape.allCases, [SampleRate.oneHertz, SampleRate(hertz: 10)])
    func `a lane that is followed holds no more than is accounted`(
        shape: TestShape, rate: SampleRate?
    ) throws {
        let fleet = try Self.dense(try #require(rate))
        let lanes: [LaneID] = [0, 13, 34]
        let live = flown(fleet, shape.shape, lanes, seconds: 70)
        let memory = ChannelMemoryBound(shape: shape.shape, of: fleet)
        for lane in lanes {
            let held = HeldMemory.part(of: lane, channel: 0, in: live.run)
            #expect(held > 0, "lane \(lane)")
            #expect(held < memory.laneBytes(lane), "lane \(lane)")
        }
        #expect(HeldMemory.rows(of: 0, in: live.run) <= memory.channelBytes)
    }

    @Test func `a recording denser than the rate is accounted by its own intervals`() throws {
        let fleet = try Self.dense(.oneHertz)
        let memory = ChannelMemoryBound(shape: TestShape.median.shape, of: fleet)
        let sparse = ChannelMemoryBound(shape: TestShape.median.shape, of: TestFleets.simulated())
        let live = flown(fleet, TestShape.median.shape, [0], seconds: 60)
        let held = HeldMemory.part(of: 0, channel: 0, in: live.run)
        #expect(held > sparse.laneBytes(0))
        #expect(held < memory.laneBytes(0))
        #expect(memory.laneBytes(1) == sparse.laneBytes(1))
    }

    @Test(arguments: TestShape.allCases)
    func `a replay holds no more than is accounted`(shape: TestShape) throws {
        let fleet = try Self.dense(.oneHertz)
        let choices = [0, 13, 34].map { LaneChoice(lane: $0) }
        let present = TestFleets.epoch + .seconds(50)
        let replay = Replay(
            of: fleet, shape: shape.shape, choices: choices, start: .sessionStarts,
            opened: present, schedule: nil)
        let bound = ChannelMemoryBound(shape: shape.shape, of: fleet).replayBytes(choices)
        var isPresent = false
        while !isPresent {
            isPresent = replay.advance(to: present, steps: 10_000, bytes: 1 << 16)
            replay.consumeLines { _ in }
            let parts = choices.reduce(0) {
                $0 + HeldMemory.part(of: $1.lane, channel: 0, in: replay.run)
            }
            let held = parts + HeldMemory.flights(in: replay.run)
            #expect(held < bound)
            #expect(replay.run.lineCapacity(of: 0) <= ChannelMemoryBound.keptLineBytes)
        }
    }

    @Test func `the plan of no session has more segments than are accounted`() {
        for seed in UInt64(1)...300 {
            let session = SessionName(lane: LaneID(index: Int(seed) % 50), lap: Int(seed) % 9)
            let flight = LaneFlight(session, of: TestFleets.simulated(seed: seed))
            let bytes = HeldMemory.segments(of: flight)
            #expect(bytes <= LaneFlight.planBytesMax - 160, "seed \(seed)")
            #expect(bytes > 0, "seed \(seed)")
        }
    }

    @Test func `a hundred thousand sessions over thirty seconds fit the usual limit`() {
        var shape = ChannelShape()
        shape.window = .span(.seconds(30))
        let fleet = TestFleets.simulated(lanes: 100_000)
        var ledger = WindowLedger(fleet, WorkModel(of: fleet, at: .realTime))
        let choices = fleet.flownLanes.map { LaneChoice(lane: $0) }
        #expect(ledger.bytesNeeded(shape, choices) < ProtocolLimits.windowBytes * 3 / 4)
        ledger.open(shape, choices)
        ledger.endCatchUp(shape, choices)
        #expect(ledger.bytes < ProtocolLimits.windowBytes / 2)
    }

    @Test(arguments: TestShape.allCases)
    func `the lines of a lane at one instant are no longer than is accounted`(
        shape: TestShape
    ) throws {
        let stretch = try FleetStretch.recordings(seed: 91)
        let driven = DrivenFleet(stretch.fleet, at: stretch.opening)
        let subscription = driven.follow(
            shape.shape, stretch.lanes, from: .after(driven.present))
        driven.advance(to: stretch.last)
        var bytes: [String: Int] = [:]
        for line in subscription.lines {
            // Anchors of a real daemon's clock fields are not in these lines.
            let key = "\(line.session.lane) \(line.position.instant.ticks)"
            bytes[key, default: 0] += line.text.utf8.count + 60
        }
        let longest = try #require(bytes.values.max())
        #expect(2 * longest <= ChannelMemoryBound.tickLineBytes(shape.shape))
    }

    @Test func `a truth line with every word at its longest is no longer than is accounted`() {
        var shape = ChannelShape()
        shape.kinds = [.truth]
        let session = SessionName(lane: 1_048_575, lap: -123_456)
        var step = FlightStep(
            session: session, instant: TestFleets.epoch, sessionTime: .seconds(1), phase: .touchdown
        )
        step.sample = Sample()
        step.truth = Truth(
            drivenHeartRate: 220.123, intensity: -12.3456, part: .coolDown,
            faults: FaultSet(rawValue: 0x7F))
        step.truePhase = .touchdown
        var channel = Channel(
            shape: shape, of: TestFleets.simulated(), after: StreamPosition(bits: 0))
        channel.parts = [Channel.Part(n: .max / 2, series: SessionSeries(channel.plan))]
        var writer = DataLineWriter(identity: TestFleets.simulated().identity)
        writer.clock = LineClock(
            schedule: ScheduleClock(
                fleetOrigin: TestFleets.epoch,
                monotonicOrigin: MonotonicInstant(microseconds: .max / 4), speed: .realTime),
            tickBegan: MonotonicInstant(microseconds: .max / 2))
        channel.take(step, place: 0, into: &writer)
        #expect(writer.block.entries.count == 1)
        var both = shape
        both.kinds.insert(.sample)
        var one = shape
        one.kinds = [.sample]
        let accounted =
            ChannelMemoryBound.tickLineBytes(both) - ChannelMemoryBound.tickLineBytes(one)
        #expect(2 * writer.block.bytes.count < accounted)
    }

    @Test func `a buffer that a long advance has filled is given back`() {
        let fleet = TestFleets.simulated()
        var live = flown(fleet, TestShape.stat.shape, TestFleets.youngLanes, seconds: 1)
        live.advance(to: live.now + .seconds(30), clock: nil)
        #expect(live.run.lineCapacity(of: 0) > 1 << 15)
        live.removeLines()
        #expect(live.run.lineCapacity(of: 0) < 1 << 10)
        // That of a tick is kept.
        live.advance(to: live.now + .seconds(1), clock: nil)
        let capacity = live.run.lineCapacity(of: 0)
        live.removeLines()
        #expect(live.run.lineCapacity(of: 0) == capacity)
    }

    @Test func `an advance stops at the tick with which enough lines wait`() {
        var live = flown(
            TestFleets.simulated(), TestShape.stat.shape, TestFleets.youngLanes, seconds: 1)
        let goal = live.now + .seconds(20)
        var portions = 0
        while live.now < goal {
            live.advance(to: goal, clock: nil, bytes: 10_000)
            let bytes = live.withLines(of: 0) { $0.bytes.count }
            #expect(live.now == goal || bytes >= 10_000)
            #expect(bytes < 10_000 + 4 * ChannelMemoryBound.tickLineBytes(TestShape.stat.shape))
            live.removeLines()
            portions += 1
        }
        #expect(portions > 2)
    }
}

extension FleetRun {
    /// Bytes that the channel's lines may take before their buffer grows.
    fileprivate func lineCapacity(of channel: ChannelID) -> Int {
        sinks[channel].writer.block.bytes.capacity
    }
}
