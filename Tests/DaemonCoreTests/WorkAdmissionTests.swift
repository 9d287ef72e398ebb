import ChannelPipeline
import Configuration
import LinuxIO
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// How much live work a daemon promises, and what it refuses.
@Suite struct WorkAdmissionTests {
    private func source(lanes: Int, processorPercent: Int) -> FleetSource {
        var limits = DaemonLimits()
        limits.processorPercent = processorPercent
        let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
        return FleetSource(
            Fleet(seed: 42, epoch: epoch, simulatedLanes: lanes),
            schedule: ScheduleClock(fleetOrigin: epoch, monotonicOrigin: 0, speed: .realTime),
            limits: limits, processors: 1)
    }

    private func request(_ selected: [Int]? = nil) -> SubscribeRequest {
        var request = SubscribeRequest()
        if let selected {
            request.selection = SessionSelection(selected.map { SelectedSessions(lane: $0) })
        }
        return request
    }

    /// In each of the last ten seconds ticks have taken so much, and what is promised now was then.
    private func record(_ time: Duration, in source: FleetSource) {
        let now = MonotonicClock.now
        for second in (0..<10).reversed() {
            source.load.record(
                time, promised: source.ledger.work, at: now - .milliseconds(1000 * second))
        }
    }

    @Test func `a subscription that takes too much of the processor is refused, and says how much`()
        throws
    {
        let source = source(lanes: 20_000, processorPercent: 1)
        let error = #expect(throws: WireError.self) { try source.open(request()) }
        #expect(error?.code == .noRoom)
        #expect(error?.reason.contains(" 1 of 1 % are free") == true)
        #expect(error?.suggestion.contains("does not fit even alone") == true)
        #expect(source.ledger.work == 0)
        let first = try source.open(request(Array(0..<2000)))
        let second = #expect(throws: WireError.self) {
            try source.open(request(Array(5000..<7000)))
        }
        #expect(second?.suggestion.contains("try again later") == true)
        source.close(first.number)
        _ = try source.open(request(Array(5000..<7000)))
    }

    @Test func `where ticks take longer than was estimated, less is promised`() throws {
        let source = source(lanes: 60_000, processorPercent: 30)
        _ = try source.open(request(Array(0..<20_000)))
        let promised = source.promisedShare()
        #expect(promised > 0.05 && promised < 0.5)
        record(.milliseconds(600), in: source)
        #expect(source.promisedShare() > promised)
        #expect(source.promisedShare() <= 4 * promised * 1.001)
        #expect(throws: WireError.self) {
            for lane in 0..<10 {
                _ = try source.open(request(Array(20_000 + lane * 4000..<24_000 + lane * 4000)))
            }
        }
    }

    @Test func `who leaves and comes back at once finds room again`() throws {
        let source = source(lanes: 40_000, processorPercent: 60)
        let feed = try source.open(request(Array(0..<20_000)))
        record(.milliseconds(500), in: source)
        let promised = source.promisedShare()
        source.close(feed.number)
        // Few are left; what ticks took of late is no sign of how dear they are.
        _ = try source.open(request(Array(0..<5000)))
        #expect(source.promisedShare() < promised / 2)
        _ = try source.open(request(Array(0..<20_000)))
        #expect(source.promisedShare() < promised * 1.3)
    }
}
