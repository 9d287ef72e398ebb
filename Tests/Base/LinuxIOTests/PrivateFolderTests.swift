import Glibc
import Testing

@testable import LinuxIO

@Suite struct PrivateFolderTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func put(_ text: String, _ name: String, mode: UInt32 = 0o600) throws {
        try FileContent.replace(scratch.path(name), with: bytes(text), mode: mode, durable: false)
    }

    /// Whatever a file must not be, made under a name.
    enum Disguise: CaseIterable {
        case directory, pipe, socket, symbolicLink, danglingLink, hardLink, groupWritable, open

        var fault: PrivacyFault {
            switch self {
            case .directory: .kind(.directory)
            case .pipe: .kind(.pipe)
            case .socket: .kind(.socket)
            case .symbolicLink, .danglingLink: .kind(.symbolicLink)
            case .hardLink: .names(2)
            case .groupWritable: .writableByOthers(0o620)
            case .open: .writableByOthers(0o602)
            }
        }
    }

    private func make(_ disguise: Disguise, _ name: String) throws {
        let path = scratch.path(name)
        try put("other", "other")
        switch disguise {
        case .directory: try Directory.create(path)
        case .pipe: try #require(mkfifo(path, 0o600) == 0)
        case .socket: try scratch.leaveStaleSocket(at: try SocketPath(path))
        case .symbolicLink: try #require(symlink(scratch.path("other"), path) == 0)
        case .danglingLink: try #require(symlink(scratch.path("nothing"), path) == 0)
        case .hardLink: try #require(link(scratch.path("other"), path) == 0)
        case .groupWritable: try put("x", name, mode: 0o620)
        case .open: try put("x", name, mode: 0o602)
        }
    }

    @Test func `a file is read, replaced and added to`() throws {
        let folder = try PrivateFolder(scratch.path)
        #expect(try folder.read("file", limitBytes: 10) == nil)
        #expect(try folder.openForAppending("file") == nil)
        try folder.replace("file", with: bytes("one"), mode: 0o600)
        let file = try #require(try folder.openForAppending("file"))
        try file.write(bytes(" two"))
        #expect(try folder.read("file", limitBytes: 10) == bytes("one two"))
        #expect(try FileStatus.of(scratch.path("file"))?.permissions == 0o600)
        #expect(folder.holds(file, as: "file"))
        try folder.replace("file", with: bytes("three"), mode: 0o600)
        #expect(!folder.holds(file, as: "file"))
        #expect(scratch.names() == ["file"])
    }

    @Test(arguments: Disguise.allCases)
    func `what is no file of the user alone is refused at once`(disguise: Disguise) throws {
        try make(disguise, "file")
        let folder = try PrivateFolder(scratch.path)
        let failure = PrivateFolder.Failure.fault(path: scratch.path("file"), disguise.fault)
        #expect(throws: failure) { try folder.read("file", limitBytes: 10) }
        #expect(throws: failure) { _ = try folder.openForAppending("file") }
    }

    @Test func `a file of another user is refused`() throws {
        try put("x", "file")
        let status = try #require(try FileStatus.of(scratch.path("file")))
        let user = status.owner
        #expect(PrivacyFault.ofFile(status, user: user) == nil)
        #expect(
            PrivacyFault.ofFile(status, user: user + 1) == .owner(user, user: user + 1))
    }

    @Test(
        arguments: [
            (0o700, true), (0o755, true), (0o750, true), (0o770, false), (0o707, false),
            (0o1777, false), (0o2755, true),
        ] as [(UInt32, Bool)])
    func `a folder that others may write is refused`(mode: UInt32, isTaken: Bool) throws {
        let path = scratch.path("folder")
        try Directory.create(path)
        try #require(chmod(path, mode) == 0)
        guard !isTaken else {
            _ = try PrivateFolder(path)
            return
        }
        #expect(
            throws: PrivateFolder.Failure.fault(path: path, .writableByOthers(mode & 0o777))
        ) { _ = try PrivateFolder(path) }
    }

    @Test func `a folder of another user is refused`() throws {
        let user = CurrentProcess.effectiveUserID
        #expect(
            throws: PrivateFolder.Failure.fault(
                path: scratch.path, .owner(user, user: user + 1))
        ) { _ = try PrivateFolder(scratch.path, user: user + 1) }
    }

    @Test func `a folder that is moved stays the one that was opened`() throws {
        let (here, there) = (scratch.path("here"), scratch.path("there"))
        try Directory.create(here)
        let folder = try PrivateFolder(here)
        #expect(folder.isInPlace)
        try #require(rename(here, there) == 0)
        #expect(!folder.isInPlace)
        try Directory.create(here)
        #expect(!folder.isInPlace)
        try folder.replace("file", with: bytes("x"), mode: 0o600)
        #expect(try FileStatus.of("\(there)/file") != nil)
        #expect(try FileStatus.of("\(here)/file") == nil)
    }

    @Test func `a folder may be named by a link`() throws {
        try Directory.create(scratch.path("folder"))
        try #require(symlink("folder", scratch.path("link")) == 0)
        let folder = try PrivateFolder(scratch.path("link"))
        try folder.replace("file", with: [], mode: 0o600)
        #expect(folder.isInPlace)
        #expect(try FileStatus.of(scratch.path("folder/file")) != nil)
    }

    @Test func `a name that cannot be given leaves no draft`() throws {
        try Directory.create(scratch.path("file/inside"))
        let folder = try PrivateFolder(scratch.path)
        let failure = #expect(throws: SystemFailure.self) {
            try folder.replace("file", with: bytes("x"), mode: 0o600)
        }
        #expect(failure?.call == "renameat")
        #expect(scratch.names() == ["file"])
    }

    @Test func `drafts that a crash has left go, and nothing else does`() throws {
        let others = ["file", "file.x", "file2.abc.tmp", "other.abc.tmp"]
        for name in others + ["file.abc.tmp", "file.1.tmp"] { try put("x", name) }
        let folder = try PrivateFolder(scratch.path)
        try folder.removeDrafts(of: "file")
        #expect(scratch.names() == Set(others))
        #expect(try Set(folder.names()) == Set(others))
    }
}
