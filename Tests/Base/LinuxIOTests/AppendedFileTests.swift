import Glibc
import LinuxIO
import Testing

@Suite struct AppendedFileTests {
    private let scratch: Scratch
    private let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch.path("file")
        try FileContent.replace(path, with: bytes("one "))
    }

    private var content: String {
        get throws {
            String(decoding: try FileContent.read(path, limitBytes: 100), as: UTF8.self)
        }
    }

    @Test func `bytes are added at the end, also after a cut`() throws {
        let file = try AppendedFile(path)
        try file.write(bytes("two three"))
        try file.sync()
        #expect(try content == "one two three")
        try file.truncate(toBytes: 8)
        try file.write(bytes("four"))
        #expect(try content == "one two four")
    }

    @Test func `a missing file is not made`() {
        #expect(throws: SystemFailure(call: "open", code: ENOENT, path: "\(path).no")) {
            try AppendedFile("\(path).no")
        }
    }

    @Test func `a full disk is told with the file's name`() throws {
        let file = try AppendedFile("/dev/full")
        #expect(throws: SystemFailure(call: "write", code: ENOSPC, path: "/dev/full")) {
            try file.write(bytes("x"))
        }
        #expect(throws: SystemFailure(call: "ftruncate", code: EINVAL, path: "/dev/full")) {
            try file.truncate(toBytes: 0)
        }
    }
}
