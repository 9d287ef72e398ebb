import ChannelPipeline
import LinuxIO
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// Lanes come out the same on any number of threads.
@Suite struct LaneThreadsTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    /// A source whose subscriptions to all lanes begin with lanes that come one by one.
    private func source(lanes: Int, threads: Int, recalled: Double = 0) -> FleetSource {
        FleetSource(
            Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: lanes),
            schedule: ScheduleClock(
                fleetOrigin: Self.epoch, monotonicOrigin: 0, speed: .realTime),
            catchUpThreads: threads, together: LanesTogether(bytesPerSecond: recalled, lanes: 0))
    }

    /// The lines that a subscription gets until it is live, sorted: lanes come in any order.
    private func lines(
        of request: SubscribeRequest, from source: FleetSource
    ) throws -> [Substring] {
        let subscriptions = source.subscriptions
        let feed = try subscriptions.open(request)
        var (lines, isPresent): ([Substring], Bool) = ([], false)
        while !isPresent {
            _ = subscriptions.bringLanes()
            isPresent = subscriptions.catchUp(feed.number, bytes: 1 << 16)
            subscriptions.consumeLines(of: feed.number) {
                lines += $0.bytes.text.split(separator: "\n")
            }
        }
        _ = subscriptions.join(feed.number)
        return lines.sorted()
    }

    @Test(arguments: [0, 1, 2, 5])
    func `lanes that come one by one say the same whoever flies them`(threads: Int) throws {
        let (plain, other) = (source(lanes: 33, threads: 0), source(lanes: 33, threads: threads))
        var told: [[Substring]] = []
        for source in [plain, other] {
            var lines = try lines(of: SubscribeRequest(), from: source)
            #expect(lines.count == 33)
            #expect(source.subscriptions.threads.isIdle && source.subscriptions.coming.away.isEmpty)
            for _ in 0..<200 {
                source.live.advance(to: source.live.now + FleetDuration(ticks: 1), clock: nil)
                for channel in source.channelsWithLines {
                    source.withLines(of: channel) {
                        lines += $0.bytes.text.split(separator: "\n")
                    }
                }
                source.live.removeLines()
            }
            told.append(lines)
        }
        #expect(told[0] == told[1])
        #expect(told[0].count > 33 + 100)
    }

    @Test(arguments: [1, 2, 5])
    func `a replay's lines are the same and in the same order whoever flies its lanes`(
        threads: Int
    ) throws {
        var request = SubscribeRequest()
        request.start = .sessionStart
        request.shape.every = .seconds(60)
        let sources = [0, threads].map { source(lanes: 33, threads: $0) }
        let told = try sources.map { try lines(of: request, from: $0) }
        #expect(told[0] == told[1] && told[0].count > 33 * 10)
    }

    @Test func `work for a feed that has ended is forgotten`() throws {
        let source = source(lanes: 33, threads: 2)
        let subscriptions = source.subscriptions
        for start in [StreamStart.now, .sessionStart] {
            for _ in 0..<3 {
                var request = SubscribeRequest()
                request.start = start
                let feed = try subscriptions.open(request)
                _ = subscriptions.catchUp(feed.number, bytes: 1 << 16)
                _ = subscriptions.bringLanes()
                #expect(!subscriptions.threads.isIdle)
                subscriptions.close(feed.number)
            }
        }
        while !subscriptions.threads.isIdle || !subscriptions.coming.landings.isEmpty {
            _ = subscriptions.bringLanes()
        }
        #expect(subscriptions.coming.away.isEmpty && source.live.laneCount == 0)
    }

    @Test func `lanes that were on their way for one who has left come to the next`() throws {
        let source = source(lanes: 500, threads: 1)
        let subscriptions = source.subscriptions
        let first = try subscriptions.open(SubscribeRequest())
        _ = subscriptions.catchUp(first.number, bytes: 1 << 16)
        // Some lanes have come, and others have been flown and have not.
        while source.live.laneCount == 0 { _ = subscriptions.bringLanes() }
        while subscriptions.coming.landings.isEmpty { subscriptions.takeFlownLanes() }
        subscriptions.close(first.number)
        #expect(try lines(of: SubscribeRequest(), from: source).count == 500)
        #expect(source.live.laneCount == 500)
    }

    @Test func `threads serve the user for whom least was done, and nearest to its end`() throws {
        let source = source(lanes: 300, threads: 0)
        let subscriptions = source.subscriptions
        func open(_ user: UInt32, lanes: Range<Int>, every: Int64) throws -> FeedID {
            var request = SubscribeRequest()
            request.selection = .some(
                lanes.map { SelectedSessions(lane: LaneID(index: $0)) })
            request.shape.every = .seconds(every)
            let claimant = Claimant(user: user, isOperator: false, among: 2)
            return try subscriptions.open(request, for: claimant).number
        }
        let large = try (0..<3).map { try open(1, lanes: 0..<250, every: Int64($0 + 1)) }
        let small = try open(2, lanes: 250..<260, every: 4)
        var turns = 0
        while !subscriptions.catchUp(small, bytes: 1 << 16) {
            for feed in large { _ = subscriptions.catchUp(feed, bytes: 1) }
            turns += 1
        }
        #expect(turns < 300)
        let left = large.compactMap {
            subscriptions.progress(of: $0, at: MonotonicClock.now)?.lanesToCome
        }
        #expect(left.count == 3 && left.reduce(0, +) > 600)
    }
}
