import CatchUp
import ChannelPipeline
import Configuration
import LinuxIO
import StreamServer
import Vocabulary
import WireProtocol

/// The subscriptions to a fleet: what each may take, the way of each to the present, and what it
/// follows then.
///
/// The files of this folder tell the rest: `SubscribeRequests` opens a subscription, `SharedRoom`
/// and `WorkAdmission` say whether there is room for it, `CatchUpDriver` brings it to the present.
/// `RaisedLanes` lets it have lanes that come later, `StartedLanes` ends those that are over, and
/// `Retention` says what it can be told of forgotten commands.
final class Subscriptions: SubscriptionSource {
    let clockwork: Clockwork
    var limits: DaemonLimits
    /// The subscriptions from their request to their end, and what each needs next.
    var feeds = FeedTable()
    /// The windows and the work that subscriptions take.
    var ledger: WindowLedger
    /// What users hold by their subscriptions.
    var shares = UserShares()
    /// Shared by all subscriptions to every session.
    var allChoices: [LaneChoice] = []
    /// Each shape once: subscriptions that ask for the same share its memory.
    var shapes: Set<ChannelShape> = []
    var threads: LaneThreads
    /// The lanes that are on their way to channels.
    var coming = ComingLanes()
    /// The recalled lines of the feed whose turn it is.
    var recalled = LineBlock()
    var resumes = ResumeCounts()
    /// How many subscriptions have not found their lines in memory.
    var feedsComputed = 0
    /// The second of fleet time at which started lanes were looked at last.
    var lastLookAtLanes: Int64 = 0
    let foreignAnchors: ForeignAnchors
    let together: LanesTogether
    /// In a fleet that no clock paces, an anchor that lies ahead makes the fleet go on to it, but
    /// not beyond this instant.
    let farthestAnchor: FleetInstant

    /// About how many steps of lanes one slice of a replay takes: a millisecond, which a tick that
    /// falls due meanwhile waits at most.
    static let sliceSteps = 400

    init(
        to clockwork: Clockwork, limits: DaemonLimits, farthestAnchor: FleetInstant,
        threads: Int, together: LanesTogether, _ beginnings: FleetBeginnings
    ) {
        self.clockwork = clockwork
        self.limits = limits
        self.farthestAnchor = farthestAnchor
        self.together = together
        self.threads = LaneThreads(count: threads)
        let fleet = clockwork.fleet
        ledger = WindowLedger(fleet, WorkModel(of: fleet, at: clockwork.schedule.speed))
        foreignAnchors = ForeignAnchors(fleet, beginnings)
        allChoices = choicesOfAll()
    }

    var live: LiveFleet {
        _read { yield clockwork.live }
        _modify { yield &clockwork.live }
    }

    var fleet: Fleet { clockwork.live.fleet }

    /// Notes which subscriptions begin now, before the fleet goes on.
    func noteBeginnings() { feeds.noteBeginnings(in: live) }
}

/// Counts of the subscriptions that resumed after an anchor, by where their lines came from.
struct ResumeCounts: Hashable {
    /// Subscriptions that resumed from the memory of a channel.
    var recalled: Int64 = 0
    /// Subscriptions that resumed by a replay.
    var recomputed: Int64 = 0
}

/// Up to which size a subscription that begins now gets all of its lanes at once.
struct LanesTogether {
    /// If lanes bring at most this, their lines stay in memory long enough for subscriptions that
    /// begin together.
    var bytesPerSecond = Double(LiveFleet.recalledBytes / 2)
    /// No more lanes than this come one by one, whatever they bring: all are there after some
    /// hundredths of a second.
    var lanes = 64
}
