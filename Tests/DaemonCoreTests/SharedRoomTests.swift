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
            limits: limits, processors: 1)
    }

    private func source(lanes: Int, windowBytes: Int) -> FleetSource {
        source(lanes: lanes) { $0.windowBytes = windowBytes }
    }

    private func user(_ user: UInt32, among users: Int = 2) -> Claimant {
        Claimant(user: user, isOperator: user == 0, among: users)
    }

    private func request(_ lanes: Range<Int>, window: Int64 = 5) -> SubscribeRequest {
        var request = SubscribeRequest()
        request.selection = SessionSelection(lanes.map { SelectedSessions(lane: $0) })
        request.shape.window = .span(.seconds(window))
        return request
    }

    /// Opens lane after lane until one is refused: how many, the last of them, and the refusal.
    private func fill(
        _ source: FleetSource, as claimant: Claimant, from first: Int = 0, step: Int = 1
    ) throws -> (lanes: Int, feeds: [Int], refusal: WireError) {
        var feeds: [Int] = []
        while true {
            let lane = first + feeds.count * step
            do throws(WireError) {
                feeds.append(
                    try source.open(request(lane..<lane + step), for: claimant).number)
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
        let held = source.ledger.bytes
        #expect(held <= source.limits.windowBytes / 10 * 8)
        #expect(held > source.limits.windowBytes / 10 * 7)
        #expect(error.code == .noRoom)
        #expect(
            error.reason.contains(
                "free for user 7, who holds \(held) bytes of window_bytes: a tenth"))
        #expect(error.suggestion.contains("or try again later"))
        // Then others come: one session each, and root whatever fits.
        _ = try source.open(request(1500..<1501), for: user(8))
        _ = try source.open(request(1600..<1625), for: user(0))
        let refused = #expect(throws: WireError.self) {
            try source.open(request(1700..<1701), for: user(7))
        }
        #expect(
            refused?.reason == "User 7 holds \(held) bytes of the "
                + "\(source.limits.windowBytes) bytes of window_bytes, more than half, and gets no "
                + "more while another user is connected.")
        #expect(source.shares.refused == 2)
    }

    @Test func `many small users leave whoever comes a session, and root a tenth`() throws {
        let source = source(lanes: 40_000, windowBytes: 60_000_000)
        for number in 0..<10 {
            _ = try fill(
                source, as: user(UInt32(100 + number), among: number + 1), from: number * 3000)
        }
        let limit = source.limits.windowBytes
        #expect(source.ledger.bytes <= limit / 10 * 9)
        #expect(source.ledger.bytes > limit / 10 * 8)
        _ = try source.open(request(39_900..<39_901), for: user(8, among: 11))
        _ = try source.open(request(39_000..<39_150), for: user(0))
    }

    @Test func `who leaves has all of it back, and what others go on to use is nobody's`() throws {
        let source = source(lanes: 100, windowBytes: 1 << 30)
        let first = try source.open(request(0..<50), for: user(7)).number
        let second = try source.open(request(0..<50), for: user(8)).number
        let (mine, other) = (source.shares.holding(of: 7), source.shares.holding(of: 8))
        #expect(mine.bytes > 2 * other.bytes && other.bytes > 0)
        #expect(mine.bytes + other.bytes == source.ledger.bytes)
        #expect(source.shares(of: 7).windows >= source.shares(of: 8).windows)
        while !source.catchUp(second, bytes: 1 << 16) {}
        _ = source.join(second)
        #expect(source.shares.holding(of: 8).bytes < other.bytes)
        source.close(first)
        #expect(source.shares.holding(of: 7) == UserShares.Holding())
        #expect(source.shares.most(\.bytes)?.user == 8)
        source.close(second)
        #expect(source.ledger.bytes == 0 && source.shares.most(\.bytes) == nil)
    }

    @Test func `the processor is shared as the windows are`() throws {
        let source = source(lanes: 40_000) { $0.processorPercent = 10 }
        let (_, _, alone) = try fill(source, as: user(7, among: 1), step: 500)
        #expect(source.promisedShare() <= 0.08 && source.promisedShare() > 0.06)
        #expect(
            alone.reason.contains("for user 7, who holds 8 % of a processor of processor_percent"))
        let (_, _, among) = try fill(source, as: user(7), from: 30_000)
        #expect(among.reason.contains("more than half, and gets no more while another user"))
        #expect(among.reason.contains("of the 10 % of a processor of processor_percent"))
        let one = try source.open(request(39_000..<39_001), for: user(8))
        let many = try source.open(request(38_000..<38_500), for: user(0))
        #expect(source.shares(of: 7).processor > 60)
        #expect(source.shares(of: 8).processor == 1)
        for feed in [one, many] { source.close(feed.number) }
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
        while (try? source.open(seldom(lane..<lane + 100), for: user(7, among: 1))) != nil {
            lane += 100
        }
        #expect(lane > 0 && source.ledger.work.peak <= 8_000_000)
        let error = #expect(throws: WireError.self) {
            try source.open(seldom(lane..<lane + 100), for: user(7))
        }
        #expect(error?.reason.contains("more than half") == true)
        _ = try source.open(seldom(4990..<4991), for: user(8))
    }

    @Test func `who starts sessions leaves the last tenths of the windows to others`() throws {
        let source = source(lanes: 10, windowBytes: 12_000_000)
        for window in Int64(1)...4 {
            var all = request(0..<1, window: window)
            all.selection = .all
            _ = try source.open(all, for: user(8))
        }
        var rights = Rights.unrestricted
        (rights.userID, rights.isOperator) = (7, false)
        var refused: [WireError] = []
        for _ in 0..<700 {
            source.perform(.start(StartOrder(), at: nil), by: rights, among: 2) { outcome in
                if case .refused(let error) = outcome { refused.append(error) }
            }
        }
        #expect(!refused.isEmpty && refused.allSatisfy { $0.code == .noRoom })
        #expect(refused.last?.reason.contains("For those who follow all sessions") == true)
        #expect(source.ledger.bytes <= source.limits.windowBytes / 10 * 8)
        source.perform(.start(StartOrder(), at: nil), by: .unrestricted) { outcome in
            if case .refused(let error) = outcome { Issue.record("root is refused: \(error)") }
        }
        _ = try source.open(request(3..<4), for: user(9))
    }

    /// Subscriptions begin, catch up and end as they like; the shares add up to what the ledger
    /// holds, less what those who have left brought.
    @Test(arguments: Seeds.of(1...60, few: 3))
    func `shares are never more than is held, and nothing of whoever has left`(seed: UInt64) throws
    {
        var dice = SeededGenerator(seed: seed)
        let source = source(lanes: 60, windowBytes: 4_000_000)
        var feeds: [(number: Int, user: UInt32)] = []
        for step in 0..<150 {
            let claimant = user(UInt32(dice.number(0...4)), among: dice.number(1...5))
            let first = dice.number(0...50)
            let request = request(
                first..<first + dice.number(1...9), window: Int64(dice.number(1...3)))
            if dice.happens(oneIn: 3), !feeds.isEmpty {
                source.close(feeds.remove(at: dice.number(0...(feeds.count - 1))).number)
            } else if let feed = try? source.open(request, for: claimant) {
                feeds.append((feed.number, claimant.user))
                if dice.happens(oneIn: 2) {
                    while !source.catchUp(feed.number, bytes: 1 << 16) {}
                    _ = source.join(feed.number)
                }
            }
            let held = (UInt32(0)...4).map { source.shares.holding(of: $0) }
            let place: Comment = "seed \(seed), step \(step)"
            #expect(held.allSatisfy { $0.bytes >= 0 && $0.work.average >= 0 }, place)
            #expect(held.map(\.bytes).reduce(0, +) <= source.ledger.bytes, place)
            for user in UInt32(0)...4 where !feeds.contains(where: { $0.user == user }) {
                #expect(source.shares.holding(of: user) == UserShares.Holding(), place)
            }
        }
    }
}
