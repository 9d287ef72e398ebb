import ChannelPipeline
import Simulation
import Statistics
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// A fleet that no clock paces.
@Suite struct UnpacedFleetTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    private func source(
        _ speed: PlaybackSpeed = .fastest, lanes: Int = 8, recordings: [Recording] = []
    ) -> FleetSource {
        FleetSource(
            Fleet(
                seed: 42, epoch: Self.epoch, simulatedLanes: lanes, recordings: recordings),
            schedule: ScheduleClock(
                fleetOrigin: Self.epoch, monotonicOrigin: 5_000_000, speed: speed))
    }

    private func follow(_ source: FleetSource, from start: StreamStart = .now) throws -> [JSONValue]
    {
        var request = SubscribeRequest()
        request.shape.kinds = [.stat, .sample, .event]
        request.start = start
        let feed = try source.subscriptions.open(request)
        var lines: [JSONValue] = []
        var isPresent = false
        while !isPresent {
            isPresent = source.subscriptions.catchUp(feed.number, bytes: 4000)
            source.subscriptions.consumeLines(of: feed.number) { lines += values(in: $0) }
        }
        _ = source.subscriptions.join(feed.number)
        return lines.filter { $0["n"] != nil }
    }

    private func values(in block: borrowing LineBlock) -> [JSONValue] {
        block.bytes.text.split(separator: "\n").compactMap { JSONValue(line: Array($0.utf8)) }
    }

    private func consumeLines(_ source: FleetSource) -> [JSONValue] {
        var lines: [JSONValue] = []
        for channel in source.channelsWithLines {
            source.withLines(of: channel) { lines += values(in: $0) }
        }
        source.removeLines()
        return lines
    }

    private func portion(
        _ source: FleetSource, at clock: MonotonicInstant = .zero
    ) throws -> [JSONValue] {
        source.advancePortion(to: try #require(source.endOfPortion), at: clock)
        return consumeLines(source)
    }

    /// Without the clock fields.
    private func plain(_ line: JSONValue) -> JSONValue {
        .object(line.fields.filter { !$0.key.hasSuffix("_us") })
    }

    @Test func `lines are the same as on a schedule, apart from the clock fields`() throws {
        let unpaced = source()
        _ = try follow(unpaced)
        var lines: [JSONValue] = []
        while lines.count < 1_500 { lines += try portion(unpaced) }
        let paced = source(.realTime)
        _ = try follow(paced)
        var others: [JSONValue] = []
        while paced.live.now < unpaced.live.now {
            paced.advance(towards: unpaced.live.now, tickBegan: 0)
            others += consumeLines(paced)
        }
        #expect(lines.map(plain) == others.map(plain))
    }

    @Test func `a line is due when its portion is computed, one replayed is due never`() throws {
        let source = source(lanes: 3)
        _ = try follow(source)
        for clock in [7_000_001, 7_100_000] as [MonotonicInstant] {
            let lines = try portion(source, at: clock)
            #expect(lines.count > 10)
            #expect(lines.allSatisfy { $0["due_us"]?.integer == Int(clock.microseconds) })
            #expect(lines.allSatisfy { $0["late_us"]?.integer == 0 })
        }
        let replayed = try follow(source, from: .sessionStart)
        #expect(replayed.count > 100)
        #expect(replayed.allSatisfy { $0["due_us"] == nil && $0["late_us"] == nil })
    }

    @Test func `a portion is small, however many lanes there are and however seldom they speak`()
        throws
    {
        for lanes in [1, 8] {
            let source = source(lanes: lanes)
            _ = try follow(source)
            var bytes = 0
            let end = try #require(source.endOfPortion)
            #expect((end - source.live.now).ticks * Int64(lanes) <= 4_000 * 50)
            source.advancePortion(to: end, at: 0)
            for channel in source.channelsWithLines {
                source.withLines(of: channel) { bytes += $0.bytes.count }
            }
            // The last tick may go beyond it.
            #expect(bytes < 1 << 15 + 8 * 1500)
        }
    }

    @Test func `a portion is smaller, the more channels there are`() throws {
        let source = source(lanes: 4)
        _ = try follow(source)
        let one = try #require(source.endOfPortion) - source.live.now
        for seconds in 2...10 {
            var request = SubscribeRequest()
            request.shape.every = .seconds(Int64(seconds))
            let feed = try source.subscriptions.open(request).number
            while !source.subscriptions.catchUp(feed, bytes: 1 << 16) {}
            _ = source.subscriptions.join(feed)
        }
        #expect(source.live.channelCount == 10)
        let ten = try #require(source.endOfPortion) - source.live.now
        #expect(ten.ticks <= one.ticks / 10)
    }

    @Test func `nothing is flown for nobody, nor after all have landed`() throws {
        #expect(source().endOfPortion == nil)
        let head = "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms\n"
        let rows = (0..<60).map { "\($0),100,3,170,1,240\n" }.joined()
        let recording = try Recording(csv: Array((head + rows).utf8), name: "run.csv")
        let source = source(lanes: 0, recordings: [recording])
        _ = try follow(source)
        var lines: [JSONValue] = []
        while source.endOfPortion != nil, lines.count < 1_000 { lines += try portion(source) }
        #expect(lines.last?["type"]?.text == "end")
    }

    @Test func `after a restart the first who goes on takes the fleet to the anchor`() throws {
        let before = source()
        _ = try follow(before)
        _ = try portion(before)
        let anchor = Anchor(identity: before.identity, position: before.present)
        let next = try portion(before)
        let again = source()
        #expect(try follow(again, from: .after(anchor)).isEmpty)
        #expect(again.present == anchor.position)
        #expect(try portion(again).map(plain) == next.map(plain))
        // Somebody follows now: nothing is left out for them.
        let ahead = Anchor(
            identity: again.identity,
            position: StreamPosition(after: again.live.now + .seconds(1)))
        let error = #expect(throws: WireError.self) {
            try follow(again, from: .after(ahead))
        }
        #expect(error?.code == .anchorAhead)
    }

    @Test func `a line that waits stays due when its portion was begun`() throws {
        let source = source()
        _ = try follow(source)
        _ = try portion(source, at: 5_000_000)
        var delivered = Delivered()
        delivered.add(2, due: source.due(source.live.now))
        _ = try portion(source, at: 6_000_000)
        delivered.add(1, due: source.due(source.live.now))
        source.clockwork.note(delivered, at: 7_000_000)
        #expect(source.clockwork.deliveryLateness.count == 3)
        #expect(source.clockwork.deliveryLateness.sum == 5_000_000)
        #expect(source.clockwork.deliveryLateness.maximum == 2_000_000)
    }

    @Test func `only a fleet without a schedule waits`() throws {
        var request = SubscribeRequest()
        request.queue = .wait
        #expect(throws: Never.self) { try source().subscriptions.open(request) }
        let speed = try #require(PlaybackSpeed(thousandths: 60_000))
        let error = #expect(throws: WireError.self) {
            try source(speed).subscriptions.open(request)
        }
        #expect(error?.code == .badField)
        #expect(error?.field == "queue.policy")
        #expect(error?.reason.contains("at speed 60 waits for nobody") == true)
    }

    @Test func `the greeting and the status say it`() throws {
        let source = source()
        var hello = LineBuffer()
        source.appendHello(to: &hello)
        #expect(hello.text.contains(#""speed":"max","#))
        _ = try follow(source)
        _ = try portion(source, at: 1)
        var delivered = Delivered()
        delivered.add(20, due: source.due(Self.epoch))
        source.note(delivered)
        var status = LineBuffer()
        source.appendStatus(HubCounters(), id: nil, to: &status)
        let value = try #require(JSONValue(line: Array(status.text.utf8)))
        #expect(value["speed"]?.text == "max")
        #expect(value["send_late_us"]?["count"]?.integer == 20)
    }
}
