import CatchUp
import ChannelPipeline
import Configuration
import LinuxIO
import StateFiles
import Statistics
import StreamServer
import Vocabulary
import WireProtocol

/// What the hub streams: the live fleet on its schedule.
final class FleetSource: StreamSource {
    let schedule: ScheduleClock
    private(set) var limits: DaemonLimits
    private(set) var memoryBound: MemoryBound
    /// Settings whose new values hold from the daemon's next start on, by name.
    var settingsOfNextStart: [String] = []
    var live: LiveFleet
    var ledger: WindowLedger
    private(set) var tickLateness: TickLateness
    /// When the daemon ticked last.
    private(set) var lastTick = MonotonicClock.now
    /// What ticks take of a processor.
    var load = LoadMeter(since: MonotonicClock.now)
    /// From when a live line was due until the kernel had taken its last byte.
    private(set) var deliveryLateness = LatencyHistogram()
    var resumes = ResumeCounts()
    /// How many subscriptions have not found their lines in memory.
    var feedsComputed = 0
    /// The subscriptions from their request to their end, and what each needs next.
    var feeds = FeedTable()
    /// The lanes that the second thread computes now.
    var sideWork: SideWork?
    /// The recalled lines of the feed whose turn it is.
    var recalled = LineBlock()
    /// Each shape once: subscriptions that ask for the same share its memory.
    var shapes: Set<ChannelShape> = []
    /// Shared by all subscriptions to every session.
    var allChoices: [LaneChoice] = []
    /// How many lanes are to fly, of all shards.
    var laneGoal: Int
    /// Commands on their way to the disk.
    var pending = PendingCommands()
    /// Whether the daemon ends, and takes no more commands.
    var isEnding = false
    var owners = SessionOwners()
    /// What users hold by their subscriptions.
    var shares = UserShares()
    /// The second of fleet time at which started lanes were looked at last.
    var lastLookAtLanes: Int64 = 0
    /// Writes a command to the journal and reports with ``finishCommand(_:_:)``; nil without a
    /// state directory.
    var keep: ((SessionCommand, _ number: Int) -> Void)?
    /// Has the journal forget sessions, if there is one, and reports with ``finishForgetting(_:)``;
    /// nil where nothing is forgotten.
    var compact: ((@escaping Choice) -> Void)?
    var isForgetting = false
    /// At this number of commands the fleet looks for what it can forget.
    var forgetAt = StateLimits.commandsBetweenLooks
    /// The fleet also looks from this instant on, if there are any commands.
    var forgetFrom: FleetInstant
    /// It does not look before this instant: while nothing can have ended that is of no use.
    var forgetNotBefore = FleetInstant.presents.lowerBound
    var commandLimits = CommandLimits()
    /// The present day of the machine's clock, from 1970 in UTC; one that a journal can keep.
    var machineDay: () -> Int32 = {
        Int32(clamping: min(max(0, WallClock.nowMicroseconds / 86_400_000_000), 999_999))
    }
    /// An earlier process may have published up to here.
    let frontier: FleetInstant?
    /// In a fleet that no clock paces, an anchor that lies ahead makes the fleet go on to it, but
    /// not beyond this instant.
    let farthestAnchor: FleetInstant
    /// How the fleet came to its seed and epoch.
    var beginnings = FleetBeginnings()
    private(set) lazy var foreignAnchors = ForeignAnchors(fleet, beginnings)
    /// The last tick before somebody asked for all sessions.
    var lastLookAtAll = MonotonicInstant.zero
    /// When the source was made.
    let began = MonotonicClock.now
    /// When the last portion began, at a speed that no clock paces.
    private var portionBegan = MonotonicInstant.zero

    let hasSecondProcessor: Bool
    /// If lanes bring at most this, their lines stay in memory long enough for subscriptions that
    /// begin together.
    let recalledBytesPerSecond: Double

    /// About how many steps of lanes one slice of a replay takes: a millisecond, which a tick that
    /// falls due meanwhile waits at most.
    static let sliceSteps = 400

    /// - Parameters:
    ///   - oldestInstant: the instant before which live commands have been forgotten; as the fleet
    ///     says if left out.
    ///   - frontier: lines up to it may have been published, which no command may change.
    ///   - farthestAnchor: the last instant to which an anchor makes an unpaced fleet go on.
    ///   - processors: how many processors its threads may run on.
    ///   - recalledBytesPerSecond: for lanes that bring more, subscriptions that begin together get
    ///     copies of lanes instead of lines; what is in memory for two seconds if left out.
    init(
        _ fleet: Fleet, schedule: ScheduleClock, limits: DaemonLimits = DaemonLimits(),
        oldestInstant: FleetInstant? = nil, frontier: FleetInstant? = nil,
        farthestAnchor: FleetInstant = FleetInstant.presents.upperBound,
        processors: Int = CurrentProcess.processors,
        recalledBytesPerSecond: Double = Double(LiveFleet.recalledBytes / 2)
    ) {
        hasSecondProcessor = processors > 1
        self.recalledBytesPerSecond = recalledBytesPerSecond
        self.frontier = frontier
        self.farthestAnchor = farthestAnchor
        self.schedule = schedule
        self.limits = limits
        memoryBound = MemoryBound(fleet: fleet, limits: limits)
        forgetFrom = schedule.fleetOrigin
        live = LiveFleet(fleet, at: schedule.fleetOrigin)
        if let oldestInstant { live.remember(since: CommandRetention(own: oldestInstant)) }
        ledger = WindowLedger(fleet, WorkModel(of: fleet, at: schedule.speed))
        laneGoal = fleet.laneCount
        tickLateness = TickLateness(TickGrid(schedule, every: Fleet.slotDuration))
        allChoices = choicesOfAll()
    }

