import Glibc
import LinuxIO
import Testing
import Vocabulary

@testable import StateFiles

@Suite struct FrontierFileTests {
    private static let seals = [1, 2, 3].map { count in
        Journal(identity: "mkzz710x", commands: (1...count).map { pause(at: Int64($0)) }).seal
    }

    private static func record(in folder: PrivateFolder) throws -> FrontierRecord {
        let bytes = try #require(try folder.read(FrontierFile.name, limitBytes: 1 << 10))
        return try FrontierRecord(bytes, file: FrontierFile.name)
    }

    @Test func `a promise and a seal are each kept with the other one as it was`() throws {
        let directory = try TemporaryDirectory(prefix: "runway-frontier")
        let folder = try PrivateFolder(directory.path)
        let file = FrontierFile(in: folder, nil)
        try file.begin(with: Self.seals[0])
        #expect(try Self.record(in: folder).promise == nil)
        try file.promise(instant(100))
        try file.vouch(for: [Self.seals[1]])
        let expected = FrontierRecord(promise: instant(100), seals: [Self.seals[1]])
        #expect(try Self.record(in: folder) == expected)
        try file.promise(instant(90))
        #expect(try Self.record(in: folder).promise == instant(90))
        #expect(try Self.record(in: folder).seals == [Self.seals[1]])
    }

    @Test func `what was said is not written again`() throws {
        let directory = try TemporaryDirectory(prefix: "runway-frontier")
        let folder = try PrivateFolder(directory.path)
        let file = FrontierFile(in: folder, nil)
        try file.begin(with: Self.seals[0])
        let before = try FileStatus.of(folder.path(of: FrontierFile.name))?.identity
        try file.vouch(for: [Self.seals[0]])
        #expect(try FileStatus.of(folder.path(of: FrontierFile.name))?.identity == before)
    }

    /// On a full disk a command is refused, and what was said before still counts.
    @Test func `a draft that cannot be written changes nothing`() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory(prefix: "runway-frontier")
            let folder = try PrivateFolder(directory.path)
            let file = FrontierFile(in: folder, nil)
            try file.begin(with: Self.seals[0])
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 100, rlim_max: rlim_t.max)
            setrlimit(__rlimit_resource_t(bitPattern: RLIMIT_FSIZE.rawValue), &limit)
            do throws(SystemFailure) {
                try file.vouch(for: [Self.seals[1]])
                exit(1)
            } catch {
                precondition(error.isTooLarge, "\(error)")
            }
            // What the disk holds is known: to say it again takes no room.
            try file.vouch(for: [Self.seals[0]])
            limit.rlim_cur = rlim_t.max
            setrlimit(__rlimit_resource_t(bitPattern: RLIMIT_FSIZE.rawValue), &limit)
            try file.promise(instant(100))
            let expected = FrontierRecord(promise: instant(100), seals: [Self.seals[0]])
            let (record, names) = (try Self.record(in: folder), try folder.names())
            precondition(record == expected && names == [FrontierFile.name], "\(record) \(names)")
        }
    }

    @Test func `a name that cannot be given leaves open what the disk holds`() throws {
        let directory = try TemporaryDirectory(prefix: "runway-frontier")
        let folder = try PrivateFolder(directory.path)
        let file = FrontierFile(in: folder, nil)
        try file.begin(with: Self.seals[0])
        let path = folder.path(of: FrontierFile.name)
        try folder.remove(FrontierFile.name)
        try Directory.create(path)
        #expect(throws: SystemFailure(call: "renameat", code: EISDIR, path: path)) {
            try file.vouch(for: [Self.seals[1]])
        }
        try #require(rmdir(path) == 0)
        try file.vouch(for: [Self.seals[0]])
        #expect(try Self.record(in: folder).seals == [Self.seals[0]])
    }

    @Test func `a promise that could not be kept is kept with the next seal`() throws {
        let directory = try TemporaryDirectory(prefix: "runway-frontier")
        let folder = try PrivateFolder(directory.path)
        let file = FrontierFile(in: folder, nil)
        try file.begin(with: Self.seals[0])
        let path = folder.path(of: FrontierFile.name)
        try folder.remove(FrontierFile.name)
        try Directory.create(path)
        #expect(throws: SystemFailure.self) { try file.promise(instant(100)) }
        try #require(rmdir(path) == 0)
        try file.vouch(for: [Self.seals[1]])
        let expected = FrontierRecord(promise: instant(100), seals: [Self.seals[1]])
        #expect(try Self.record(in: folder) == expected)
    }
}
