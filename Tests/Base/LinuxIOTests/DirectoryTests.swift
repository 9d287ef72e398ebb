import Glibc
import LinuxIO
import Testing

@Suite struct DirectoryTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test(arguments: ["a", "a/b/c", "a/b/c/", "a//b", "./a/./b"])
    func `a folder is made with all that is missing above it`(name: String) throws {
        try Directory.create(scratch.path(name))
        #expect(try FileStatus.of(scratch.path(name))?.kind == .directory)
    }

    @Test(arguments: ["", "/"])
    func `the root exists`(suffix: String) throws {
        try Directory.create("/\(suffix)")
    }

    @Test func `a durable folder is made like any other`() throws {
        let path = scratch.path("a/b")
        try Directory.create(path, mode: 0o700, durable: true)
        try Directory.create(path, mode: 0o755, durable: true)
        #expect(try FileStatus.of(path)?.permissions == 0o700)
    }

    @Test func `a folder that exists keeps its mode and content`() throws {
        try Directory.create(scratch.path("a/b"), mode: 0o700)
        try Directory.create(scratch.path("a"), mode: 0o755)
        #expect(try FileStatus.of(scratch.path("a"))?.permissions == 0o700)
        #expect(try FileStatus.of(scratch.path("a/b"))?.kind == .directory)
    }

    @Test func `a file in the way is named`() throws {
        try FileContent.replace(scratch.path("file"), with: [])
        #expect(
            throws: SystemFailure(call: "mkdir", code: EEXIST, path: scratch.path("file"))
        ) { try Directory.create(scratch.path("file")) }
        #expect(
            throws: SystemFailure(call: "mkdir", code: ENOTDIR, path: scratch.path("file/a"))
        ) { try Directory.create(scratch.path("file/a")) }
    }

    @Test func `a temporary folder is private and goes with all that is in it`() throws {
        let keep = scratch.path("keep")
        try FileContent.replace(keep, with: bytes("kept"))
        let folder = try TemporaryDirectory(prefix: "tree", in: scratch.path)
        let path = folder.path
        #expect(path.hasPrefix("\(scratch.path)/tree."))
        #expect(try FileStatus.of(path)?.permissions == 0o700)
        try Directory.create("\(path)/a/b")
        try FileContent.replace("\(path)/a/b/file", with: bytes("x"))
        symlink(scratch.path, "\(path)/a/link")
        discard(folder)
        #expect(try FileStatus.of(path) == nil)
        #expect(try FileContent.read(keep, limitBytes: 100) == bytes("kept"))
    }

    @Test func `a temporary folder in a place that does not exist is an error`() {
        let failure = #expect(throws: SystemFailure.self) {
            _ = try TemporaryDirectory(prefix: "tree", in: scratch.path("missing"))
        }
        #expect(failure?.isNotFound == true)
    }

    private func discard(_ folder: consuming TemporaryDirectory) {}
}
