import LinuxIO
import Vocabulary

// How the journal is begun, read and replaced.
extension StateFolder {
    private var journalPath: String { files.path(of: KeptJournal.name) }

    /// Makes the journal of a fresh folder.
    ///
    /// It replaces a journal that an interrupted first start left. A journal with commands, or a
    /// promise, belongs to a fleet whose identity is missing: that is an error.
    func beginJournal(of identity: String) throws(StateFailure) -> OpenJournal {
        try checkNothingKept()
        let journal = Journal(identity: identity)
        try replace(KeptJournal.name, with: journal.bytes)
        try Self.attempt { () throws(SystemFailure) in try frontier.begin(with: journal.seal) }
        return OpenJournal(
            journal: journal, file: JournalFile(try openFile(), journal.seal))
    }

    /// Refuses a folder without an identity that holds what a fleet has kept.
    func checkNothingKept() throws(StateFailure) {
        if let bytes = try read(KeptJournal.name) {
            let left = try JournalReading(bytes, file: journalPath).journal
            guard left.commands.isEmpty, left.retention == .everything else {
                throw missingIdentity(beside: "a journal with commands")
            }
        }
        guard frontier.record?.promise == nil else {
            throw missingIdentity(beside: "the \(FrontierFile.name) of a fleet that has flown")
        }
    }

    private func missingIdentity(beside: String) -> StateFailure {
        .missing(file: files.path(of: Self.identityName), beside: beside)
    }

    /// Reads the journal of a stored fleet, cuts off a torn write, drops the commands of long-ended
    /// sessions, rewrites one of an older format, and vouches for the lines that are left.
    func openJournal(
        of identity: String, at now: FleetInstant, isSound: (Journal) -> Bool,
        end: (SessionName) -> FleetInstant?
    ) throws(StateFailure) -> OpenJournal {
        let (reading, torn, wasUnvouched) = try readJournal(of: identity)
        let (found, seal) = (reading.journal, reading.seal)
        let tail = try setAside(torn)
        try makeDurable(seal, isTorn: tail != nil)
        let compacted = found.compacted(at: now, end: end)
        let isReplaced = (compacted != nil || reading.isOld) && isSound(found)
        let kept = isReplaced ? compacted ?? found : found
        if isReplaced { try replaceJournal(seal, with: kept) }
        return OpenJournal(
            journal: kept, file: JournalFile(try openFile(), isReplaced ? kept.seal : seal),
            tornTail: tail, droppedCommands: found.commands.count - kept.commands.count,
            wasUnvouched: wasUnvouched)
    }

    /// Reads the journal of a stored fleet, and changes nothing.
    ///
    /// - Returns: also the bytes of a torn write, and whether nothing vouches for the journal.
    func readJournal(
        of identity: String
    ) throws(StateFailure) -> (JournalReading, torn: ArraySlice<UInt8>, wasUnvouched: Bool) {
        guard let bytes = try read(KeptJournal.name) else {
            throw .missing(file: journalPath, beside: Self.identityName)
        }
        guard let seals = frontier.record?.seals else {
            throw .missing(file: files.path(of: FrontierFile.name), beside: Self.identityName)
        }
        let reading = try JournalReading(bytes, file: journalPath, vouchedBy: seals)
        guard reading.journal.identity == identity else {
            throw .foreign(
                file: journalPath, identity: reading.journal.identity, expected: identity)
        }
        return (reading, bytes.suffix(reading.tornBytes), seals.isEmpty)
    }

    /// Cuts off a torn write, then syncs the sound lines and their name and vouches for them. The
    /// syncs are necessary: a process that was killed may have written lines, or given a shorter
    /// journal the name, and the disk has neither yet.
    func makeDurable(_ seal: JournalSeal, isTorn: Bool) throws(StateFailure) {
        let file = try openFile()
        try Self.attempt { () throws(SystemFailure) in
            if isTorn { try file.truncate(toBytes: seal.lines * CheckedRecord.bytes) }
            try file.sync()
            try file.settle()
            try file.vouch(for: [seal])
        }
    }

    // Until the new journal has its name, either may be found: the frontier vouches for both.
    func replaceJournal(
        _ seal: JournalSeal, with journal: Journal
    ) throws(StateFailure) {
        try Self.attempt { () throws(SystemFailure) in
            try frontier.vouch(for: [seal, journal.seal])
        }
        try replace(KeptJournal.name, with: journal.bytes)
        try Self.attempt { () throws(SystemFailure) in try frontier.vouch(for: [journal.seal]) }
    }

    private func openFile() throws(StateFailure) -> KeptJournal {
        let file = try Self.attempt { () throws(PrivateFolder.Failure) in
            try files.openForAppending(KeptJournal.name)
        }
        guard let file else { throw .missing(file: journalPath, beside: FrontierFile.name) }
        return KeptJournal(file, in: self)
    }
}

// A torn write is set aside in a file of its own before it is cut off.
extension StateFolder {
    private static let tornName = "\(KeptJournal.name).torn-"
    /// The number of torn writes that are kept, the latest.
    static let tornTailsKept = 8

    /// Writes the bytes that are to be cut off to a file of their own, and removes the oldest such
    /// files. Returns nil if there are no bytes.
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

    /// The number in the name of a file that was set aside; nil for any other name.
    private static func tornNumber(_ name: String) -> Int? {
        guard name.hasPrefix(tornName), let number = Int(name.dropFirst(tornName.count)),
            (1..<Int.max).contains(number), name == "\(tornName)\(number)"
        else { return nil }
        return number
    }
}

/// A journal that was read, and to which commands can be added.
package struct OpenJournal: Sendable {
    /// The bytes of a torn write.
    package struct TornTail: Hashable, Sendable {
        package let bytes: Int
        /// The path of the file that holds the bytes now.
        package let keptIn: String
    }

    package let journal: Journal
    package let file: JournalFile
    /// The torn write that was cut off, if any.
    package var tornTail: TornTail?
    /// The number of commands of long-ended sessions that were dropped at this start.
    package var droppedCommands = 0
    /// Whether the journal had no seal, because an earlier daemon left it.
    package var wasUnvouched = false
}
