import Glibc
import LinuxIO
import Testing

@Suite struct LockedFileTests {
    private let scratch: Scratch
    private let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch.path("file")
    }

    private func content(_ name: String = "file") throws -> String {
        let bytes = try FileContent.read(scratch.path(name), limitBytes: 100)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func failure(_ path: String) -> LockedFileFailure? {
        #expect(throws: LockedFileFailure.self) { _ = try LockedFile.open(path) }
    }

    /// Works with the file, which is let go afterwards.
    private func keep(_ path: String, _ body: (inout LockedFile) throws -> Void) throws {
        var file = try LockedFile.open(path)
        try body(&file)
    }

    @Test func `a missing file is made, and removed if it is never replaced`() throws {
        try keep(path) { _ in #expect(scratch.names() == ["file"]) }
        #expect(scratch.names().isEmpty)
        try keep(path) { file throws in try file.replace(with: []) }
        #expect(scratch.names() == ["file"])
    }

    @Test func `one that was there stays, read and replaced as a whole, with nothing beside it`()
        throws
    {
        try FileContent.replace(path, with: bytes("a long first version"))
        try keep(path) { file throws in
            #expect(try file.read(limitBytes: 20) == bytes("a long first version"))
            try file.replace(with: bytes("second"))
        }
        #expect(try content() == "second")
        #expect(scratch.names() == ["file"])
    }

    @Test func `what was made here and has another's name now stays`() throws {
        try keep(path) { _ in try FileContent.replace(path, with: bytes("other")) }
        #expect(try content() == "other")
    }

    @Test func `while it lives nobody else takes it, before and after replacements`() throws {
        try keep(path) { file throws in
            for _ in 0..<3 {
                guard case .held(let holder) = failure(path) else {
                    Issue.record("taken twice")
                    return
                }
                #expect(holder?.process == getpid())
                try file.replace(with: bytes("x"))
            }
        }
        try keep(path) { _ in }
    }

    @Test func `through a link the file is the same one, and the link stays`() throws {
        try Directory.create(scratch.path("folder"))
        symlink("folder/real", scratch.path("b"))
        symlink(scratch.path("b"), path)
        try keep(path) { file throws in
            try file.replace(with: bytes("first"))
            #expect(failure(scratch.path("folder/real")) != nil)
        }
        #expect(try content("folder/real") == "first")
        try keep(path) { file throws in try file.replace(with: bytes("second")) }
        #expect(try content("folder/real") == "second")
        #expect(scratch.names() == ["folder", "b", "file"])
        for link in [path, scratch.path("b")] {
            #expect(try FileStatus.of(link, followingLinks: false)?.kind == .symbolicLink)
        }
    }

    @Test func `links in a circle are told`() {
        symlink("b", path)
        symlink("file", scratch.path("b"))
        #expect(
            failure(path) == .system(SystemFailure(call: "readlink", code: ELOOP, path: path)))
    }

    @Test(arguments: [0o600, 0o640, 0o444, 0o666] as [UInt32])
    func `the owner's part of the mode stays, and others have none`(mode: UInt32) throws {
        try FileContent.replace(path, with: [], mode: mode)
        try keep(path) { file throws in
            #expect(try FileStatus.of(path)?.permissions == mode & 0o700)
            try file.replace(with: bytes("x"))
        }
        #expect(try FileStatus.of(path)?.permissions == mode & 0o700)
    }

    @Test func `a new file is its owner's alone`() throws {
        try keep(path) { file throws in
            #expect(try FileStatus.of(path)?.permissions == 0o600)
            try file.replace(with: bytes("x"))
        }
        #expect(try FileStatus.of(path)?.permissions == 0o600)
    }

    @Test func `a change of the mode while it is kept stays`() throws {
        try keep(path) { file throws in
            chmod(path, 0o600)
            try file.replace(with: bytes("x"))
            try file.replace(with: bytes("y"))
        }
        #expect(try FileStatus.of(path)?.permissions == 0o600)
    }

    @Test(.enabled(if: geteuid() == 0)) func `owner and group stay where the user may give away`()
        throws
    {
        try FileContent.replace(path, with: [])
        chown(path, 1234, 5678)
        try keep(path) { file throws in try file.replace(with: bytes("x")) }
        let status = try #require(try FileStatus.of(path))
        #expect(status.owner == 1234 && status.group == 5678)
    }

    @Test func `only a regular file is kept`() throws {
        #expect(failure(scratch.path) == .notRegular(.directory))
        #expect(failure("/dev/null") == .notRegular(.device))
    }

    @Test func `a missing folder is told`() {
        let path = scratch.path("none/file")
        #expect(failure(path) == .system(SystemFailure(call: "open", code: ENOENT, path: path)))
    }

    @Test func `a replacement that fails leaves the old file, its lock and no draft`() throws {
        try Directory.create(scratch.path("in"))
        try keep(scratch.path("in/file")) { file throws in
            try file.replace(with: bytes("old"))
            rename(scratch.path("in"), scratch.path("out"))
            let failure = #expect(throws: SystemFailure.self) { try file.replace(with: []) }
            #expect(failure?.isNotFound == true)
            #expect(try content("out/file") == "old")
            #expect(self.failure(scratch.path("out/file")) != nil)
        }
    }

    @Test func `another's file under the same name is not overwritten while it is kept`() throws {
        try keep(path) { first throws in
            try first.replace(with: bytes("first"))
            unlink(path)
            try keep(path) { second throws in
                try second.replace(with: bytes("second"))
                let failure = #expect(throws: SystemFailure.self) {
                    try first.replace(with: bytes("first"))
                }
                #expect(failure?.isWouldBlock == true)
            }
            #expect(try content() == "second")
            try first.replace(with: bytes("first"))
        }
        #expect(try content() == "first")
    }
}
