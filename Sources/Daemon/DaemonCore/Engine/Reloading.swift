import ChannelPipeline
import CommandLine
import Configuration
import LinuxIO
import Simulation
import StreamServer
import WireProtocol

/// What a daemon needs to read its configuration again.
struct Reloading: Sendable {
    /// Reads the configuration again; nil if no file was named.
    let reread: (@Sendable () throws(ProgramFailure) -> ChosenSettings)?
    /// The state directory; another one cannot be looked at before the next start.
    let kept: KeptState?
    /// How many files the process may open; nil if that is unknown.
    let openFiles: Int?
    /// The settings of the start, which most of the daemon keeps to its end.
    let start: ChosenSettings
    /// The settings read last.
    var settings: ChosenSettings
    var isReading = false
    /// Whether another reading has been asked for while one is under way.
    var isWanted = false

    init(_ options: DaemonOptions) {
        reread = options.reread
        (kept, openFiles) = (options.state, options.openFiles)
        start = options.settings
        settings = options.settings
    }

    /// Refuses settings with which the next start would fail, and reads the files that they name.
    ///
    /// - Parameters:
    ///   - roster: who flies now.
    ///   - wall: now, microseconds since 1970.
    func check(
        _ settings: ChosenSettings, flying roster: Roster, at wall: Int64
    ) throws(ProgramFailure) -> NamedAccess {
        try settings.refuse()
        if let kept, settings[.state]?.value == start[.state]?.value {
            try kept.check(settings, at: wall)
        } else {
            let next = try settings.fleet(defaultEpoch: wall).roster
            guard next.contentHash == roster.contentHash else { throw Self.otherAthletes }
        }
        return try NamedAccess(settings)
    }

    private static let otherAthletes = ProgramFailure(
        .configuration,
        "athletes: the list is not the one that flies, and athletes do not change in flight; give "
            + "the list as it was, or start the daemon again")
}

/// How the configuration is read again while the daemon serves: all of it is right, or nothing
/// changes.
extension Daemon {
    /// What has been read: settings that may be refused, and rules of access with the machine's
    /// users.
    private enum Reading: Sendable {
        case settings(ChosenSettings, NamedAccess)
        case failed(ProgramFailure)
    }

    /// Reads the configuration again, on another thread: files and user databases may be slow.
    /// Where no file was named the signal ends the daemon.
    func reload(because signal: Signal) {
        let reloading = reloading
        guard let reread = reloading.reread else { return stop(because: "\(signal)", .hungUp) }
        guard !reloading.isReading else { return self.reloading.isWanted = true }
        self.reloading.isReading = true
        service?.reload(from: clock())
        tellService(at: clock())
        log(.info, "reading the configuration again")
        let roster = source.fleet.roster
        Task.detached(executorPreference: TaskQueue(label: "runway.reload")) { [weak self] in
            let reading: Reading
            do throws(ProgramFailure) {
                let settings = try reread()
                let access = try reloading.check(
                    settings, flying: roster, at: WallClock.nowMicroseconds)
                reading = .settings(settings, access)
            } catch {
                reading = .failed(error)
            }
            await self?.finish(reading, signal)
        }
    }

    private func finish(_ reading: Reading, _ signal: Signal) {
        guard endBy == nil else { return }
        switch reading {
        case .failed(let failure):
            log(.error, "the configuration stays as it was: \(failure)")
        case .settings(let settings, let access): adopt(settings, access)
        }
        reloading.isReading = false
        service?.reload(from: nil)
        tellService(at: clock())
        guard reloading.isWanted else { return }
        reloading.isWanted = false
        reload(because: signal)
    }

    /// Applies the settings that can change while the daemon serves; logs those that cannot.
    func adopt(_ settings: ChosenSettings, _ access: NamedAccess) {
        for finding in settings.findings + access.findings { log(.warning, "\(finding)") }
        let changes = SettingChanges(from: reloading.settings, to: settings)
        reloading.settings = settings
        adopt(settings)
        hub.change(Self.access(access.rules))
        let lanes = source.fleet.recordings.count + Int(settings.integer(.sessions))
        let changed = (raise(to: lanes) ? [.sessions] : []) + changes.live
        var waiting = SettingChanges(from: reloading.start, to: settings).ofNextStart
        waiting.removeAll { $0 == .sessions }
        if lanes != source.clockwork.laneGoal { waiting.append(.sessions) }
        source.settingsOfNextStart = waiting.map(\.rawValue)
        let names = changed.map(\.rawValue).joined(separator: ", ")
        log(
            .info,
            "the configuration has been read again"
                + (changed.isEmpty ? ", and nothing changes now" : ": \(names)"))
        guard !waiting.isEmpty else { return }
        let others = source.settingsOfNextStart.joined(separator: ", ")
        log(.warning, "what changes only when the daemon is started again: \(others)")
    }

    /// Lets more lanes fly, if there is room for them. A smaller number holds from the next start
    /// of the daemon on.
    ///
    /// - Returns: whether there are to be more lanes.
    private func raise(to laneCount: Int) -> Bool {
        let before = source.clockwork.laneGoal
        do throws(WireError) {
            try source.raise(to: laneCount)
        } catch {
            log(.warning, "no more sessions begin to fly. \(error.reason) \(error.suggestion)")
        }
        guard source.clockwork.laneGoal > before else { return false }
        hub.changeFlowOfAll { source.subscriptions.flowOfAll($0) }
        return true
    }

    /// Applies the limits and the level of the log.
    private func adopt(_ settings: ChosenSettings) {
        if log.threshold != nil { log.threshold = settings.logLevel }
        var limits = settings.limits
        if let files = reloading.openFiles {
            limits.fitClients(toOpenFiles: files, isSet: settings.isSet(.clients), log)
        }
        source.change(limits)
        hub.change(limits.hub)
    }
}
