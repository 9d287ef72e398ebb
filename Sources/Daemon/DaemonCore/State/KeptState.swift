import ChannelPipeline
import CivilTime
import CommandLine
import Configuration
import LinuxIO
import PlainText
import StateFiles
import Vocabulary
import WireProtocol

/// The content of a daemon's state directory, read and locked, with which the same fleet continues.
package struct KeptState: Sendable {
    package let folder: StateFolder
    /// Where the fleet's clock stands.
    package let clock: ClockPoint
    package let opened: OpenJournal
    /// The instant up to which lines may have been sent.
    package let frontier: Frontier
    /// Whether so much time has passed since the fleet flew last that the machine's clock may be
    /// ahead: no commands are dropped before an operator can have seen it.
    let isAfterLeap: Bool
    /// The fleet's instant at the start.
    private let present: FleetInstant
    private let facts: StoredFleet
    private let draws: KeptDraws
    /// The settings with which the fleet flies.
    private let settings: ChosenSettings

    /// Traps if the settings are refused.
    ///
    /// - Parameters:
    ///   - zone: the zone of the fleet's days; nil if it has none.
    ///   - wall: now, microseconds since 1970.
    /// - Throws: when the folder holds another fleet, or is damaged.
    init(
        _ folder: StateFolder, _ fleet: Fleet, zone: TimeZoneRules? = nil,
        _ settings: ChosenSettings, at wall: Int64
    ) throws(ProgramFailure) {
        facts = StoredFleet(fleet)
        draws = KeptDraws(seed: fleet.seed, epoch: fleet.epoch, zone: zone)
        self.settings = settings
        if let stored = folder.stored?.fleet, stored != facts {
            throw Self.otherFleet(stored, facts, in: folder, settings)
        }
        let point = folder.clock(
            startingAt: wall, epoch: fleet.epoch, speed: settings.playbackSpeed)
        let now = try FleetPresent(clock: point, wall: wall, folder: folder.path).instant()
        self.folder = folder
        let isAfterLeap =
            point.speed.isPaced && folder.promised.map { now - $0 > StateLimits.leap } ?? false
        self.isAfterLeap = isAfterLeap
        do throws(StateFailure) {
            opened = try folder.open(
                StoredState(fleet: facts, clock: point), zone: zone?.bytes,
                settings: settings.toKeep, at: now,
                isSound: { Self.areAllPossible($0, in: fleet) },
                end: { isAfterLeap ? nil : Self.end(of: $0, in: fleet) })
            clock = folder.clock(point, of: opened.journal)
            present = clock.instant(at: wall)
            frontier = try folder.openFrontier(at: present, speed: clock.speed)
        } catch {
            throw .state(error)
        }
    }

    /// Refuses settings with which a daemon could not go on with the fleet; reads the files that
    /// they name.
    ///
    /// - Parameter wall: now, microseconds since 1970.
    func check(_ settings: ChosenSettings, at wall: Int64) throws(ProgramFailure) {
        let other = StoredFleet(try settings.fleet(defaultEpoch: wall, kept: draws))
        guard other != facts else { return }
        throw Self.otherFleet(facts, other, in: folder, settings)
    }

    /// Whether all commands are possible in the fleet, one after the other.
    private static func areAllPossible(_ journal: Journal, in fleet: Fleet) -> Bool {
        var fleet = fleet
        fleet.remember(since: journal.retention)
        for command in journal.commands {
            do throws(WireError) {
                try fleet.enter(command)
            } catch {
                return false
            }
        }
        return true
    }

    /// The instant behind which nothing depends on the commands on a session; nil for a recording
    /// or a started session, whose lane number does not tell.
    private static func end(of session: SessionName, in fleet: Fleet) -> FleetInstant? {
        fleet.settled(session)
    }

    private static func otherFleet(
        _ stored: StoredFleet, _ facts: StoredFleet, in folder: StateFolder,
        _ settings: ChosenSettings
    ) -> ProgramFailure {
        let differences = stored.differences(from: facts)
        let keys = differences.compactMap { SettingKey(rawValue: $0.name) }
        let origin = SettingOrigin.toName(among: keys.compactMap { settings[$0]?.origin })
        let files = SettingNews(kept: folder.settings, settings)
        let words = differences.map { files.words(for: $0) }.joined(separator: "; ")
        let remedy = KeptFleetRemedy(
            differences: differences, settings: settings, kept: folder.settings
        ).words
        let other =
            keys == [.shard] && differences.count == 1
            ? freshFolder(of: stored) : "name another directory with --state"
        return ProgramFailure(
            origin.code,
            "the state directory \(folder.path) holds a fleet with \(words); "
                + "\(remedy.map { "\($0), or " } ?? "")\(other)")
    }

    /// How another shard of a stored fleet is flown: the journal stays with the shard whose lanes
    /// and started sessions it names, and so does the clock of a fleet that is not in real time.
    private static func freshFolder(of fleet: StoredFleet) -> String {
        let epoch = CalendarTime(microseconds: fleet.epoch.microseconds)
        return "name an empty directory with --state and give --seed \(fleet.seed) --epoch "
            + "\(epoch): that flies the shard's lanes of the same fleet, at speed 1 from the "
            + "present and else from the epoch, without what was commanded or entered by hand. "
            + "\(StateMerge.flag) takes that over from the directories of all shards"
    }
}

