import Glibc
import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

@Suite struct StateFolderTests {
    private let scratch: SharedDirectory
    private let now = instant(1_795_154_500)

    init() throws { scratch = try SharedDirectory(prefix: "runway-state") }

    private var path: String { "\(scratch.path)/a/state" }

    private func read(_ name: String) throws -> [UInt8] {
        try FileContent.read("\(path)/\(name)", limitBytes: 1 << 20)
    }

    private func write(_ bytes: [UInt8], to name: String) throws {
        try FileContent.replace("\(path)/\(name)", with: bytes, durable: false)
    }

    /// What a start has found.
    private struct Found {
        let journal: Journal
        let tornTail: OpenJournal.TornTail?
        let droppedCommands: Int
        let wasUnvouched: Bool
        let earlier: FleetInstant?
    }

    /// Opens the folder, adds commands, and lets it go as a killed process does.
    @discardableResult
    private func run(
        _ state: StoredState = storedState(), adding commands: [SessionCommand] = [],
        at begin: FleetInstant? = nil, end: (SessionName) -> FleetInstant? = { _ in nil }
    ) throws -> Found {
        let folder = try StateFolder(path)
        let opened = try folder.open(state, at: begin ?? now, end: end)
        let earlier = try folder.openFrontier(at: begin ?? now, speed: .realTime).earlier
        var file = opened.file
        if !commands.isEmpty { try file.append(commands) }
        return Found(
            journal: opened.journal, tornTail: opened.tornTail,
            droppedCommands: opened.droppedCommands, wasUnvouched: opened.wasUnvouched,
            earlier: earlier)
    }

    @Test func `a first start makes folder and files that only the user may enter`() throws {
        let opened = try run()
        #expect(opened.journal == Journal(identity: "mkzz710x"))
        #expect(try FileStatus.of(path)?.permissions == 0o700)
        for name in ["identity", "journal", "frontier", "lock"] {
            #expect(try FileStatus.of("\(path)/\(name)")?.permissions == 0o600, "\(name)")
        }
    }

    @Test func `what was kept is there after any number of restarts`() throws {
        var kept: [SessionCommand] = []
        for second in Int64(1)...5 {
            let opened = try run(adding: [pause(at: second), pause(at: -second)])
            #expect(opened.journal.commands == kept)
            #expect(opened.tornTail == nil)
            kept += [pause(at: second), pause(at: -second)]
        }
        let folder = try StateFolder(path)
        #expect(folder.stored == storedState())
    }

    @Test func `a journal of format 1 is rewritten, unless it cannot be`() throws {
        let commands = [pause(at: 1), pause(at: 2)]
        let old =
            CheckedRecord.encode("runway-journal 1 mkzz710x", line: 1)
            + Journal.bytes(of: commands, fromLine: 2)
        try run()
        func put() throws {
            try write(old, to: "journal")
            let seal = JournalSeal.none.adding(old)
            try write(FrontierRecord(promise: now, seals: [seal]).bytes, to: "frontier")
        }
        try put()
        do {
            let folder = try StateFolder(path)
            var file = try folder.open(
                storedState(), at: now, isSound: { _ in false }, end: { _ in nil }
            ).file
            #expect(try read("journal") == old)
            try file.append([])
        }
        #expect(try read("journal") == old)
        let added = try run(adding: [add(at: 3)])
        #expect(added.journal.commands == commands)
        let whole = Journal(identity: "mkzz710x", commands: commands + [add(at: 3)])
        #expect(try read("journal") == whole.bytes)
        #expect(try run().journal == whole)
    }