    /// Sets other limits for requests from now on.
    func change(_ limits: DaemonLimits) {
        self.limits = limits
        var whole = fleet
        whole.raise(to: laneGoal)
        memoryBound = MemoryBound(fleet: whole, limits: limits)
    }

    var fleet: Fleet { live.fleet }
    var identity: IdentityHash { fleet.identity }
    var present: StreamPosition { live.present }

    /// The longest span that is computed before its lines are published, so that a very late tick
    /// does not fill the memory: a tick at the highest speed.
    private static let longestAdvance = FleetDuration.seconds(72)
    /// Lines are published in portions of about this size, however many are due in a tick: the
    /// kernel accepts as much for one reader at once, and the next are made while it reads.
    static let portionBytes = 1 << 17
    var portionBytes = FleetSource.portionBytes
    /// Few lines may come of many windows: after this number of steps, some ten milliseconds, the
    /// daemon looks at the clock.
    private static let portionWindows = 1 << 15

    /// Notes that a tick of the daemon has begun.
    ///
    /// - Returns: how late it began.
    @discardableResult
    func recordTick(began: MonotonicInstant) -> Duration {
        lastTick = began
        forgetRosterIfUnused(at: began)
        // While the fleet is not followed, no other call comes.
        forgetIfDue()
        return tickLateness.record(began: began)
    }

    /// When the ticks of the daemon come.
    var tickGrid: TickGrid { tickLateness.grid }

    /// Moves the tick timer to the grid of the lanes now followed.
    ///
    /// - Parameter onlyOftener: keep the grid if ticks would come less often.
    /// - Returns: when the first tick of another grid is due; nil if the grid stays.
    func changeTickGrid(
        at now: MonotonicInstant, onlyOftener: Bool = false
    ) -> MonotonicInstant? {
        let grid = TickGrid(schedule, every: live.grid)
        let keeps = onlyOftener ? grid.period >= tickGrid.period : grid == tickGrid
        return keeps ? nil : tickLateness.change(to: grid, at: now)
    }

    /// Advances to `due`, or a portion of lines towards it, which may end within a tick.
    ///
    /// - Parameter endsSoon: take the smallest portion, which is the last of its tick before long.
    func advance(
        towards due: FleetInstant, tickBegan began: MonotonicInstant, endsSoon: Bool = false
    ) {
        feeds.noteBeginnings(in: live)
        live.advancePart(
            to: min(due, live.now + Self.longestAdvance),
            clock: LineClock(schedule: schedule, tickBegan: began), bytes: portionBytes,
            windows: endsSoon ? 1 : Self.portionWindows)
    }

    func due(_ instant: FleetInstant) -> MonotonicInstant {
        schedule.speed.isPaced ? schedule.due(instant) : portionBegan
    }

    func note(_ delivered: Delivered) { note(delivered, at: MonotonicClock.now) }

    func note(_ delivered: Delivered, at now: MonotonicInstant) {
        for run in delivered.runs {
            deliveryLateness.record(now.microseconds(since: run.due), times: run.lines)
        }
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
        portionBegan = began
        feeds.noteBeginnings(in: live)
        live.advance(
            to: end, clock: LineClock(schedule: schedule, tickBegan: began),
            bytes: Self.unpacedBytes)
    }

    /// Some eighty lines share a write, and the kernel's buffer for a reader holds a few portions.
    private static let unpacedBytes = 1 << 15
    /// A few milliseconds, in which no request is heard, if none of the steps makes a line.
    private static let unpacedSteps: Int64 = 4000

    var channelsWithLines: [Int] { live.channelsWithLines }

    func withLines(of channel: Int, _ body: (borrowing LineBlock) -> Void) {
        live.withLines(of: channel, body)
    }

    func removeLines() {
        live.removeLines()
        forgetEndedLanes()
        forgetIfDue()
    }
}

/// Counts of the subscriptions that resumed after an anchor, by where their lines came from.
struct ResumeCounts: Hashable {
    /// Subscriptions that resumed from the memory of a channel.
    var recalled: Int64 = 0
    /// Subscriptions that resumed by a replay.
    var recomputed: Int64 = 0
}
