import ChannelPipeline
import CommandLine
import LinuxIO
import StateFiles
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

    package static let flags =
        [
            Flag(
                "--config", value: "FILE",
                "Read this file, JSON5; flags outrank it (default: RUNWAY_CONFIG, else none)."),
            Flag("--check-config", "Say all that is wrong with the configuration, and exit."),
            Flag("--print-config", "Print every setting and where it comes from, and exit."),
        ] + SettingTable.flags(of: [.socket, .state]) + FleetFlags.all
        + SettingTable.flags(of: [.shard, .speed, .logLevel])

    package static let speedFlag = SettingTable.flags(of: [.speed])[0]

    package static let table = FlagTable(
        command: "runwayd",
        summary: "streams simulated and recorded running sessions to local subscribers.",
        examples: [
            "runwayd --sessions 10 --seed 42",
            "runwayd --replay run.csv --speed 10 --socket /tmp/runway.sock",
            "runwayd --config runwayd.json5 --check-config",
        ], flags: flags)

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
        fleet = try settings.fleet(defaultEpoch: wall, kept: folder?.stored?.fleet)
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
