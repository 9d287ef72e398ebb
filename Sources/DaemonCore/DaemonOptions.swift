import ChannelPipeline
import CommandLine
import Configuration
import LinuxIO
import StateFiles
import StreamServer
import Vocabulary

/// What a daemon is started with.
package struct DaemonOptions: Sendable {
    package var fleet: Fleet
    package var socketPath: String
    package var speed: PlaybackSpeed
    /// Nil logs nothing.
    package var logLevel: LogLevel?
    package var limits: DaemonLimits
    /// What outlives the daemon; nil keeps nothing.
    package var state: KeptState?

    /// Takes the flags alone, as a daemon inside another program does, and reads the files that
    /// they name: neither a file nor the environment is read.
    package init(_ flags: ParsedFlags) throws(StartFailure) {
        try self.init(ChosenSettings(flags: flags))
    }

    /// Reads the fault script and the recordings that the settings name; opens the state directory,
    /// which is locked as long as the options live.
    package init(_ settings: ChosenSettings) throws(StartFailure) {
        try settings.refuse()
        let wall = WallClock.nowMicroseconds
        let folder = try settings.stateFolder
        let stored = folder?.stored?.fleet
        fleet = try settings.fleet(
            defaultEpoch: wall, kept: stored.map { KeptDraws(seed: $0.seed, epoch: $0.epoch) })
        if let folder {
            let kept = try KeptState(folder, fleet, settings, at: wall)
            try kept.enterCommands(in: &fleet)
            state = kept
        }
        socketPath = settings.text(.socket)
        speed = settings.playbackSpeed
        logLevel = settings.logLevel
        limits = settings.limits
        if state == nil {
            _ = try FleetPresent(clock: clock(at: wall), wall: wall, folder: nil).instant()
        }
    }
}

extension DaemonOptions {
    /// Where the fleet's clock stands if it starts at `wall`, microseconds since 1970.
    func clock(at wall: Int64) -> ClockPoint {
        state?.clock ?? ClockPoint(startingAt: wall, epoch: fleet.epoch, speed: speed)
    }

    /// Takes no more clients by itself than there are descriptors for: who is told that there are
    /// too many knows more than who is not answered.
    ///
    /// - Parameter isSet: whether an operator has said how many; it is only remarked on then.
    mutating func fitClients(toOpenFiles limit: Int, isSet: Bool, _ log: Log) {
        let most = max(1, limit - Self.ownDescriptors)
        guard limits.clients > most else { return }
        guard isSet else { return limits.clients = most }
        log(
            .warning,
            "limits.clients is \(limits.clients), but \(limit) open files leave room for \(most)")
    }

    /// Standard streams, the socket, polls, timers, the state directory and room to spare.
    private static var ownDescriptors: Int { 64 }
}

extension DaemonLimits {
    /// Those that hold for connections.
    var hub: HubLimits {
        var limits = HubLimits()
        limits.clients = clients
        limits.outboxLines = outboxLines
        limits.outboxBytes = outboxBytes
        limits.waitingBytes = waitingBytes
        return limits
    }
}
