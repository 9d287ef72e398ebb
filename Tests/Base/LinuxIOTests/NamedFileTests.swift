import Glibc
import Testing
import Vocabulary

@testable import LinuxIO

@Suite struct NamedFileTests {
    private let scratch: Scratch
    private let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch.path("file")
    }

    @Test func `a file is read whole, through a link too, and not beyond its limit`() throws {
        try FileContent.replace(scratch.path("real"), with: bytes("0123456789"))
        try #require(symlink("real", path) == 0)
        #expect(try NamedFile.read(path, limitBytes: 10) == bytes("0123456789"))
        #expect(
            throws: NamedFileFailure.system(SystemFailure(call: "read", code: EFBIG, path: path))
        ) { try NamedFile.read(path, limitBytes: 9) }
    }

    @Test func `a file that is missing is named`() {
        let failure = SystemFailure(call: "open", code: ENOENT, path: path)
        #expect(throws: NamedFileFailure.system(failure)) {
            try NamedFile.read(path, limitBytes: 9)
        }
    }

    @Test(arguments: [("/", FileKind.directory), ("/dev/zero", .device), ("/dev/tty", .device)])
    func `what is no file is refused without being opened`(path: String, kind: FileKind) {
        #expect(throws: NamedFileFailure.kind(path: path, kind)) {
            try NamedFile.read(path, limitBytes: 100)
        }
    }

    @Test func `a socket is refused`() throws {
        try scratch.leaveStaleSocket(at: try SocketPath(path))
        #expect(throws: NamedFileFailure.kind(path: path, .socket)) {
            try NamedFile.read(path, limitBytes: 100)
        }
    }

    @Test func `what comes through a pipe is read to its end`() throws {
        let pipe = try ShellPipe()
        pipe.send("one ")
        pipe.send("two")
        pipe.end()
        #expect(try NamedFile.read(pipe.path, limitBytes: 100) == bytes("one two"))
    }

    @Test func `a pipe that holds more than the limit is refused`() throws {
        let pipe = try ShellPipe()
        pipe.send("0123456789")
        #expect(
            throws: NamedFileFailure.system(
                SystemFailure(call: "read", code: EFBIG, path: pipe.path))
        ) { try NamedFile.read(pipe.path, limitBytes: 9) }
    }

    @Test func `a pipe that does not end is waited for so long and no longer`() throws {
        let pipe = try ShellPipe()
        pipe.send("half")
        #expect(throws: NamedFileFailure.silent(path: pipe.path)) {
            try NamedFile.read(pipe.path, limitBytes: 100, patience: .milliseconds(1))
        }
        pipe.end()
    }

    @Test func `a pipe that nobody writes is not taken for an empty file`() throws {
        try #require(mkfifo(path, 0o600) == 0)
        #expect(throws: NamedFileFailure.silent(path: path)) {
            try NamedFile.read(path, limitBytes: 100, patience: .milliseconds(1))
        }
    }

    @Test func `a file that waits for news, as the kernel's log does, is refused`() throws {
        let pipe = try ShellPipe()
        pipe.send("old news")
        let descriptor = try Descriptor.open(pipe.path, O_RDONLY | O_NONBLOCK)
        let source = NamedFile.Source(
            raw: descriptor.raw, path: path, isPipe: false, deadline: .last)
        #expect(throws: NamedFileFailure.endless(path: path)) {
            try source.readAll(limitBytes: 100)
        }
        pipe.end()
    }

    @Test(arguments: [
        (
            NamedFileFailure.kind(path: "/x", .directory), "/x is a directory, not a file"
        ),
        (
            .silent(path: "/x"),
            "the pipe /x did not end within 5 s; write what comes through it to a file first"
        ), (.endless(path: "/x"), "/x has no end, and is no ordinary file"),
    ])
    func `each refusal says what is wrong`(failure: NamedFileFailure, text: String) {
        #expect(failure.description == text)
        #expect(!failure.isPermission)
    }
}

/// A pipe that is named as a shell names one.
private final class ShellPipe {
    private var ends: [Int32] = [-1, -1]

    init() throws {
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        end()
        close(ends[0])
    }

    var path: String { "/proc/self/fd/\(ends[0])" }

    func send(_ text: String) { _ = text.withCString { write(ends[1], $0, strlen($0)) } }

    func end() {
        if ends[1] >= 0 { close(ends[1]) }
        ends[1] = -1
    }
}
