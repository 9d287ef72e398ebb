import LinuxIO
import Vocabulary
import WireProtocol

/// A state folder whose daemon has flown ahead of its time, as one does that is started while the
/// machine's clock is wrong, mended so that commands are taken again.
///
/// The promise of such a daemon, and the commands that it took, lie ahead of the present. Lines
/// that it sent may be sent again, and differ.
package struct MendedState: Sendable {
    /// The fleet's present, which becomes the promise.
    package let present: FleetInstant
    /// The promise that was kept; nil if nothing was sent.
    package let promised: FleetInstant?
    /// How many commands lay ahead.
    package let commandsTakenBack: Int
    /// The path of the former journal with these commands; nil if there were none.
    package let keptIn: String?
}

extension StateFolder {
    /// How far the fleet may have published; nil if it has not.
    package var promised: FleetInstant? { frontier.record?.promise }

    /// Takes back what lies ahead of the present: the promise, commands, and the instants since
    /// which commands are known. The clock of a fleet not in real time begins now at the latest.
    ///
    /// After each step the folder can be opened.
    ///
    /// - Parameter wall: now, microseconds since 1970.
    /// - Returns: nil if nothing lies ahead: then nothing changes.
    /// - Throws: if the folder holds no fleet, or a file cannot be read or written.
    package func takeBack(at wall: Int64) throws(StateFailure) -> MendedState? {
        guard let stored else {
            throw .missing(file: files.path(of: Self.identityName), beside: path)
        }
        let clock = stored.clock.notAfter(wall: wall)
        let present = clock.instant(at: wall)
        let (reading, torn, _) = try readJournal(of: stored.fleet.identity)
        let reach = StateLimits.frontierReach(at: clock.speed)
        let journal = reading.journal.takenBack(to: present, speed: clock.speed)
        let isAhead = promised.map { $0 > present + reach } ?? false
        guard isAhead || journal != reading.journal || clock != stored.clock else { return nil }
        let was = promised
        _ = try setAside(torn)
        let keptIn = try replace(reading, with: journal)
        try Self.attempt { () throws(SystemFailure) in try frontier.promise(present) }
        let mended = StoredState(fleet: stored.fleet, clock: clock)
        if mended != stored { try replace(Self.identityName, with: mended.bytes) }
        return MendedState(
            present: present, promised: was,
            commandsTakenBack: reading.journal.commands.count - journal.commands.count,
            keptIn: keptIn)
    }

    /// - Returns: where the replaced journal is kept; nil if nothing lies ahead in it.
    private func replace(
        _ reading: JournalReading, with journal: Journal
    ) throws(StateFailure) -> String? {
        guard journal != reading.journal else { return nil }
        let name = "\(KeptJournal.name).taken-back"
        try replace(name, with: reading.journal.bytes)
        try makeDurable(reading.seal, isTorn: reading.tornBytes > 0)
        try replaceJournal(reading.seal, with: journal)
        return files.path(of: name)
    }
}

extension Journal {
    /// The journal without the commands that were given ahead of the present.
    ///
    /// A command takes effect some time after it was given, a start up to a week. Sessions whose
    /// start is taken back count as forgotten: their names are not given again.
    func takenBack(to present: FleetInstant, speed: PlaybackSpeed) -> Journal {
        let soon = present + StateLimits.commandWaitTime(at: speed)
        let week = present + .seconds(Int64(ProtocolLimits.startAheadSeconds))
        var (journal, kept) = (self, [SessionCommand]())
        for command in commands {
            guard case .start = command.action else {
                if command.instant <= soon { kept.append(command) }
                continue
            }
            if command.instant <= week {
                kept.append(command)
            } else {
                journal.retention.count(command)
            }
        }
        journal.commands = kept
        journal.retention.limit(to: present)
        return journal
    }
}

extension CommandRetention {
    /// Counts a start that is forgotten.
    fileprivate mutating func count(_ start: SessionCommand) {
        lastForgottenLane = max(lastForgottenLane ?? start.session.lane, start.session.lane)
        guard let user = start.user, let day = start.day else { return }
        starts[user, default: StartCount()].add(StartCount(ever: 1, day: day, ofDay: 1))
    }

    /// Has all commands be known from an instant on.
    fileprivate mutating func limit(to present: FleetInstant) {
        own = own.map { min($0, present) }
        started = started.map { min($0, present) }
        entries = entries.map { min($0, present) }
    }
}
