import ChannelPipeline
import CommandLine
import Configuration
import LinuxIO
import PlainText
import StateFiles
import StreamServer
import Vocabulary
import WireProtocol

/// What a daemon is started with.
package struct DaemonOptions: Sendable {
    package var fleet: Fleet
    package var socketPath: String
    package var speed: PlaybackSpeed
    /// The level of the log; nil logs nothing.
    package var logLevel: LogLevel?
    package var limits: DaemonLimits
    /// Who may do what.
    package var access: AccessRules
    /// Unknown names in the rules, and what was left out of recordings; for the log.
    var warnings: [SettingFinding] = []
    /// The settings that all of this comes from.
    let settings: ChosenSettings
    /// Reads the settings again; nil where no file was named.
    var reread: (@Sendable () throws(ProgramFailure) -> ChosenSettings)?
    /// How many files the process may open; nil if that is unknown.
    private(set) var openFiles: Int?
    /// What outlives the daemon; nil keeps nothing.
    package var state: KeptState?

    /// Takes the flags alone, as a daemon inside another program does, and reads the files that
    /// they name: neither a file nor the environment is read. Every peer that reaches its socket
    /// may do everything.
    ///
    /// - Throws: if a value is refused, or a file cannot be used.
    package init(_ flags: ParsedFlags) throws(ProgramFailure) {
        try self.init(ChosenSettings(flags: flags))
        access = .unrestricted
        warnings.forEach(SettingFinding.warn)
    }

    /// Reads the fault script and the recordings that the settings name; opens the state directory,
    /// which is locked as long as the options live. Settings that describe the fleet and are not
    /// set are as the directory keeps them.
    ///
    /// - Throws: if a setting is refused, or a file or the directory cannot be used.
    package init(_ chosen: ChosenSettings) throws(ProgramFailure) {
        let settings = try chosen.withKept
        try settings.refuse()
        self.settings = settings
        let wall = WallClock.nowMicroseconds
        let folder = try settings.stateFolder
        let draws = try folder?.draws
        var warnings: [SettingFinding] = []
        fleet = try settings.fleet(defaultEpoch: wall, kept: draws) { warnings.append($0) }
        if let folder {
            let zone = try settings.timeZone(kept: draws?.zone)
            let kept = try KeptState(folder, fleet, zone: zone, settings, at: wall)
            try kept.enterCommands(in: &fleet)
            state = kept
        }
        socketPath = settings.text(.socket)
        speed = settings.playbackSpeed
        logLevel = settings.logLevel
        limits = settings.limits
        let named = try NamedAccess(settings)
        (access, self.warnings) = (named.rules, named.findings + warnings)
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

    /// A warning if this is a shard whose seed or epoch is not given: other shards would draw
    /// others, and fly other fleets.
    var loneShardWarning: String? {
        let unsaid = [SettingKey.seed, .epoch].filter { !settings.isSet($0) }.map(\.rawValue)
        guard fleet.shard != .whole, !unsaid.isEmpty else { return nil }
        return "shard \(fleet.shard) has found its \(unsaid.joined(separator: " and its ")) by "
            + "itself, and other shards find other ones: give all of them --seed \(fleet.seed) "
            + "--epoch \(CalendarTime(microseconds: fleet.epoch.microseconds))"
    }

    /// Lowers the limit of clients to the descriptors that the process may open.
    mutating func fitClients(toOpenFiles limit: Int, _ log: Log) {
        openFiles = limit
        limits.fitClients(toOpenFiles: limit, isSet: settings.isSet(.clients), log)
    }
}

extension DaemonLimits {
    /// Lowers the limit of clients to the descriptors that the process may open, and leaves other
    /// users a quarter if one user could have them all.
    ///
    /// - Parameter isSet: whether an operator has set the limit, and is warned.
    mutating func fitClients(toOpenFiles limit: Int, isSet: Bool, _ log: Log) {
        // A client that gets the error `too_many_clients` learns more than one that gets no answer.
        let most = max(1, limit - min(Self.ownDescriptors, limit / 2))
        if clients > most {
            log(
                isSet ? .warning : .info,
                "\(limit.counted("open file")) leave room for \(most.counted("client")), and "
                    + "limits.clients is \(clients): \(most) are let in; allow more with "
                    + "\"ulimit -n\", or LimitNOFILE= of a service")
            clients = most
        }
        // Another number than the default was set on purpose.
        guard userClients == ProtocolLimits.userClients, userClients >= clients else { return }
        userClients = max(1, clients - clients / 4)
    }

    /// Standard streams, the socket, polls, timers, the state directory and room to spare; if the
    /// process may open few descriptors, no more than half of them.
    private static var ownDescriptors: Int { 64 }

    /// The limits that hold for connections.
    var hub: HubLimits {
        var limits = HubLimits(
            clients: clients, outboxLines: outboxLines, outboxBytes: outboxBytes,
            waitingBytes: waitingBytes)
        limits.userClients = userClients
        limits.userSubscriptions = userSubscriptions
        limits.userRequests = userRequests
        limits.userReplayLines = userReplayLines
        return limits
    }
}

/// Where a fleet stands that starts now, and whether it can stand there.
struct FleetPresent {
    let clock: ClockPoint
    /// Now, microseconds since 1970.
    let wall: Int64
    /// The path of the state directory; nil if nothing is kept.
    let folder: String?

    /// - Throws: when no fleet can stand there: fleet time that has run for long at a high speed,
    ///   or by a clock that is far off, can leave what anchors can name. A machine's clock that has
    ///   not been set is a failure that passes.
    func instant() throws(ProgramFailure) -> FleetInstant {
        try checkClock()
        let now = clock.instant(at: wall)
        guard FleetInstant.presents.contains(now), now < FleetInstant.presents.upperBound else {
            throw ProgramFailure(.usage, Self.reason(folder: folder))
        }
        return now
    }

    // The instant may be one that no calendar has: its date is not told.
    private static func reason(folder: String?) -> String {
        let of = folder.map { " of the state directory \($0)" } ?? ""
        let remedy = folder == nil ? "" : ", or name another directory with --state"
        return "fleet time\(of) has left the years from 1970 to November 2666, in which fleets "
            + "fly; set the machine's clock\(remedy)"
    }

    /// Without a state directory, only in real time does the clock say where the fleet stands.
    private func checkClock() throws(ProgramFailure) {
        guard folder != nil || clock.speed == .realTime else { return }
        try MachineClock.check(wall)
    }
}
