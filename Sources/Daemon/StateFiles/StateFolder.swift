import LinuxIO
import Vocabulary
import WireProtocol

/// The folder in which a daemon keeps what must outlive it. It is locked while this object lives.
///
/// `identity` says which fleet it is and where its clock stands. `journal` holds the live commands.
/// `frontier` says how far the fleet may have published, and holds the journal's seal. `lock` names
/// the process that has the folder, `zone` holds the rules of the fleet's time zone if it has one,
/// and `settings` those with which the fleet was flown last.
/// The journal grows; identity and frontier are replaced as a whole.
package final class StateFolder: Sendable {
    package let path: String
    /// The state that the folder held when it was opened; nil for a fresh folder.
    package let stored: StoredState?
    /// The zone file that the fleet began with; nil if it has none.
    package let zone: [UInt8]?
    /// The settings that the fleet was flown with; nil for a fresh folder, or an earlier daemon's.
    package let settings: KeptSettings?
    /// The file with the promise and the journal's seal.
    package let frontier: FrontierFile
    let files: PrivateFolder
    private let lock: FolderLock

    static let identityName = "identity"
    static let zoneName = "zone"
    static let lockName = "lock"
    /// The files that are replaced as a whole, of which drafts may be left.
    private static let replacedNames = [
        identityName, zoneName, KeptSettings.fileName, KeptJournal.name, FrontierFile.name,
    ]
    private static let folderMode: UInt32 = 0o700
    static let fileMode: UInt32 = 0o600
    /// The most bytes of a file that is read: a few lines more than the largest file has.
    static let limitBytes =
        (StateLimits.commandsAtMost + StateLimits.entries + ProtocolLimits.countedUsers + 100)
        * CheckedRecord.bytes

    /// Makes the folder if it is missing, locks it, and reads identity and frontier.
    ///
    /// - Throws: if another process holds the folder, or a file cannot be used.
    package init(_ path: String) throws(StateFailure) {
        self.path = path
        try Self.attempt { () throws(SystemFailure) in
            try Directory.create(path, mode: Self.folderMode, durable: true)
        }
        let files = try Self.open(path)
        self.files = files
        lock = try Self.lock(files)
        try Self.attempt { () throws(SystemFailure) in
            for name in Self.replacedNames { try files.removeDrafts(of: name) }
        }
        stored = try Self.parse(Self.identityName, in: files, StoredState.init)
        zone = try Self.zone(in: files, of: stored)
        settings = stored == nil ? nil : try Self.settings(in: files)
        frontier = FrontierFile(
            in: files, try Self.parse(FrontierFile.name, in: files, FrontierRecord.init))
    }

    /// Whether there is a folder that holds a fleet, sound or not. Makes none, and changes nothing.
    package static func hasFleet(_ path: String) throws(SystemFailure) -> Bool {
        try FileStatus.of("\(path)/\(identityName)", followingLinks: false) != nil
    }

    /// The path of the folder or of its lock if it was moved, deleted or replaced since it was
    /// opened; nil while both are in place.
    var displaced: String? {
        guard files.isInPlace else { return path }
        return lock.isInPlace ? nil : files.path(of: Self.lockName)
    }

    /// The clock of a fleet that starts, or continues, when the wall clock is `wall` microseconds.
    package func clock(
        startingAt wall: Int64, epoch: FleetInstant, speed: PlaybackSpeed
    ) -> ClockPoint {
        stored?.clock.moved(to: speed, at: wall)
            ?? ClockPoint(startingAt: wall, epoch: epoch, speed: speed)
    }

    /// The clock of a fleet with this journal. A fleet that no clock paces begins where it began
    /// before, but no earlier than the instant from which on all its commands are known.
    package func clock(_ point: ClockPoint, of journal: Journal) -> ClockPoint {
        let isPaced = point.speed.isPaced && stored?.clock.speed.isPaced ?? true
        return isPaced ? point : point.notBefore(journal.retention.latest)
    }

    /// Stores the state and opens the journal that goes with it.
    ///
    /// In a fresh folder the identity is written last. A first start that is cut short therefore
    /// leaves no identity, and the next start begins anew.
    ///
    /// - Parameters:
    ///   - zone: the zone file of a fleet that has a time zone; kept when the fleet begins.
    ///   - settings: the settings that the fleet is flown with; nil keeps the stored ones.
    ///   - now: the fleet's present.
    ///   - isSound: whether a daemon can have kept these commands; if not, none is dropped.
    ///   - end: the instant after which a session has no line; nil if unknown.
    package func open(
        _ state: StoredState, zone: [UInt8]? = nil, settings: KeptSettings? = nil,
        at now: FleetInstant,
        isSound: (Journal) -> Bool = { _ in true }, end: (SessionName) -> FleetInstant?
    ) throws(StateFailure) -> OpenJournal {
        if stored == nil, let zone { try replace(Self.zoneName, with: zone) }
        let journal =
            stored == nil
            ? try beginJournal(of: state.fleet.identity)
            : try openJournal(of: state.fleet.identity, at: now, isSound: isSound, end: end)
        if let settings, settings != self.settings {
            try replace(KeptSettings.fileName, with: settings.bytes)
        }
        let begun = StoredState(fleet: state.fleet, clock: clock(state.clock, of: journal.journal))
        if begun != stored { try replace(Self.identityName, with: begun.bytes) }
        return journal
    }

    /// The zone file of a stored fleet that has a time zone.
    private static func zone(
        in files: PrivateFolder, of stored: StoredState?
    ) throws(StateFailure) -> [UInt8]? {
        guard let stored, stored.fleet.timeZone != StoredFleet.noZone else { return nil }
        guard let bytes = try read(zoneName, in: files) else {
            throw .missing(file: files.path(of: zoneName), beside: identityName)
        }
        return bytes
    }

    /// The failure of a zone file that is not what was kept.
    package func damagedZone(_ reason: String) -> StateFailure {
        .damaged(file: files.path(of: Self.zoneName), line: 1, reason: reason)
    }
}

extension StateFolder {
    /// Returns how far the fleet may have published, and writes the first promise of a fleet that
    /// begins at `now`. Traps before ``open(_:at:isSound:end:)``.
    package func openFrontier(
        at now: FleetInstant, speed: PlaybackSpeed
    ) throws(StateFailure) -> Frontier {
        let opened = Frontier(
            earlier: frontier.record?.promise, at: now,
            reach: StateLimits.frontierReach(at: speed))
        try Self.attempt { () throws(SystemFailure) in try frontier.promise(opened.promised) }
        return opened
    }
}