    @Test func `a second daemon is refused with the first one's process`() throws {
        let folder = try StateFolder(path)
        let failure = #expect(throws: StateFailure.self) { _ = try StateFolder(path) }
        #expect(failure == .held(folder: path, processID: CurrentProcess.id))
        #expect(
            failure?.description == "another daemon, process \(CurrentProcess.id), keeps its state "
                + "in \(path); stop it, or name another directory with --state")
        #expect(folder.stored == nil)
    }

    @Test(arguments: [1, 44, 87, 88 + 44])
    func `a torn tail is set aside and cut off, and what is added stands behind what was whole`(
        torn: Int
    ) throws {
        try run(adding: [pause(at: 1)])
        var tail = Journal.bytes(of: [pause(at: 2), pause(at: 3)], fromLine: 3)
        tail[5] ^= 1
        tail = Array(tail[..<torn])
        try write(try read("journal") + tail, to: "journal")
        let opened = try run(adding: [pause(at: 4)])
        #expect(opened.journal.commands == [pause(at: 1)])
        #expect(opened.tornTail?.bytes == torn)
        #expect(opened.tornTail?.keptIn == "\(path)/journal.torn-1")
        #expect(try read("journal.torn-1") == tail)
        let next = try run()
        #expect(next.journal.commands == [pause(at: 1), pause(at: 4)])
        #expect(next.tornTail == nil)
    }

    @Test func `of torn tails the latest few are kept`() throws {
        try run()
        let count = StateFolder.tornTailsKept
        for number in 1...count + 3 {
            try write(try read("journal") + [UInt8(number)], to: "journal")
            let found = try run()
            #expect(found.tornTail?.keptIn == "\(path)/journal.torn-\(number)")
        }
        for number in 1...count + 3 {
            let status = try FileStatus.of("\(path)/journal.torn-\(number)")
            #expect((status != nil) == (number > 3), "\(number)")
        }
        #expect(try read("journal.torn-11") == [11])
    }

    @Test func `a command that was written and not answered for counts from then on`() throws {
        try run(adding: [pause(at: 1)])
        let tail = Journal.bytes(of: [pause(at: 2)], fromLine: 3)
        try write(try read("journal") + tail, to: "journal")
        #expect(try run().journal.commands == [pause(at: 1), pause(at: 2)])
        try write(try read("journal").dropLast(tail.count) + [], to: "journal")
        #expect(throws: StateFailure.self) { try run() }
    }

    @Test func `a damaged line with a sound one behind it refuses the start and stays`() throws {
        try run(adding: [pause(at: 1), pause(at: 2)])
        var bytes = try read("journal")
        bytes[CheckedRecord.bytes + 5] ^= 1
        try write(bytes, to: "journal")
        let failure = #expect(throws: StateFailure.self) { try run() }
        #expect(
            failure?.description
                == "\(path)/journal:2: the line is damaged, and frontier says that 3 lines were "
                + "kept; put a copy of the folder back, or name another directory with --state")
        #expect(try read("journal") == bytes)
    }

    /// What a first start leaves that ends after each of its steps.
    @Test(arguments: [["journal"], ["journal", "frontier"]])
    func `a first start that was cut short is begun anew`(made: [String]) throws {
        _ = try StateFolder(path).open(storedState(), at: now) { _ in nil }
        for name in ["identity", "journal", "frontier"] where !made.contains(name) {
            try #require(Glibc.unlink("\(path)/\(name)") == 0)
        }
        let other = storedState(storedFleet(identity: "other000", seed: 9))
        #expect(try run(other).journal == Journal(identity: "other000"))
        #expect(try StateFolder(path).stored == other)
    }

    @Test func `a first start that was cut short after all files were made goes on`() throws {
        _ = try StateFolder(path).open(storedState(), at: now) { _ in nil }
        let found = try run()
        #expect(found.earlier == nil)
        #expect(try run().earlier == now + .seconds(6))
    }

    @Test func `one file without the other is refused`() throws {
        try run(adding: [pause(at: 1)])
        let (identity, journal) = (try read("identity"), try read("journal"))
        let frontier = try read("frontier")
        try #require(Glibc.unlink("\(path)/identity") == 0)
        #expect(
            throws: StateFailure.missing(
                file: "\(path)/identity", beside: "a journal with commands")
        ) { try run() }
        #expect(try read("journal") == journal)
        try write(identity, to: "identity")
        for (name, bytes) in [("journal", journal), ("frontier", frontier)] {
            try #require(Glibc.unlink("\(path)/\(name)") == 0)
            #expect(throws: StateFailure.missing(file: "\(path)/\(name)", beside: "identity")) {
                try run()
            }
            try write(bytes, to: name)
        }
        #expect(try run().journal.commands == [pause(at: 1)])
    }

    @Test func `a fleet that has flown without a command is not begun anew without its identity`()
        throws
    {
        try run()
        try #require(Glibc.unlink("\(path)/identity") == 0)
        #expect(
            throws: StateFailure.missing(
                file: "\(path)/identity", beside: "the frontier of a fleet that has flown")
        ) { try run() }
    }

    @Test func `another fleet's journal is refused`() throws {
        try run()
        let other = Journal(identity: "other000")
        try write(other.bytes, to: "journal")
        try write(FrontierRecord(promise: nil, seals: [other.seal]).bytes, to: "frontier")
        #expect(
            throws: StateFailure.foreign(
                file: "\(path)/journal", identity: "other000", expected: "mkzz710x")
        ) { try run() }
    }

    @Test func `compaction drops what ended long ago, says so, and takes more`() throws {
        try run(adding: (1...3).map { pause(at: 1, lap: $0) } + [pause(at: 2, lap: 9)])
        let opened = try run(adding: [pause(at: 5, lap: 10)]) { session in
            session.lap < 9 ? instant(0) : nil
        }
        let oldest = now - StateLimits.retention
        #expect(opened.droppedCommands == 3)
        #expect(opened.journal.oldestInstant == oldest)
        let next = try run()
        #expect(next.journal.commands == [pause(at: 2, lap: 9), pause(at: 5, lap: 10)])
        #expect(next.journal.oldestInstant == oldest)
    }

    @Test func `a compaction that was cut short before or after the journal is whole`() throws {
        let commands = (1...3).map { pause(at: 1, lap: $0) } + [pause(at: 2, lap: 9)]
        try run(adding: commands)
        let old = (try read("journal"), try read("frontier"))
        try run { session in session.lap < 9 ? instant(0) : nil }
        let compacted = try read("journal")
        let promise = try FrontierRecord(old.1, file: "frontier").promise
        let seals = [old.0, compacted].map { JournalSeal.none.adding($0) }
        for (bytes, kept) in [(old.0, commands), (compacted, [commands[3]])] {
            try write(bytes, to: "journal")
            try write(FrontierRecord(promise: promise, seals: seals).bytes, to: "frontier")
            #expect(try run().journal.commands == kept)
            #expect(try run().journal.commands == kept)
        }
    }

    @Test func `how far a fleet may have published is known to the next one`() throws {
        #expect(try run().earlier == nil)
        #expect(try run().earlier == now + .seconds(6))
        // The clock is set back by a minute, twice.
        for seconds: Int64 in [-60, -120, 3600] {
            #expect(try run(at: now + .seconds(seconds)).earlier == now + .seconds(6))
        }
        #expect(try run().earlier == now + .seconds(3606))
    }

    @Test func `a folder of the earlier format is taken once as it is`() throws {
        try run(adding: [pause(at: 1), pause(at: 2)])
        let old = CheckedRecord.encode(
            "runway-frontier 1 \(InstantText.text(of: now))", line: 1)
        try write(old, to: "frontier")
        let found = try run()
        #expect(found.wasUnvouched)
        #expect(found.journal.commands == [pause(at: 1), pause(at: 2)])
        #expect(found.earlier == now)
        #expect(!(try run().wasUnvouched))
        try write(try read("journal").dropLast(CheckedRecord.bytes) + [], to: "journal")
        #expect(throws: StateFailure.self) { try run() }
    }

    @Test(arguments: ["state", "state/lock", "state/journal"])
    func `what is moved away under a running daemon refuses its commands, and back takes them`(
        name: String
    ) throws {
        let folder = try StateFolder(path)
        let opened = try folder.open(storedState(), at: now) { _ in nil }
        var file = opened.file
        let there = "\(scratch.path)/a/\(name)"
        let away = "\(scratch.path)/away"
        try file.append([pause(at: 1)])
        try #require(Glibc.rename(there, away) == 0)
        #expect(throws: JournalFailure.displaced(path: there)) { try file.append([pause(at: 2)]) }
        try #require(Glibc.rename(away, there) == 0)
        try file.append([pause(at: 3)])
        #expect(
            try JournalReading(try read("journal"), file: "journal").journal.commands
                == [pause(at: 1), pause(at: 3)])
    }

    @Test func `the drafts of a crash are cleared away`() throws {
        try run()
        try write([1], to: "journal.abc.tmp")
        try write([1], to: "identity.abc.tmp")
        try write([1], to: "frontier.abc.tmp")
        try run()
        for name in ["journal", "identity", "frontier"] {
            #expect(try FileStatus.of("\(path)/\(name).abc.tmp") == nil)
        }
    }

    @Test func `a place where no folder can be made is named`() throws {
        let failure = #expect(throws: StateFailure.self) { _ = try StateFolder("/proc/x/y") }
        guard case .system(let system) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(system.call == "mkdir")
    }
}
