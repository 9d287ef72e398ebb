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

/// What becomes of a write that never came to its end.
extension StateFolder {
    private static let tornName = "\(KeptJournal.name).torn-"
    /// As many are kept, the latest.
    static let tornTailsKept = 8

    /// Keeps the bytes that are to be cut off in a file of their own, and removes the oldest of
    /// such files. Nil if there are no bytes.
    func setAside(_ bytes: ArraySlice<UInt8>) throws(StateFailure) -> OpenJournal.TornTail? {
        guard !bytes.isEmpty else { return nil }
        return try Self.attempt { () throws(SystemFailure) in
            let numbers = try files.names().compactMap(Self.tornNumber).sorted()
            let name = "\(Self.tornName)\((numbers.last ?? 0) + 1)"
            try files.replace(name, with: Array(bytes), mode: Self.fileMode)
            for number in numbers.dropLast(Self.tornTailsKept - 1) {
                try files.remove("\(Self.tornName)\(number)")
            }
            return OpenJournal.TornTail(bytes: bytes.count, keptIn: files.path(of: name))
        }
    }

    /// The number of a file that was set aside; nil of any other name.
    private static func tornNumber(_ name: String) -> Int? {
        guard name.hasPrefix(tornName), let number = Int(name.dropFirst(tornName.count)),
            (1..<Int.max).contains(number), name == "\(tornName)\(number)"
        else { return nil }
        return number
    }
}

/// A journal that has been read and to which commands can be added.
package struct OpenJournal: Sendable {
    /// Bytes of a write that never came to its end.
    package struct TornTail: Hashable, Sendable {
        package let bytes: Int
        /// The path of the file that holds them now.
        package let keptIn: String
    }

    package let journal: Journal
    package let file: JournalFile
    /// What was cut off; nil if nothing was.
    package let tornTail: TornTail?
    /// Commands of long-ended sessions that were dropped at this start.
    package let droppedCommands: Int
    /// An earlier daemon has left a journal that nothing vouched for: what was there is all.
    package let wasUnvouched: Bool

    init(
        _ journal: Journal, _ file: JournalFile, tornTail: TornTail? = nil,
        droppedCommands: Int = 0, wasUnvouched: Bool = false
    ) {
        self.journal = journal
        self.file = file
        self.tornTail = tornTail
        self.droppedCommands = droppedCommands
        self.wasUnvouched = wasUnvouched
    }
}
