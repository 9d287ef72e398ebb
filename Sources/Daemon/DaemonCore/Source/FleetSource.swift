import ChannelPipeline
import Configuration
import LinuxIO
import StreamServer
import Vocabulary
import WireProtocol

/// What the hub streams: the live fleet on its schedule, the subscriptions to it, and the desk for
/// commands on it.
final class FleetSource: StreamSource {
    let clockwork: Clockwork
    let subscriptions: Subscriptions
    let desk: CommandDesk
    private(set) var memoryBound: MemoryBound
    /// Settings whose new values hold from the daemon's next start on, by name.
    var settingsOfNextStart: [String] = []
    /// The last tick before somebody asked for all sessions.
    var lastLookAtAll = MonotonicInstant.zero
    var portionBytes = FleetSource.portionBytes

    /// - Parameters:
    ///   - oldestInstant: the instant before which live commands have been forgotten; as the fleet
    ///     says if left out.
    ///   - frontier: lines up to it may have been published, which no command may change.
    ///   - farthestAnchor: the last instant to which an anchor makes an unpaced fleet go on.
    ///   - beginnings: how the fleet came to its seed and epoch.
    ///   - catchUpThreads: how many threads bring lanes; as the limits say if left out, and with
    ///     none the caller's thread does.
    ///   - together: the lanes of larger subscriptions that begin now come one by one.
    init(
        _ fleet: Fleet, schedule: ScheduleClock, limits: DaemonLimits = DaemonLimits(),
        oldestInstant: FleetInstant? = nil, frontier: FleetInstant? = nil,
        farthestAnchor: FleetInstant = FleetInstant.presents.upperBound,
        beginnings: FleetBeginnings = FleetBeginnings(),
        catchUpThreads: Int? = nil,
        together: LanesTogether = LanesTogether()
    ) {
        clockwork = Clockwork(fleet, schedule)
        if let oldestInstant {
            clockwork.live.remember(since: CommandRetention(own: oldestInstant))
        }
        subscriptions = Subscriptions(
            to: clockwork, limits: limits, farthestAnchor: farthestAnchor,
            threads: catchUpThreads ?? limits.threadsOfCatchUp,
            together: together, beginnings)
        desk = CommandDesk(subscriptions, frontier: frontier)
        memoryBound = MemoryBound(fleet: fleet, limits: limits)
    }

    var live: LiveFleet {
        _read { yield clockwork.live }
        _modify { yield &clockwork.live }
    }

    var fleet: Fleet { clockwork.live.fleet }
    var schedule: ScheduleClock { clockwork.schedule }
    var limits: DaemonLimits { subscriptions.limits }
    var identity: IdentityHash { fleet.identity }
    var present: StreamPosition { live.present }
    var feeds: any SubscriptionSource { subscriptions }
    var commands: any CommandSource { desk }

    /// Sets other limits for requests from now on.
    func change(_ limits: DaemonLimits) {
        subscriptions.limits = limits
        if subscriptions.threads.count > 0 {
            subscriptions.threads.count = limits.threadsOfCatchUp
        }
        var whole = fleet
        whole.raise(to: clockwork.laneGoal)
        memoryBound = MemoryBound(fleet: whole, limits: limits)
    }

    /// The longest span that is computed before its lines are published, so that a very late tick
    /// does not fill the memory: a tick at the highest speed.
    private static let longestAdvance = FleetDuration.seconds(72)
    /// Lines are published in portions of about this size, however many are due in a tick: the
    /// kernel accepts as much for one reader at once, and the next are made while it reads.
    static let portionBytes = 1 << 17
    /// Few lines may come of many windows: after this number of steps, some ten milliseconds, the
    /// daemon looks at the clock.
    private static let portionWindows = 1 << 15

    /// Notes that a tick of the daemon has begun.
    ///
    /// - Returns: how late it began.
    @discardableResult
    func recordTick(began: MonotonicInstant) -> Duration {
        let late = clockwork.recordTick(began: began)
        forgetRosterIfUnused(at: began)
        // While the fleet is not followed, no other call comes.
        desk.forgetIfDue()
        return late
    }

