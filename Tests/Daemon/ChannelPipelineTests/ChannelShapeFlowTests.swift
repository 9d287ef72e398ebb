import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ChannelPipeline

/// How much a shape is expected to bring, held to what it brings.
@Suite struct ChannelShapeFlowTests {
    private static let shapes: [ChannelShape] = {
        var all = ChannelShape()
        all.kinds = Set(LineKind.allCases)
        all.metrics = MetricSet(Metric.allCases)
        all.statistics = Set(Statistic.allCases)
        var samples = ChannelShape()
        samples.kinds = [.sample]
        samples.metrics = MetricSet([.heartRate])
        var slow = ChannelShape()
        slow.every = .seconds(10)
        return [ChannelShape(), all, samples, slow]
    }()

    @Test(arguments: shapes)
    func `a flying session brings about what is expected`(shape: ChannelShape) {
        let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
        let fleet = Fleet(seed: 5, epoch: epoch, simulatedLanes: 1)
        let clock = LineClock(
            schedule: ScheduleClock(
                fleetOrigin: epoch, monotonicOrigin: 80_000_000_000, speed: .realTime),
            tickBegan: 80_000_000_000)
        var run = FleetRun(of: fleet, after: epoch + .seconds(600))
        let channel = run.add(
            Channel(shape: shape, of: fleet, after: StreamPosition(after: run.now)))
        run.setClock(clock, channel: channel)
        let place = run.add(LaneFlight(SessionName(lane: 0, lap: 0), of: fleet))
        _ = run.bring(place, to: run.now, atMost: 1_000_000)
        run.advance(to: run.now + .seconds(1000))
        let (lines, bytes) = run.withLines(of: channel) { ($0.entries.count, $0.bytes.count) }
        let expectedLines = shape.linesPerSecond(at: .oneHertz) * 1000
        let expectedBytes = shape.bytesPerSecond(at: .oneHertz) * 1000
        #expect(abs(Double(lines) / expectedLines - 1) < 0.02, "\(lines) of \(expectedLines)")
        #expect(abs(Double(bytes) / expectedBytes - 1) < 0.34, "\(bytes) of \(expectedBytes)")
    }
}
