import ChannelPipeline
import Configuration
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// An anchor with a right check sum may name any position: no fleet may end because of one, but
/// where its time does.
@Suite struct AnchorBorderTests {
    /// A daemon that an anchor may come to.
    enum World: CaseIterable {
        case paced, pacedWithState, fastest, fastestWithState

        var isPaced: Bool { self == .paced || self == .pacedWithState }
        var keepsState: Bool { self == .pacedWithState || self == .fastestWithState }
    }

    private static let lanes = 8
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
    private static let now = epoch + .seconds(86_400 * 40)
    private static let frontier = now + .seconds(2 * 86_400)
    private static let tick = FleetDuration(ticks: 1)

    private static func source(_ world: World) -> FleetSource {
        let source = FleetSource(
            Fleet(seed: 42, epoch: epoch, simulatedLanes: lanes),
            schedule: ScheduleClock(
                fleetOrigin: now, monotonicOrigin: 0, speed: world.isPaced ? .realTime : .fastest),
            oldestInstant: world.keepsState ? epoch : nil,
            frontier: world.keepsState ? frontier : nil,
            farthestAnchor: world.keepsState ? frontier : FleetInstant.presents.upperBound,
            catchUpThreads: 0)
        return source
    }

    /// Opens a subscription after a position and ends it.
    ///
    /// - Parameter works: does a slice of its work before, and flies on if it has caught up.
    private static func visit(
        _ position: StreamPosition, _ source: FleetSource, lanes: [LaneID]? = nil,
        works: Bool = true
    ) throws {
        let text = Anchor(identity: source.identity, position: position).description
        var request = SubscribeRequest()
        request.shape.kinds = [.stat, .event]
        request.start = .after(try Anchor(parsing: text))
        if let lanes {
            request.selection = SessionSelection(lanes.map { SelectedSessions(lane: $0) })
        }
        do throws(WireError) {
            let feed = try source.subscriptions.open(request)
            defer { source.subscriptions.close(feed.number) }
            guard works, source.subscriptions.catchUp(feed.number, bytes: 4000) else { return }
            source.subscriptions.consumeLines(of: feed.number) { _ in }
            _ = source.subscriptions.join(feed.number)
            fly(source)
        } catch {
            let codes: [ErrorCode] = [.anchorAhead, .anchorExpired, .noRoom]
            #expect(codes.contains(error.code), "\(error)")
        }
    }

    /// A portion, as the daemon flies it: never up to the end of fleet time.
    private static func fly(_ source: FleetSource) {
        guard !source.schedule.speed.isPaced, let end = source.endOfPortion,
            end < FleetInstant.presents.upperBound
        else { return }
        source.advancePortion(to: end, at: 0)
        source.removeLines()
    }

    private static var borders: [FleetInstant] {
        let all = [StreamPosition.instants, FleetInstant.presents]
            .flatMap { [$0.lowerBound, $0.upperBound] }
        let inner = [epoch, now, frontier]
        let laps = (all + inner).flatMap { center in
            (-2...2).map { center + FleetDuration.lap * $0 }
        }
        return laps.flatMap { [$0 - tick, $0, $0 + tick] }
            .filter(StreamPosition.instants.contains)
    }

    @Test(arguments: World.allCases)
    func `every border is taken or refused`(world: World) throws {
        for instant in Self.borders {
            for (lane, rank) in [(0, 0), (0, 9), (7, 8), (8, 7), (LaneID.limit - 1, 15)] {
                let bits = UInt64(instant.ticks) << 24 | UInt64(lane << 4 | rank)
                try Self.visit(StreamPosition(bits: bits), Self.source(world))
            }
        }
    }