    /// Advances to `due`, or a portion of lines towards it, which may end within a tick.
    ///
    /// - Parameter endsSoon: take the smallest portion, which is the last of its tick before long.
    func advance(
        towards due: FleetInstant, tickBegan began: MonotonicInstant, endsSoon: Bool = false
    ) {
        subscriptions.noteBeginnings()
        live.advancePart(
            to: min(due, live.now + Self.longestAdvance),
            clock: LineClock(schedule: schedule, tickBegan: began), bytes: portionBytes,
            windows: endsSoon ? 1 : Self.portionWindows)
    }

    /// Where the next portion of a fleet that no clock paces ends: after about ``unpacedSteps`` of
    /// its lanes. Nil if nobody follows a lane that has more to fly, now or ever.
    var endOfPortion: FleetInstant? {
        guard live.isFlying else { return nil }
        // Every channel looks at each step of a lane.
        let steps = Int64(max(1, live.awakeLaneCount) * max(1, live.channelCount))
        let ticks = max(1, Self.unpacedSteps * fleet.rate.period.ticks / steps)
        return live.now + FleetDuration(ticks: ticks)
    }

    /// Makes the next lines, of a portion that ends at `end` or earlier.
    ///
    /// - Parameter began: now, when the lines are due.
    func advancePortion(to end: FleetInstant, at began: MonotonicInstant) {
        clockwork.beginPortion(at: began)
        subscriptions.noteBeginnings()
        live.advance(
            to: end, clock: LineClock(schedule: schedule, tickBegan: began),
            bytes: Self.unpacedBytes)
    }

    /// Some eighty lines share a write, and the kernel's buffer for a reader holds a few portions.
    private static let unpacedBytes = 1 << 15
    /// A few milliseconds, in which no request is heard, if none of the steps makes a line.
    private static let unpacedSteps: Int64 = 4000

    func due(_ instant: FleetInstant) -> MonotonicInstant { clockwork.due(instant) }

    func note(_ delivered: Delivered) { clockwork.note(delivered, at: MonotonicClock.now) }

    var channelsWithLines: [ChannelID] { live.channelsWithLines }

    func withLines(of channel: ChannelID, _ body: (borrowing LineBlock) -> Void) {
        live.withLines(of: channel, body)
    }

    func removeLines() {
        live.removeLines()
        desk.forgetEndedLanes()
        desk.forgetIfDue()
    }
}

/// How the fleet gets more lanes while it flies.
extension FleetSource {
    /// Lets `goal` lanes fly, of all shards: ``raiseLanes()`` brings them. Does nothing if this
    /// number is to fly already, or is more than a fleet can have.
    ///
    /// - Throws: `no_room` if subscriptions to all lanes could not be given these too.
    func raise(to goal: Int) throws(WireError) {
        guard goal > clockwork.laneGoal, goal <= LaneID.firstStarted.index else { return }
        try subscriptions.checkRoom(
            forLanes: fleet.shard.laneCount(of: goal) - fleet.flownLaneCount)
        clockwork.laneGoal = goal
        change(limits)
    }

    /// Lets the next lanes fly. A subscription to all lanes gets a snapshot of each and then its
    /// lines; nothing else changes.
    ///
    /// Subscriptions that have come since the lanes were asked for may have taken their room: then
    /// the lanes wait until there is room.
    ///
    /// - Returns: whether there are more lanes than before; their snapshots are to be published.
    func raiseLanes() -> Bool {
        guard clockwork.isRaising, live.isBetweenTicks, let count = subscriptions.nextLaneCount
        else { return false }
        desk.pending.raise(to: count)
        subscriptions.raise(to: count)
        return true
    }
}

extension DaemonLimits {
    /// How many threads bring lanes.
    fileprivate var threadsOfCatchUp: Int {
        min(catchUpThreads, CurrentProcess.processors)
    }
}
