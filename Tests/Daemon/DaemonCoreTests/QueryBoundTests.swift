import ChannelPipeline
import Configuration
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// What a query is refused for before any of it is computed.
@Suite struct QueryBoundTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
    private static let day = FleetDuration.seconds(86_400)

    /// A year after the epoch, with room for so many samples on a page.
    private func source(samples: Int = 50_000_000, oldest: FleetInstant? = nil) -> FleetSource {
        var limits = DaemonLimits()
        limits.historySamples = samples
        return FleetSource(
            Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 2),
            schedule: ScheduleClock(
                fleetOrigin: Self.epoch + Self.day * 365, monotonicOrigin: 0, speed: .realTime),
            limits: limits, oldestInstant: oldest, catchUpThreads: 0)
    }

    private func refusal(
        _ source: FleetSource, from instant: FleetInstant,
        _ change: (inout QueryRequest) -> Void = { _ in }
    ) -> WireError? {
        var request = QueryRequest(from: .instant(instant))
        change(&request)
        do throws(WireError) {
            _ = try source.query(request, id: nil)
            return nil
        } catch {
            return error
        }
    }

    private func ofDays(_ request: inout QueryRequest) {
        request.metrics = QueryMetric.all.filter { $0.run == nil }
        request.statistics = [.latest]
    }

    @Test func `runs before the kept commands are not flown again as if nobody had stopped them`() {
        let oldest = Self.epoch + Self.day * 300
        let source = source(oldest: oldest)
        #expect(refusal(source, from: oldest) == nil)
        let before = oldest - FleetDuration(ticks: 1)
        let error = refusal(source, from: before)
        #expect(error?.code == .anchorExpired && error?.field == "from")
        #expect(refusal(source, from: before, ofDays) == nil)
        #expect(refusal(self.source(), from: before) == nil)
    }

    @Test func `an interval of more samples than a page may take is refused`() {
        let seconds = 10 * 86_400
        for (samples, isRefused) in [(seconds, false), (seconds - 1, true)] {
            let source = source(samples: samples)
            let error = refusal(source, from: Self.epoch) { $0.interval = .days(10) }
            #expect((error?.code == .historyBudget) == isRefused, "\(samples) samples")
            #expect(error?.field == (isRefused ? "interval" : nil))
        }
        let error = refusal(source(samples: 5000), from: Self.epoch) { request in
            request.interval = .months(1000)
            ofDays(&request)
        }
        #expect(error == nil)
    }
}
