import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// A live fleet and its subscriptions, driven as a hub drives them.
final class DrivenFleet {
    /// One subscription from its opening on, with all that it was told.
    final class Subscription {
        let replay: Replay
        fileprivate(set) var channel: ChannelID?
        fileprivate(set) var lines: [PipelineLine] = []
        fileprivate(set) var snapshots: [PipelineLine] = []
        /// Everything due up to here has been told, once the subscription is over.
        fileprivate(set) var last: FleetInstant?

        /// Whether it began at the starts of the sessions that were flying when it was opened.
        let startsWithSessions: Bool

        fileprivate init(_ replay: Replay, from start: Beginning) {
            self.replay = replay
            startsWithSessions = start == .sessionStarts
        }

        var isLive: Bool { channel != nil && last == nil }
        /// Whether some of its lanes are ahead of the others.
        var isWithinTick: Bool { replay.isWithinTick }
        var lanes: [LaneID] { choices.map(\.lane) }

        /// Started lanes that it has been given and has let go since it is live.
        fileprivate(set) var added: [LaneID] = []
        fileprivate(set) var forgotten: [LaneID] = []

        var choices: [LaneChoice] {
            (replay.choices + added.map { LaneChoice(lane: $0) }).filter {
                !forgotten.contains($0.lane)
            }
        }

        fileprivate func take(_ taken: [PipelineLine]) {
            for line in taken {
                if line.isData { lines.append(line) } else { snapshots.append(line) }
            }
        }
    }

    private var live: LiveFleet
    private let schedule: ScheduleClock?
    private(set) var subscriptions: [Subscription] = []

    init(_ fleet: Fleet, at now: FleetInstant, schedule: ScheduleClock? = nil) {
        live = LiveFleet(fleet, at: now)
        self.schedule = schedule
    }

    var now: FleetInstant { live.now }
    var fleet: Fleet { live.fleet }
    var present: StreamPosition { live.present }
    var laneCount: Int { live.laneCount }
    var channelCount: Int { live.channelCount }
    var lanesAwake: Int { live.awakeLaneCount }
    var grid: FleetDuration { live.grid }

    func open(
        _ shape: ChannelShape, _ choices: [LaneChoice], from start: Beginning
    ) -> Subscription {
        let subscription = Subscription(
            live.replay(shape, choices, from: start, schedule: schedule), from: start)
        subscriptions.append(subscription)
        return subscription
    }

    /// Opens a subscription and brings it to the present at once.
    func follow(
        _ shape: ChannelShape, _ lanes: [LaneID], from start: Beginning
    ) -> Subscription {
        let subscription = open(shape, lanes.map { LaneChoice(lane: $0) }, from: start)
        while !subscription.isLive { work(on: subscription, steps: 1_000_000, bytes: 1 << 20) }
        return subscription
    }

    /// Does a slice of a replay; joins the live fleet once it stands at the present.
    func work(on subscription: Subscription, steps: Int, bytes: Int) {
        guard subscription.channel == nil, subscription.last == nil else { return }
        let isPresent = subscription.replay.advance(to: live.now, steps: steps, bytes: bytes)
        subscription.replay.consumeLines { subscription.take(PipelineLine.all(in: $0)) }
        if isPresent {
            subscription.channel = live.join(
                subscription.replay, following: subscription.replay.choices)
        }
    }

    /// Has a request carried out at the first instant that can be.
    ///
    /// - Parameter followers: who follows all lanes, those to be started among them.
    @discardableResult
    func apply(
        _ request: CommandRequest, followers: [Subscription] = []
    ) throws(WireError) -> SessionCommand {
        let command = try fleet.command(request, after: now)
        try live.apply(command)
        for subscription in subscriptions
        where subscription.channel == nil && subscription.last == nil {
            subscription.replay.apply(command, of: live.fleet)
        }
        guard case .start = request else { return command }
        let lane = command.session.lane
        for subscription in followers {
            if let channel = subscription.channel {
                subscription.added.append(lane)
                live.add(lane: lane, channel: channel)
            } else {
                subscription.replay.add(lane: lane)
            }
        }
        return command
    }

    /// Lets a subscription forget a started lane.
    func forget(_ lane: LaneID, of subscription: Subscription) {
        guard let channel = subscription.channel else { return }
        subscription.forgotten.append(lane)
        live.remove(lane: lane, channel: channel)
    }

    /// Ends a subscription, whether it has joined or not.
    func leave(_ subscription: Subscription) {
        guard subscription.last == nil else { return }
        if let channel = subscription.channel {
            live.leave(channel, subscription.choices)
            subscription.last = live.now
        } else {
            subscription.last =
                subscription.replay.now ?? subscription.replay.beginning.instant
                - FleetDuration(ticks: 1)
        }
    }

    /// Advances and hands out the lines.
    func advance(to instant: FleetInstant, tickBegan: MonotonicInstant = .zero) {
        live.advance(
            to: instant, clock: schedule.map { LineClock(schedule: $0, tickBegan: tickBegan) })
        handOut()
    }

    /// Advances by the next lines, of a tick that has many by a part of it.
    func advancePart(to instant: FleetInstant, bytes: Int) {
        let before = present
        live.advancePart(to: instant, clock: nil, bytes: bytes)
        handOut { $0 > before && $0 <= self.present }
    }

    private func handOut(_ isExpected: (StreamPosition) -> Bool = { _ in true }) {
        let grid = live.grid
        for channel in live.channelsWithLines {
            let lines = live.withLines(of: channel) { PipelineLine.all(in: $0) }
            #expect(lines.allSatisfy { $0.position.instant.ticks % grid.ticks == 0 })
            #expect(lines.allSatisfy { isExpected($0.position) })
            for subscription in subscriptions
            where subscription.isLive && subscription.channel == channel {
                subscription.take(
                    lines.filter { subscription.lanes.contains($0.session.flownLane) })
            }
        }
        live.removeLines()
    }

    /// Advances by random steps: mostly a tick, or mostly seconds.
    func advance(to instant: FleetInstant, _ dice: inout Dice, strides: ClosedRange<Int64>) {
        while live.now < instant {
            let step = FleetDuration(ticks: dice.within(strides))
            advance(to: min(live.now + step, instant))
        }
    }
}
