import Glibc
import LinuxIO
import Testing

@Suite struct FileStatusTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `a file has kind, size, mode and owner`() throws {
        try FileContent.replace(scratch.path("file"), with: bytes("four"), mode: 0o640)
        let status = try #require(try FileStatus.of(scratch.path("file")))
        #expect(status.kind == .regular)
        #expect(status.sizeBytes == 4)
        #expect(status.permissions == 0o640)
        #expect(status.owner == CurrentProcess.effectiveUserID)
    }

    @Test func `a link is followed unless asked not to`() throws {
        let (file, link) = (scratch.path("file"), scratch.path("link"))
        try FileContent.replace(file, with: [])
        symlink(file, link)
        #expect(try FileStatus.of(link)?.kind == .regular)
        #expect(try FileStatus.of(link)?.identity == FileStatus.of(file)?.identity)
        #expect(try FileStatus.of(link, followingLinks: false)?.kind == .symbolicLink)
        unlink(file)
        #expect(try FileStatus.of(link) == nil)
        #expect(try FileStatus.of(link, followingLinks: false)?.kind == .symbolicLink)
    }

    @Test(arguments: [("/", FileKind.directory), ("/dev/null", .device)])
    func `other kinds are told apart`(path: String, kind: FileKind) throws {
        #expect(try FileStatus.of(path)?.kind == kind)
    }

    @Test func `a pipe is told from a device, and hard links are counted`() throws {
        let (pipe, file) = (scratch.path("pipe"), scratch.path("file"))
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(try FileStatus.of(pipe)?.kind == .pipe)
        try FileContent.replace(file, with: [])
        #expect(try FileStatus.of(file)?.links == 1)
        try #require(link(file, scratch.path("other")) == 0)
        #expect(try FileStatus.of(file)?.links == 2)
    }

    @Test func `below a file there is nothing`() throws {
        try FileContent.replace(scratch.path("file"), with: [])
        #expect(try FileStatus.of(scratch.path("file/x")) == nil)
    }

    @Test func `a link that leads to itself is an error`() throws {
        symlink("loop", scratch.path("loop"))
        #expect(throws: SystemFailure(call: "stat", code: ELOOP, path: scratch.path("loop"))) {
            try FileStatus.of(scratch.path("loop"))
        }
    }
}
