import ChannelPipeline
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

@Suite struct SortedPageTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    private static func source() -> FleetSource {
        let now = epoch + .seconds(1800)
        return FleetSource(
            Fleet(seed: 42, epoch: epoch, simulatedLanes: 8),
            schedule: ScheduleClock(fleetOrigin: now, monotonicOrigin: 0, speed: .realTime),
            catchUpThreads: 0)
    }

    /// How many slices the hub gives an answer until it is ready.
    private func slices(_ source: FleetSource) -> Int {
        let answer = source.sessions(SortedSessionsRequest(by: .metric(.heartRate)))
        var slices = 1
        while !answer.advance() { slices += 1 }
        return slices
    }

    @Test func `what was flown for one look is there for the next, and gone a minute later`() {
        let source = Self.source()
        let first = slices(source)
        #expect(first > 5)
        let looked = source.clockwork.lastTick
        #expect(slices(source) <= 2)
        source.recordTick(began: looked + FleetSource.rosterPatience - .microseconds(1))
        #expect(slices(source) <= 2)
        let lookedAgain = source.clockwork.lastTick
        source.recordTick(began: lookedAgain + FleetSource.rosterPatience)
        #expect(slices(source) == first)
    }
}
