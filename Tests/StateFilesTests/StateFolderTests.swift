import Glibc
import LinuxIO
import Testing
import Vocabulary

@testable import StateFiles

@Suite struct StateFolderTests {
    private let scratch: Scratch
    private let now = instant(1_795_154_500)

    /// A folder that the copies of the suite share.
    private final class Scratch: Sendable {
        let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory(prefix: "runway-state") }
    }

    init() throws { scratch = try Scratch() }

    private var path: String { "\(scratch.directory.path)/a/state" }

    private func read(_ name: String) throws -> [UInt8] {
        try FileContent.read("\(path)/\(name)", limitBytes: 1 << 20)
    }

    private func write(_ bytes: [UInt8], to name: String) throws {
        try FileContent.replace("\(path)/\(name)", with: bytes, durable: false)
    }

    /// Opens the folder, adds commands, and lets it go as a killed process does.
    private func run(
        _ state: StoredState = storedState(), adding commands: [LiveCommand] = [],
        end: (SessionName) -> FleetInstant? = { _ in nil }
    ) throws -> OpenJournal {
        let opened = try StateFolder(path).open(state, at: now, end: end)
        var file = opened.file
        if !commands.isEmpty { try file.append(commands) }
        return opened
    }

    @Test func `a first start makes folder and files that only the user may enter`() throws {
        let opened = try run()
        #expect(opened.journal == Journal(identity: "mkzz710x"))
        #expect(try FileStatus.of(path)?.permissions == 0o700)
        for name in ["identity", "journal", "lock"] {
            #expect(try FileStatus.of("\(path)/\(name)")?.permissions == 0o600, "\(name)")
        }
    }

    @Test func `what was kept is there after any number of restarts`() throws {
        var kept: [LiveCommand] = []
        for second in Int64(1)...5 {
            let opened = try run(adding: [pause(at: second), pause(at: -second)])
            #expect(opened.journal.commands == kept)
            #expect(opened.tornBytes == 0)
            kept += [pause(at: second), pause(at: -second)]
        }
        let folder = try StateFolder(path)
        #expect(folder.stored == storedState())
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

    @Test(arguments: [1, 44, 87])
    func `a torn tail is cut off, and what is added stands behind what was whole`(
        torn: Int
    ) throws {
        _ = try run(adding: [pause(at: 1), pause(at: 2)])
        let bytes = try read("journal")
        try write(bytes.dropLast(torn) + [], to: "journal")
        let opened = try run(adding: [pause(at: 3)])
        #expect(opened.journal.commands == [pause(at: 1)])
        #expect(opened.tornBytes == CheckedRecord.bytes - torn)
        #expect(try run().journal.commands == [pause(at: 1), pause(at: 3)])
    }

    @Test func `a damaged line with a sound one behind it refuses the start and stays`() throws {
        _ = try run(adding: [pause(at: 1), pause(at: 2)])
        var bytes = try read("journal")
        bytes[CheckedRecord.bytes + 5] ^= 1
        try write(bytes, to: "journal")
        let failure = #expect(throws: StateFailure.self) { try run() }
        #expect(
            failure?.description
                == "\(path)/journal:2: the line is damaged, and line 3 behind it is "
                + "sound; put a copy of the folder back, or name another directory with --state")
        #expect(try read("journal") == bytes)
    }

    @Test func `a first start that was cut short is begun anew`() throws {
        _ = try run()
        try #require(Glibc.unlink("\(path)/identity") == 0)
        let other = storedState(storedFleet(identity: "other000", seed: 9))
        #expect(try run(other).journal == Journal(identity: "other000"))
        #expect(try StateFolder(path).stored == other)
    }

    @Test func `one file without the other is refused`() throws {
        _ = try run(adding: [pause(at: 1)])
        let (identity, journal) = (try read("identity"), try read("journal"))
        try #require(Glibc.unlink("\(path)/identity") == 0)
        #expect(
            throws: StateFailure.missing(
                file: "\(path)/identity", beside: "a journal with commands")
        ) { try run() }
        #expect(try read("journal") == journal)
        try write(identity, to: "identity")
        try #require(Glibc.unlink("\(path)/journal") == 0)
        #expect(throws: StateFailure.missing(file: "\(path)/journal", beside: "identity")) {
            try run()
        }
    }

    @Test func `another fleet's journal is refused`() throws {
        _ = try run()
        try write(Journal(identity: "other000").bytes, to: "journal")
        #expect(
            throws: StateFailure.foreign(
                file: "\(path)/journal", identity: "other000", expected: "mkzz710x")
        ) { try run() }
    }

    @Test(arguments: ["identity", "journal"])
    func `something else with a file's name is not waited for`(name: String) throws {
        _ = try run()
        try #require(Glibc.unlink("\(path)/\(name)") == 0)
        try #require(Glibc.mkfifo("\(path)/\(name)", 0o600) == 0)
        #expect(throws: StateFailure.notAFile("\(path)/\(name)", .other)) { try run() }
    }

    @Test func `compaction drops what ended long ago, says so, and takes more`() throws {
        _ = try run(adding: (1...3).map { pause(at: 1, lap: $0) } + [pause(at: 2, lap: 9)])
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

    private func frontier(at instant: FleetInstant) throws -> Frontier {
        try StateFolder(path).openFrontier(at: instant, speed: .realTime)
    }

    @Test func `how far a fleet may have published is known to the next one`() throws {
        #expect(try frontier(at: now).earlier == nil)
        _ = try run()
        #expect(try frontier(at: now).earlier == now + .seconds(6))
        #expect(try FileStatus.of("\(path)/frontier")?.permissions == 0o600)
        // The clock is set back by a minute, twice.
        for seconds: Int64 in [-60, -120, 3600] {
            #expect(try frontier(at: now + .seconds(seconds)).earlier == now + .seconds(6))
        }
        #expect(try frontier(at: now).earlier == now + .seconds(3606))
        try write([1], to: "frontier")
        #expect(throws: StateFailure.self) { try frontier(at: now) }
    }

    @Test func `the drafts of a crash are cleared away`() throws {
        _ = try run()
        try write([1], to: "journal.abc.tmp")
        try write([1], to: "identity.abc.tmp")
        try write([1], to: "frontier.abc.tmp")
        _ = try run()
        _ = try frontier(at: now)
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