    @Test(arguments: World.allCases, Seeds.of(1...5, few: 1))
    func `five thousand positions are taken or refused`(world: World, seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            try Self.visit(
                Self.position(&dice), Self.source(world),
                lanes: dice.chance(20) ? [dice.lane(0...7)] : nil, works: dice.happens(oneIn: 200))
        }
    }

    /// Anywhere, near a border, or near the present.
    private static func position(_ dice: inout SeededGenerator) -> StreamPosition {
        let near = dice.pick([nil, dice.pick(borders), now])
        guard let near else { return StreamPosition(bits: dice.next()) }
        let ticks = near.ticks + Int64(dice.number(-200_000...200_000))
        let instant = min(max(ticks, 0), StreamPosition.instants.upperBound.ticks)
        return StreamPosition(bits: UInt64(instant) << 24 | dice.next() >> 40)
    }

    @Test func `with a state directory an anchor takes a fleet no further than it has been`() throws
    {
        let source = Self.source(.fastestWithState)
        let ahead = Anchor(
            identity: source.identity, position: StreamPosition(after: Self.frontier + Self.tick))
        var request = SubscribeRequest()
        request.start = .after(ahead)
        let refusal = #expect(throws: WireError.self) { try source.subscriptions.open(request) }
        #expect(refusal?.code == .anchorAhead)
        #expect(source.live.now == Self.now)
        request.start = .after(
            Anchor(identity: source.identity, position: StreamPosition(after: Self.frontier)))
        _ = try source.subscriptions.open(request)
        #expect(source.live.now == Self.frontier)
    }

    @Test(arguments: World.allCases)
    func `a time or a span back stands for the anchor behind it`(world: World) throws {
        func beginning(_ start: StreamStart) throws -> StreamPosition {
            let source = Self.source(world)
            var request = SubscribeRequest()
            request.selection = SessionSelection([SelectedSessions(lane: 1)])
            request.start = start
            let feed = try source.subscriptions.open(request)
            #expect(
                source.subscriptions.resumes.recalled + source.subscriptions.resumes.recomputed == 0
            )
            return feed.beginning
        }
        let hour = FleetDuration.seconds(3600)
        for start in [StreamStart.time(Self.now - hour), .back(hour)] {
            #expect(try beginning(start) == StreamPosition(after: Self.now - hour))
        }
        #expect(try beginning(.time(Self.now)) == StreamPosition(after: Self.now))
        func code(_ start: StreamStart) -> ErrorCode? {
            #expect(throws: WireError.self) { try beginning(start) }?.code
        }
        // A time takes no fleet ahead, as an anchor does at speed max.
        let ahead = Self.now + .seconds(world.isPaced ? 10_000 * 86_400 : 1)
        #expect(code(.time(ahead)) == .anchorAhead)
        // The clock has passed it, and no tick has made its lines.
        if world.isPaced {
            #expect(try beginning(.time(Self.now + Self.tick)) == StreamPosition(after: Self.now))
        }
        for ticks in [Int64.min / 4, -1, 0, FleetInstant.presents.lowerBound.ticks - 1] {
            #expect(code(.time(FleetInstant(ticks: ticks))) == .anchorExpired)
        }
        #expect(code(.time(FleetInstant(ticks: .max / 4))) == .anchorAhead)
        #expect(code(.back(FleetDuration(ticks: .max / 4))) == .anchorExpired)
    }

    @Test func `no command takes effect beyond the end of fleet time`() throws {
        let last = FleetInstant.presents.upperBound
        let source = FleetSource(
            Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 3),
            schedule: ScheduleClock(fleetOrigin: last, monotonicOrigin: 0, speed: .fastest),
            catchUpThreads: 0)
        let lane = SelectedSessions(lane: 1)
        let requests: [CommandRequest] = [
            .start(StartOrder(), at: nil), .start(StartOrder(), at: last + Self.tick),
            .pause(lane), .resume(lane), .stop(lane),
        ]
        for request in requests {
            var refusal: WireError?
            source.desk.perform(request) { if case .refused(let error) = $0 { refusal = error } }
            #expect(refusal?.code == .wrongState)
            #expect(refusal?.reason.contains("2666") == true)
        }
    }
}
