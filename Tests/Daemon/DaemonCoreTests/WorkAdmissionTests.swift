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
            limits: limits, catchUpThreads: 0)
    }

    private func request(_ selected: [Int]? = nil) -> SubscribeRequest {
        var request = SubscribeRequest()
        if let selected {
            let lanes = selected.map(LaneID.init(index:))
            request.selection = SessionSelection(lanes.map { SelectedSessions(lane: $0) })
        }
        return request
    }

    /// In each of the last ten seconds ticks have taken so much, and what is promised now was then.
    private func record(_ time: Duration, in source: FleetSource) {
        let now = MonotonicClock.now
        source.clockwork.load = LoadMeter(since: now - .milliseconds(11_000))
        for second in (0..<10).reversed() {
            source.clockwork.load.record(
                time, promised: source.subscriptions.ledger.work.average,
                at: now - .milliseconds(1000 * second))
        }
    }

    @Test func `a subscription that takes too much of the processor is refused, and says how much`()
        throws
    {
        let source = source(lanes: 20_000, processorPercent: 1)
        let error = #expect(throws: WireError.self) { try source.subscriptions.open(request()) }
        #expect(error?.code == .noRoom)
        #expect(error?.reason.contains(" 1 of 1 % are free") == true)
        #expect(error?.suggestion.contains("does not fit even alone") == true)
        #expect(source.subscriptions.ledger.work == LiveWork())
        let first = try source.subscriptions.open(request(Array(0..<2000)))
        let second = #expect(throws: WireError.self) {
            try source.subscriptions.open(request(Array(5000..<7000)))
        }
        #expect(second?.suggestion.contains("try again later") == true)
        source.subscriptions.close(first.number)
        _ = try source.subscriptions.open(request(Array(5000..<7000)))
    }

    @Test func `where ticks take longer than was estimated, less is promised`() throws {
        let source = source(lanes: 60_000, processorPercent: 30)
        _ = try source.subscriptions.open(request(Array(0..<20_000)))
        let promised = source.subscriptions.promisedShare()
        #expect(promised > 0.05 && promised < 0.5)
        record(.milliseconds(600), in: source)
        #expect(source.subscriptions.promisedShare() > promised)
        #expect(source.subscriptions.promisedShare() <= 4 * promised * 1.001)
        #expect(throws: WireError.self) {
            for lane in 0..<10 {
                _ = try source.subscriptions.open(
                    request(Array(20_000 + lane * 4000..<24_000 + lane * 4000)))
            }
        }
    }

    @Test func `who leaves and comes back at once finds room again`() throws {
        let source = source(lanes: 40_000, processorPercent: 60)
        let feed = try source.subscriptions.open(request(Array(0..<20_000)))
        record(.milliseconds(500), in: source)
        let promised = source.subscriptions.promisedShare()
        source.subscriptions.close(feed.number)
        // Few are left; what ticks took of late is no sign of how dear they are.
        _ = try source.subscriptions.open(request(Array(0..<5000)))
        #expect(source.subscriptions.promisedShare() < promised / 2)
        _ = try source.subscriptions.open(request(Array(0..<20_000)))
        #expect(source.subscriptions.promisedShare() < promised * 1.3)
    }

    @Test func `while ticks take more than is allowed nobody joins, whatever was estimated`() throws
    {
        let source = source(lanes: 2000, processorPercent: 80)
        let feed = try source.subscriptions.open(request(Array(0..<1000)))
        record(.milliseconds(900), in: source)
        let error = #expect(throws: WireError.self) {
            try source.subscriptions.open(request([1500]))
        }
        #expect(error?.code == .noRoom)
        #expect(error?.reason.contains("and 80 % are allowed") == true)
        source.subscriptions.close(feed.number)
        _ = try source.subscriptions.open(request([1500]))
    }

    @Test func `who looks at one session is heard where all is taken, but not any number of such`()
        throws
    {
        let source = source(lanes: 20_000, processorPercent: 1)
        var first = 0
        while (try? source.subscriptions.open(request(Array(first..<first + 1000)))) != nil {
            first += 1000
        }
        var tiny = 0
        while (try? source.subscriptions.open(request([19_000 - tiny]))) != nil { tiny += 1 }
        #expect(tiny > 0)
        #expect(source.subscriptions.promisedShare() <= 0.0106)
    }

    @Test func `what falls on one instant of the clock is bounded, however seldom it comes`() throws
    {
        let source = source(lanes: 5000, processorPercent: 1)
        var seldom = request(Array(0..<4500))
        seldom.shape.every = .seconds(3600)
        source.subscriptions.close(try source.subscriptions.open(seldom).number)
        seldom.shape.alignment = .clock
        let error = #expect(throws: WireError.self) { try source.subscriptions.open(seldom) }
        #expect(error?.code == .noRoom)
        #expect(error?.reason.contains(" 10 ms are allowed") == true)
        #expect(source.subscriptions.ledger.work == LiveWork())
    }

    @Test func `a request to all that cannot fit is refused before its lanes are looked at`() throws
    {
        let source = source(lanes: 100_000, processorPercent: 1)
        // No lanes, which open would look at next.
        source.subscriptions.allChoices = []
        let error = #expect(throws: WireError.self) { try source.subscriptions.open(request()) }
        #expect(error?.reason.contains("% of a processor") == true)
    }

    @Test(arguments: [false, true])
    func `starts are refused at the bound, also those that wait for the disk`(isKept: Bool) throws {
        let source = source(lanes: 10, processorPercent: 1)
        for _ in 0..<200 { _ = try source.subscriptions.open(request()) }
        var kept: [Int] = []
        if isKept { source.desk.keep = { _, number in kept.append(number) } }
        var refused: [WireError] = []
        let before = source.subscriptions.promisedShare()
        for _ in 0..<1000 {
            source.desk.perform(.start(StartOrder(), at: nil)) { outcome in
                if case .refused(let error) = outcome { refused.append(error) }
            }
        }
        for number in kept { source.desk.finish(number, nil) }
        #expect(refused.count > 0 && refused.count < 1000)
        #expect(refused.allSatisfy { $0.code == .noRoom })
        #expect(source.subscriptions.promisedShare() > before)
        #expect(source.subscriptions.promisedShare() <= 0.0106)
        #expect(source.desk.pending.starts == 0)
    }
}
