import Glibc
import LinuxIO
import Testing

@Suite struct FileContentTests {
    private let scratch: Scratch
    private let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch.path("file")
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
    func `what was written is read back`(count: Int) throws {
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try FileContent.replace(path, with: content)
        #expect(try FileContent.read(path, limitBytes: count) == content)
    }

    @Test func `a file over the limit is refused`() throws {
        try FileContent.replace(path, with: bytes("four"))
        let failure = #expect(throws: SystemFailure.self) {
            try FileContent.read(path, limitBytes: 3)
        }
        #expect(failure?.isTooLarge == true)
        #expect(failure?.path == path)
    }

    @Test func `a file without a size of its own is read to its end`() throws {
        #expect(try !FileContent.read("/proc/self/stat", limitBytes: 10_000).isEmpty)
    }

    @Test func `a missing file is named`() {
        #expect(throws: SystemFailure(call: "open", code: ENOENT, path: path)) {
            try FileContent.read(path, limitBytes: 1)
        }
    }

    @Test func `a folder is no file`() {
        #expect(throws: SystemFailure(call: "read", code: EISDIR, path: scratch.path)) {
            try FileContent.read(scratch.path, limitBytes: 1)
        }
    }

    @Test(arguments: [true, false])
    func `a file is replaced as a whole and nothing is left over`(isDurable: Bool) throws {
        try FileContent.replace(path, with: bytes("a long first version"), durable: isDurable)
        try FileContent.replace(path, with: bytes("second"), durable: isDurable)
        #expect(try FileContent.read(path, limitBytes: 100) == bytes("second"))
        #expect(scratch.names() == ["file"])
    }

    @Test func `who has the old file open keeps the old content`() throws {
        try FileContent.replace(path, with: bytes("old"))
        let number = open(path, O_RDONLY)
        defer { close(number) }
        try FileContent.replace(path, with: bytes("new"))
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(read(number, &buffer, 10) == 3)
        #expect(buffer[..<3] == bytes("old")[...])
    }

    @Test func `a failed replacement leaves the old thing and no draft`() throws {
        try Directory.create("\(path)/inside")
        let failure = #expect(throws: SystemFailure.self) {
            try FileContent.replace(path, with: bytes("new"))
        }
        #expect(failure?.call == "rename")
        #expect(scratch.names() == ["file"])
        #expect(try FileStatus.of(path)?.kind == .directory)
    }

    @Test func `a full disk leaves the old file and no draft`() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let path = scratch.path("file")
            try FileContent.replace(path, with: bytes("old"))
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 1000, rlim_max: rlim_t.max)
            setrlimit(__rlimit_resource_t(bitPattern: RLIMIT_FSIZE.rawValue), &limit)
            do throws(SystemFailure) {
                try FileContent.replace(path, with: [UInt8](repeating: 0, count: 2000))
                exit(EXIT_FAILURE)
            } catch {
                precondition(error.call == "write" && error.isTooLarge, "\(error)")
            }
            let content = try FileContent.read(path, limitBytes: 100)
            precondition(content == bytes("old") && scratch.names() == ["file"])
        }
    }

    @Test func `the mode is exact under the tightest mask`() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            umask(0o777)
            try FileContent.replace(scratch.path("file"), with: [], mode: 0o640)
            let status = try FileStatus.of(scratch.path("file"))
            precondition(status?.permissions == 0o640, "\(String(describing: status))")
        }
    }
}
