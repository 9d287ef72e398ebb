import Vocabulary
import WireProtocol

/// The limits of a state folder: how much is kept, how long, and how long the fleet waits for the
/// disk.
package enum StateLimits {
    /// With this number of commands on sessions in the journal only stops are taken, and samples by
    /// hand: 84 MiB on the disk, and about as much in memory when it is read. Most are on sessions
    /// that have not ended; for those that have see ``endedCommands``.
    package static let commands = 1_000_000
    /// With this number of commands stops are refused too: a longer journal would have more bytes
    /// than are read.
    static let commandsAtMost = 2 * commands
    /// While the journal is made shorter, each command lies in memory twice, as the disk has it.
    package static let commandFileBytes = 2 * CheckedRecord.bytes
    /// How many commands of root and the daemon's user on sessions that have ended are kept for the
    /// whole ``retention``: on the fleet's own lanes, and as many on started ones, since a restart
    /// reads 100,000 in half a second. Beyond it the sessions that ended first are forgotten
    /// sooner. Other users' commands are kept for the whole retention: each user has a share of the
    /// protocol's `kept_commands`.
    package static let endedCommands = 50_000
    /// While fewer removed samples by hand are older than ``retention``, none of them is
    /// forgotten: a reader of entries of long ago gets all of them.
    package static let removedEntriesKept = 1000
    /// After this number of further commands the daemon looks for what can be forgotten.
    package static let commandsBetweenLooks = 50_000
    /// The least time for which a session that has ended is remembered, on the machine's clock: a
    /// client may be looking at it.
    package static let settling = Duration.seconds(10)
    /// The most records of entries by hand: one for each sample that a fleet has room for, and two
    /// for each sample that was removed.
    package static let entries = ProtocolLimits.entries + 2 * ProtocolLimits.removedEntries
    /// The most commands that wait for the disk at once; only a flood of requests reaches it.
    package static let waitingCommands = 4096
    /// How long the commands of a session are kept after its end, and a removed sample by hand
    /// after the day of its removal, in fleet time: 30 days. Older ones are forgotten when the
    /// daemon looks next: once a day of fleet time, or after ``commandsBetweenLooks``.
    package static let retention = FleetDuration.seconds(30 * 86_400)
    /// A start this long after the fleet flew last, in fleet time, drops nothing at once: the
    /// machine's clock may be ahead.
    package static let leap = FleetDuration.seconds(60 * 86_400)
    /// How far ahead of the present a command takes effect. An idle disk syncs in a few
    /// milliseconds, a busy rotating one in some tens.
    package static let margin = Duration.milliseconds(200)
    /// How long a fleet stands still, at most, before the instant of a command that is not yet on
    /// the disk.
    package static let hold = Duration.seconds(2)
    /// How far ahead a command for now may take effect, at most: longer than any promise of an
    /// earlier process whose clock was right.
    package static let commandWait = Duration.seconds(30)

    /// How far ahead of the present a promise lies. After a kill a command waits this long at most.
    /// A small file is written after every half of this span.
    package static let frontier = Duration.seconds(6)

    /// The margin in fleet time, at least a tick.
    package static func margin(at speed: PlaybackSpeed) -> FleetDuration {
        fleetTime(margin, at: speed)
    }

    /// The reach of a promise in fleet time, at least a tick.
    ///
    /// At ``PlaybackSpeed/fastest`` it is two days, which such a fleet flies in some seconds.
    package static func frontierReach(at speed: PlaybackSpeed) -> FleetDuration {
        guard speed.isPaced else { return .seconds(2 * 86_400) }
        return fleetTime(frontier, at: speed)
    }

    /// ``commandWait`` in fleet time, at least a tick.
    static func commandWaitTime(at speed: PlaybackSpeed) -> FleetDuration {
        fleetTime(commandWait, at: speed)
    }

    /// ``settling`` in fleet time; a day for a fleet that no clock paces.
    package static func settlingTime(at speed: PlaybackSpeed) -> FleetDuration {
        speed.isPaced ? fleetTime(settling, at: speed) : .seconds(86_400)
    }

    private static func fleetTime(
        _ span: Duration, at speed: PlaybackSpeed
    ) -> FleetDuration {
        let thousandths = span.wholeMicroseconds * speed.thousandths
        let scale = 1000 * FleetDuration.microsecondsPerTick
        return FleetDuration(ticks: max(1, -(-thousandths).dividedRoundingDown(by: scale)))
    }
}
