import LinuxIO
import Vocabulary

/// How the journal is begun, read and replaced.
extension StateFolder {
    private var journalPath: String { files.path(of: KeptJournal.name) }

    /// Makes the journal of a fresh folder.
    ///
    /// What a first start leaves that was cut short is replaced. What is more than that belongs to
    /// a fleet whose identity somebody has taken away.
    func beginJournal(of identity: String) throws(StateFailure) -> OpenJournal {
        if let bytes = try read(KeptJournal.name) {
            let left = try JournalReading(bytes, file: journalPath).journal
            guard left.commands.isEmpty, left.oldestInstant == nil else {
                throw missingIdentity(beside: "a journal with commands")
            }
        }
        guard frontier.record?.promise == nil else {
            throw missingIdentity(beside: "the \(FrontierFile.name) of a fleet that has flown")
        }
        let journal = Journal(identity: identity)
        try replace(KeptJournal.name, with: journal.bytes)
        try Self.attempt { () throws(SystemFailure) in try frontier.begin(with: journal.seal) }
        return OpenJournal(journal, JournalFile(try openFile(), journal.seal))
    }

    private func missingIdentity(beside: String) -> StateFailure {
        .missing(file: files.path(of: Self.identityName), beside: beside)
    }

    /// Reads the journal of a fleet that was stored, cuts off what is torn, drops what is too old,
    /// and vouches for what is left.
    func openJournal(
        of identity: String, at now: FleetInstant, isSound: ([LiveCommand]) -> Bool,
        end: (SessionName) -> FleetInstant?
    ) throws(StateFailure) -> OpenJournal {
        guard let bytes = try read(KeptJournal.name) else {
            throw .missing(file: journalPath, beside: Self.identityName)
        }
        guard let seals = frontier.record?.seals else {
            throw .missing(file: files.path(of: FrontierFile.name), beside: Self.identityName)
        }
        let reading = try JournalReading(bytes, file: journalPath, vouchedBy: seals)
        let (found, seal) = (reading.journal, reading.seal)
        guard found.identity == identity else {
            throw .foreign(file: journalPath, identity: found.identity, expected: identity)
        }
        let torn = try setAside(bytes.suffix(reading.tornBytes))
        try settle(seal, isTorn: torn != nil)
        let compacted = found.compacted(at: now, end: end)
        let kept = compacted.flatMap { isSound(found.commands) ? $0 : nil } ?? found
        if kept != found { try replaceJournal(seal, with: kept) }
        return OpenJournal(
            kept, JournalFile(try openFile(), kept.seal), tornTail: torn,
            droppedCommands: found.commands.count - kept.commands.count,
            wasUnvouched: seals.isEmpty)
    }

    /// Leaves the sound lines and nothing else, on the disk and vouched for. A process that was
    /// killed may have written lines that are not on the disk yet.
    private func settle(_ seal: JournalSeal, isTorn: Bool) throws(StateFailure) {
        let file = try openFile()
        try Self.attempt { () throws(SystemFailure) in
            if isTorn { try file.truncate(toBytes: seal.lines * CheckedRecord.bytes) }
            try file.sync()
            try file.vouch(for: seal)
        }
    }

    /// Both journals are vouched for until one of them is the only one.
    private func replaceJournal(
        _ seal: JournalSeal, with journal: Journal
    ) throws(StateFailure) {
        try Self.attempt { () throws(SystemFailure) in
            try frontier.vouch(for: seal, journal.seal)
        }
        try replace(KeptJournal.name, with: journal.bytes)
        try Self.attempt { () throws(SystemFailure) in try frontier.vouch(for: journal.seal) }
    }

    private func openFile() throws(StateFailure) -> KeptJournal {
        let file: AppendedFile?
        do throws(PrivateFolder.Failure) {
            file = try files.openForAppending(KeptJournal.name)
        } catch {
            throw StateFailure(error)
        }
        guard let file else { throw .missing(file: journalPath, beside: FrontierFile.name) }
        return KeptJournal(file, in: self)
    }
}
