import ChannelPipeline
import Configuration
import LinuxIO
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// How users share the memory of windows and the processor.
@Suite struct SharedRoomTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    private func source(
        lanes: Int, _ change: (inout DaemonLimits) -> Void
    ) -> FleetSource {
        var limits = DaemonLimits()
        change(&limits)
        return FleetSource(
            Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: lanes),
            schedule: ScheduleClock(
                fleetOrigin: Self.epoch, monotonicOrigin: 0, speed: .realTime),
            limits: limits, catchUpThreads: 0)
    }

    private func source(lanes: Int, windowBytes: Int) -> FleetSource {
        source(lanes: lanes) { $0.windowBytes = windowBytes }
    }

    private func user(_ user: UInt32, among users: Int = 2) -> Claimant {
        Claimant(user: user, isOperator: user == 0, among: users)
    }

    private func request(_ lanes: Range<Int>, window: Int64 = 5) -> SubscribeRequest {
        var request = SubscribeRequest()
        request.selection = SessionSelection(
            lanes.map { SelectedSessions(lane: LaneID(index: $0)) })
        request.shape.window = .span(.seconds(window))
        return request
    }

    /// Opens lane after lane until one is refused: how many, the last of them, and the refusal.
    private func fill(
        _ source: FleetSource, as claimant: Claimant, from first: Int = 0, step: Int = 1
    ) throws -> (lanes: Int, feeds: [FeedID], refusal: WireError) {
        var feeds: [FeedID] = []
        while true {
            let lane = first + feeds.count * step
            do throws(WireError) {
                feeds.append(
                    try source.subscriptions.open(request(lane..<lane + step), for: claimant).number
                )
            } catch {
                return (feeds.count * step, feeds, error)
            }
        }
    }

    @Test func `one who is alone leaves two tenths of the windows, which the refusal explains`()
        throws
    {
        let source = source(lanes: 2000, windowBytes: 6_000_000)
        let (_, _, error) = try fill(source, as: user(7, among: 1))
        let held = source.subscriptions.ledger.bytes
        #expect(held <= source.limits.windowBytes / 10 * 8)
        #expect(held > source.limits.windowBytes / 10 * 7)
        #expect(error.code == .noRoom)
        #expect(
            error.reason.contains(
                "free for user 7, who holds \(held) bytes of window_bytes: a tenth"))
        #expect(error.suggestion.contains("or try again later"))
        // Then others come: one session each, and root whatever fits.
        _ = try source.subscriptions.open(request(1500..<1501), for: user(8))
        _ = try source.subscriptions.open(request(1600..<1625), for: user(0))
        let refused = #expect(throws: WireError.self) {
            try source.subscriptions.open(request(1700..<1701), for: user(7))
        }
        #expect(
            refused?.reason
                == "User 7 holds \(source.subscriptions.holding(of: 7).bytes) bytes of the "
                + "\(source.limits.windowBytes) bytes of window_bytes, more than half, and gets no "
                + "more while another user is connected.")
        #expect(source.subscriptions.shares.refused == 2)
    }

    @Test func `many small users leave whoever comes a session, and root a tenth`() throws {
        let source = source(lanes: 40_000, windowBytes: 60_000_000)
        for number in 0..<10 {
            _ = try fill(
                source, as: user(UInt32(100 + number), among: number + 1), from: number * 3000)
        }
        let limit = source.limits.windowBytes
        #expect(source.subscriptions.ledger.bytes <= limit / 10 * 9)
        #expect(source.subscriptions.ledger.bytes > limit / 10 * 8)
        _ = try source.subscriptions.open(request(39_900..<39_901), for: user(8, among: 11))
        _ = try source.subscriptions.open(request(39_000..<39_150), for: user(0))
    }

    @Test func `who leaves has all of it back, and others hold what they go on to use`() throws {
        let source = source(lanes: 100, windowBytes: 1 << 30)
        let first = try source.subscriptions.open(request(0..<50), for: user(7)).number
        let second = try source.subscriptions.open(request(0..<50), for: user(8)).number
        let (mine, other) = (
            source.subscriptions.holding(of: 7), source.subscriptions.holding(of: 8)
        )
        #expect(mine == other && other.bytes > 0)
        #expect(abs(mine.bytes + other.bytes - source.subscriptions.ledger.bytes) < 2)
        #expect(
            source.subscriptions.shares(of: 7).windows >= source.subscriptions.shares(of: 8).windows
        )
        while !source.subscriptions.catchUp(second, bytes: 1 << 16) {}
        _ = source.subscriptions.join(second)
        #expect(source.subscriptions.holding(of: 8).bytes < other.bytes)
        source.subscriptions.close(first)
        #expect(source.subscriptions.holding(of: 7) == UserShares.Holding())
        #expect(
            source.subscriptions.holding(of: 8) == UserShares.Holding(source.subscriptions.ledger))
        source.subscriptions.close(second)
        #expect(
            source.subscriptions.ledger.bytes == 0
                && source.subscriptions.mostHolding(\.bytes) == nil)
    }

    @Test func `nobody gives away a share by subscribing twice and ending the first`() throws {
        let source = source(lanes: 100, windowBytes: 1 << 30)
        var feed = try source.subscriptions.open(request(0..<50), for: user(7)).number
        for window: Int64 in [5, 5, 9, 5] {
            let next = try source.subscriptions.open(request(0..<50, window: window), for: user(7))
                .number
            source.subscriptions.close(feed)
            feed = next
            #expect(
                source.subscriptions.holding(of: 7)
                    == UserShares.Holding(source.subscriptions.ledger))
        }
        // Nor may it be left to somebody who uses a part of it.
        let small = try source.subscriptions.open(request(3..<4), for: user(8)).number
        let large = try source.subscriptions.open(request(0..<50), for: user(9)).number
        source.subscriptions.close(feed)
        #expect(source.subscriptions.holding(of: 7) == UserShares.Holding())
        let (part, rest) = (
            source.subscriptions.holding(of: 8), source.subscriptions.holding(of: 9)
        )
        #expect(abs(part.bytes + rest.bytes - source.subscriptions.ledger.bytes) < 2)
        #expect(part.bytes < rest.bytes / 10 && part.work.average < rest.work.average / 10)
        source.subscriptions.close(large)
        #expect(
            source.subscriptions.holding(of: 8) == UserShares.Holding(source.subscriptions.ledger))
        source.subscriptions.close(small)
    }

    @Test func `who is connected and holds nothing takes nothing of a newcomer's part`() throws {
        let source = source(lanes: 2000, windowBytes: 6_000_000)
        _ = try fill(source, as: user(7, among: 1))
        // A tenth divided by fifty would be less than one session takes.
        let fits = try fill(source, as: user(8, among: 50), from: 1500)
        #expect(source.subscriptions.holding(of: 8).bytes > source.limits.windowBytes / 25)
        #expect(fits.lanes > 5)
    }

    @Test func `the processor is shared as the windows are`() throws {
        let source = source(lanes: 40_000) { $0.processorPercent = 10 }
        let (_, _, alone) = try fill(source, as: user(7, among: 1), step: 500)
        #expect(
            source.subscriptions.promisedShare() <= 0.08
                && source.subscriptions.promisedShare() > 0.06)
        #expect(
            alone.reason.contains("for user 7, who holds 8 % of a processor of processor_percent"))
        let (_, _, among) = try fill(source, as: user(7), from: 30_000)
        #expect(among.reason.contains("more than half, and gets no more while another user"))
        #expect(among.reason.contains("of the 10 % of a processor of processor_percent"))
        let one = try source.subscriptions.open(request(39_000..<39_001), for: user(8))
        let many = try source.subscriptions.open(request(38_000..<38_500), for: user(0))
        #expect(source.subscriptions.shares(of: 7).processor > 60)
        #expect(source.subscriptions.shares(of: 8).processor == 1)
        for feed in [one, many] { source.subscriptions.close(feed.number) }
    }

    @Test func `what falls on one instant of the clock is shared too`() throws {
        let source = source(lanes: 5000) { $0.processorPercent = 1 }
        func seldom(_ lanes: Range<Int>) -> SubscribeRequest {
            var seldom = request(lanes)
            seldom.shape.every = .seconds(3600)
            seldom.shape.alignment = .clock
            return seldom
        }
        var lane = 0
        while (try? source.subscriptions.open(seldom(lane..<lane + 100), for: user(7, among: 1)))
            != nil
        {
            lane += 100
        }
        #expect(lane > 0 && source.subscriptions.ledger.work.peak <= 8_000_000)
        let error = #expect(throws: WireError.self) {
            try source.subscriptions.open(seldom(lane..<lane + 100), for: user(7))
        }
        #expect(error?.reason.contains("more than half") == true)
        _ = try source.subscriptions.open(seldom(4990..<4991), for: user(8))
    }

    @Test func `who starts sessions leaves the last tenths of the windows to others`() throws {
        let source = source(lanes: 10, windowBytes: 12_000_000)
        for window in Int64(1)...4 {
            var all = request(0..<1, window: window)
            all.selection = .all
            _ = try source.subscriptions.open(all, for: user(8))
        }
        var rights = Rights.unrestricted
        (rights.userID, rights.isOperator) = (7, false)
        let refused = start(700, by: rights, of: source)
        #expect(!refused.isEmpty && refused.allSatisfy { $0.code == .noRoom })
        #expect(refused.first?.reason.contains("more than half") == true)
        #expect(refused.first?.suggestion.contains("stop sessions that you have started") == true)
        #expect(source.subscriptions.ledger.bytes <= source.limits.windowBytes / 100 * 86)
        rights.userID = 9
        #expect(start(1, by: rights, of: source).isEmpty)
        #expect(start(1, by: .unrestricted, of: source).isEmpty)
        _ = try source.subscriptions.open(request(3..<4), for: user(9))
    }

    /// Starts sessions, and returns what is refused.
    private func start(_ count: Int, by rights: Rights, of source: FleetSource) -> [WireError] {
        var refused: [WireError] = []
        for _ in 0..<count {
            source.desk.perform(.start(StartOrder(), at: nil), by: rights, among: 3) { outcome in
                if case .refused(let error) = outcome { refused.append(error) }
            }
        }
        return refused
    }

    @Test func `one who has taken windows and processor keeps nobody from starting a session`()
        throws
    {
        for isProcessor in [false, true] {
            let source = source(lanes: 100) { limits in
                if isProcessor { limits.processorPercent = 1 }
                if !isProcessor { limits.windowBytes = 6_000_000 }
            }
            var all = request(0..<1)
            all.selection = .all
            _ = try source.subscriptions.open(all, for: user(0))
            for window in Int64(10)... {
                let more = request(0..<100, window: window)
                guard (try? source.subscriptions.open(more, for: user(7, among: 1))) != nil else {
                    break
                }
            }
            var rights = Rights.unrestricted
            (rights.userID, rights.isOperator) = (8, false)
            #expect(start(3, by: rights, of: source).isEmpty)
            rights.userID = 7
            let refused = try #require(start(1, by: rights, of: source).first)
            #expect(refused.reason.contains("more than half"))
        }
    }

    /// Many follow all sessions live, which costs little and adds little to a start.
    @Test func `whoever follows all many times keeps nobody from starting a session`() throws {
        let source = source(lanes: 3, windowBytes: 50_000_000)
        var all = request(0..<1, window: 3600)
        all.selection = .all
        var feeds = 0
        while let feed = try? source.subscriptions.open(all, for: user(7, among: 1)).number {
            feeds += 1
            if feeds % 4 != 0 { continue }
            while !source.subscriptions.catchUp(feed, bytes: 1 << 16) {}
            _ = source.subscriptions.join(feed)
        }
        #expect(feeds > 5)
        var rights = Rights.unrestricted
        (rights.userID, rights.isOperator) = (8, false)
        #expect(start(1, by: rights, of: source).isEmpty)
        #expect(start(1, by: .unrestricted, of: source).isEmpty)
        // What is started adds to what those hold who follow all.
        #expect(
            source.subscriptions.holding(of: 7) == UserShares.Holding(source.subscriptions.ledger))
    }

    /// Subscriptions begin, catch up and end and sessions are started and stopped as users like;
    /// the shares add up to what the ledger holds.
    @Test(arguments: Seeds.of(1...60, few: 3))
    func `all that is held is somebody's, and nothing is of whoever has left`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let source = source(lanes: 60, windowBytes: 4_000_000)
        var feeds: [(number: FeedID, user: UInt32)] = []
        for step in 0..<150 {
            let claimant = user(UInt32(dice.number(0...4)), among: dice.number(1...5))
            let first = dice.number(0...50)
            var request = request(
                first..<first + dice.number(1...9), window: Int64(dice.number(1...3)))
            if dice.happens(oneIn: 4) { request.selection = .all }
            if dice.happens(oneIn: 4) { startAndStop(as: claimant, &dice, source) }
            if dice.happens(oneIn: 3), !feeds.isEmpty {
                source.subscriptions.close(
                    feeds.remove(at: dice.number(0...(feeds.count - 1))).number)
            } else if let feed = try? source.subscriptions.open(request, for: claimant) {
                feeds.append((feed.number, claimant.user))
                if dice.happens(oneIn: 2) {
                    while !source.subscriptions.catchUp(feed.number, bytes: 1 << 16) {}
                    _ = source.subscriptions.join(feed.number)
                }
            }
            let held = (UInt32(0)...4).map { source.subscriptions.holding(of: $0) }
            let place: Comment = "seed \(seed), step \(step)"
            #expect(held.allSatisfy { $0.bytes >= 0 && $0.work.average >= 0 }, place)
            let (bytes, work) = (
                source.subscriptions.ledger.bytes, source.subscriptions.ledger.work.average
            )
            #expect(abs(held.map(\.bytes).reduce(0, +) - bytes) < 20, place)
            #expect(abs(held.map(\.work.average).reduce(0, +) - work) < 40, place)
            for user in UInt32(0)...4 where !feeds.contains(where: { $0.user == user }) {
                #expect(source.subscriptions.holding(of: user) == UserShares.Holding(), place)
            }
        }
    }

    private func startAndStop(
        as claimant: Claimant, _ dice: inout SeededGenerator, _ source: FleetSource
    ) {
        var rights = Rights.unrestricted
        (rights.userID, rights.isOperator) = (claimant.user, claimant.isOperator)
        _ = start(dice.number(1...3), by: rights, of: source)
        source.live.advance(to: source.live.now + .seconds(1), clock: nil)
        source.removeLines()
        for lane in source.fleet.startedLanes(at: source.live.now) where dice.happens(oneIn: 2) {
            source.desk.perform(.stop(SelectedSessions(lane: lane)), by: .unrestricted) { _ in }
        }
        source.live.advance(to: source.live.now + .seconds(2), clock: nil)
        source.removeLines()
        source.desk.forgetEndedLanes()
    }
}
