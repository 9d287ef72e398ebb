import Vocabulary
import WireProtocol

/// The limits of a state folder: how much is kept, how long, and how long the fleet waits for the
/// disk.
package enum StateLimits {
    /// The most commands on sessions in a journal: 84 MiB on the disk, and about as much in memory
    /// when it is read.
    package static let commands = 1_000_000
    /// The most records of what is done by hand: a sample each that a fleet has room for, and its
    /// removal.
    package static let entries = 2 * ProtocolLimits.entries
    /// The most commands that wait for the disk at once; only a flood of requests reaches it.
    package static let waitingCommands = 4096
    /// How long after its end the commands of a session are kept, in fleet time: 30 days.
    package static let retention = FleetDuration.seconds(30 * 86_400)
    /// How far ahead of the present a command takes effect. An idle disk syncs in a few
    /// milliseconds, a busy rotating one in some tens.
    package static let margin = Duration.milliseconds(200)
    /// How long a fleet stands still, at most, before the instant of a command that is not yet on
    /// the disk.
    package static let hold = Duration.seconds(2)
    /// How far ahead a command for now may take effect, at most: longer than any promise of an
    /// earlier process whose clock was right.
    package static let commandWait = Duration.seconds(30)

    /// How far ahead of the present a promise lies. After a kill a command waits that long at
    /// most. Every half of it a small file is written.
    package static let frontier = Duration.seconds(6)

    /// The margin in fleet time, at least a tick.
    package static func margin(at speed: PlaybackSpeed) -> FleetDuration {
        fleetTime(margin, at: speed)
    }

    /// The reach of a promise in fleet time, at least a tick.
    ///
    /// At ``PlaybackSpeed/fastest`` it is two days, which take such a fleet some seconds.
    package static func frontierReach(at speed: PlaybackSpeed) -> FleetDuration {
        guard speed.isPaced else { return .seconds(2 * 86_400) }
        return fleetTime(frontier, at: speed)
    }

    private static func fleetTime(
        _ span: Duration, at speed: PlaybackSpeed
    ) -> FleetDuration {
        let thousandths = span.wholeMicroseconds * speed.thousandths
        let scale = 1000 * FleetDuration.microsecondsPerTick
        return FleetDuration(ticks: max(1, -(-thousandths).dividedRoundingDown(by: scale)))
    }
}