extension KeptState {
    /// Enters the journal's commands in a fleet.
    func enterCommands(in fleet: inout Fleet) throws(ProgramFailure) {
        fleet.remember(since: opened.journal.retention)
        for command in opened.journal.commands {
            do throws(WireError) {
                try fleet.enter(command)
            } catch {
                throw ProgramFailure(
                    .input,
                    "\(folder.path)/journal holds a command that cannot be: \(error.reason) Put a "
                        + "sound copy back, or name another directory with --state")
            }
        }
    }

    /// Logs what the operator should know of the state at the start.
    func report(to log: Log) {
        let journal = opened.journal
        if let torn = opened.tornTail {
            log(
                .warning,
                "\(folder.path)/journal ended with \(torn.bytes.counted("byte")) of a command "
                    + "that was not whole and not answered: cut off, and kept in \(torn.keptIn)")
        }
        if opened.wasUnvouched {
            log(
                .info,
                "an earlier version of the daemon has kept \(folder.path): its journal is taken as "
                    + "it is, and checked at every start from now on")
        }
        if opened.droppedCommands > 0 {
            let days = StateLimits.retention.ticks / FleetDuration.seconds(86_400).ticks
            log(
                .info,
                "dropped \(opened.droppedCommands.counted("command")) of sessions that ended more "
                    + "than \(days) days ago")
        }
        log(
            .info,
            "keeping the state in \(folder.path), \(journal.commands.count.counted("command"))")
        for news in settingNews { log(.info, "\(news)") }
        for warning in [clockWarning, leapWarning].compactMap({ $0 }) { log(.warning, warning) }
    }

    /// How the settings compare with those of the start before.
    var settingNews: [String] { SettingNews(kept: folder.settings, settings).lines }

    /// A warning if the machine's clock was set back, else nil. The fleet stands at an earlier
    /// instant then, while later lines may have been sent.
    var clockWarning: String? {
        guard clock.speed.isPaced, let earlier = frontier.earlier,
            earlier - present > StateLimits.frontierReach(at: clock.speed)
        else { return nil }
        let sent = CalendarTime(microseconds: earlier.microseconds)
        let now = CalendarTime(microseconds: present.microseconds)
        let seconds = StateLimits.commandWait.components.seconds
        let told =
            "the machine's clock is behind: the fleet stands at \(now), and lines up to \(sent) "
            + "may have been sent; commands take effect from then on, and those that would wait "
            + "for more than \(seconds) s are refused"
        return "\(told). If the clock was wrong then and is right now, end this daemon and "
            + ClockMend.remedy(for: folder.path)
    }

    /// A warning if so much time has passed since the fleet flew last that the machine's clock may
    /// be ahead, else nil.
    var leapWarning: String? {
        guard isAfterLeap, let earlier = frontier.earlier else { return nil }
        let days = (present - earlier).ticks / FleetDuration.seconds(86_400).ticks
        let last = CalendarTime(microseconds: earlier.microseconds)
        let remedy = ClockMend.remedy(for: folder.path)
        return "\(days) days of fleet time have passed since this fleet flew last, up to \(last). "
            + "If the machine's clock is ahead, end this daemon, set the clock, and \(remedy); "
            + "else commands of sessions that ended long ago are dropped in a day of fleet time"
    }

    /// The last instant to which an anchor may take an unpaced fleet: an earlier start may have
    /// sent lines up to it.
    var farthestAnchor: FleetInstant { frontier.earlier ?? present }

    func writer(engine: QueueExecutor, log: Log) -> JournalWriter {
        let kept = opened.journal.commands.sessionCount
        return JournalWriter(opened.file, kept: kept, engine: engine) { event in
            switch event {
            case .refused, .stalled: log(.error, .journal, "\(event)")
            case .recovered: log(.warning, .journal, "\(event)")
            }
        }
    }

    func frontierWriter(engine: QueueExecutor, log: Log) -> FrontierWriter {
        FrontierWriter(folder.frontier, frontier, engine: engine) { failure in
            log(
                .warning,
                "how far the fleet has flown could not be kept: \(failure); should the daemon be "
                    + "killed and the clock set back, commands may change what was sent")
        }
    }
}

extension StateFolder {
    /// What the fleet of the folder has drawn or found; nil for a fresh folder.
    var draws: KeptDraws? {
        get throws(ProgramFailure) {
            guard let fleet = stored?.fleet else { return nil }
            return KeptDraws(seed: fleet.seed, epoch: fleet.epoch, zone: try rules(of: fleet))
        }
    }

    private func rules(of fleet: StoredFleet) throws(ProgramFailure) -> TimeZoneRules? {
        guard let zone else { return nil }
        do throws(ZoneFileProblem) {
            return try TimeZoneRules(name: fleet.timeZone, bytes: zone)
        } catch {
            throw .state(damagedZone("\(error)"))
        }
    }
}

extension ProgramFailure {
    static func state(_ failure: StateFailure) -> ProgramFailure {
        switch failure {
        case .held: ProgramFailure(.temporaryFailure, failure.description)
        case .damaged, .missing, .foreign: ProgramFailure(.input, failure.description)
        case .exposed(_, let fault): ProgramFailure(code(of: fault), failure.description)
        case .system(let system):
            ProgramFailure(system.isPermission ? .permission : .output, failure.description)
        }
    }

    private static func code(of fault: PrivacyFault) -> ExitCode {
        switch fault {
        case .kind, .names: .input
        case .owner, .writableByOthers: .permission
        }
    }
}
