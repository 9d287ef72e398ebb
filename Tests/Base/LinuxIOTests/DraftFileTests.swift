import Glibc
import LinuxIO
import Testing

@Suite struct DraftFileTests {
    private let scratch: Scratch
    private let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch.path("file")
    }

    @Test(arguments: [true, false])
    func `pieces stand one after the other once the file has its name`(isDurable: Bool) throws {
        let draft = try DraftFile(for: path, mode: 0o640)
        #expect(try FileStatus.of(path) == nil)
        for piece in ["one ", "", "two"] { try draft.write(bytes(piece).span.bytes) }
        #expect(try FileStatus.of(path) == nil)
        try draft.publish(durable: isDurable)
        #expect(try FileContent.read(path, limitBytes: 100) == bytes("one two"))
        #expect(scratch.names() == ["file"])
    }

    @Test func `one that is let go leaves the old file, and nothing else`() throws {
        try FileContent.replace(path, with: bytes("old"))
        do {
            let draft = try DraftFile(for: path)
            try draft.write(bytes("new").span.bytes)
            #expect(scratch.names().count == 2)
        }
        #expect(scratch.names() == ["file"])
        #expect(try FileContent.read(path, limitBytes: 100) == bytes("old"))
    }

    @Test func `one that cannot get its name is gone`() throws {
        try Directory.create("\(path)/folder")
        let draft = try DraftFile(for: path)
        try draft.write(bytes("new").span.bytes)
        let failure = #expect(throws: SystemFailure.self) { try draft.publish(durable: false) }
        #expect(failure?.call == "rename" && failure?.path == path)
        _ = consume draft
        #expect(scratch.names() == ["file"])
    }

    @Test func `a missing folder is named`() {
        let failure = #expect(throws: SystemFailure.self) {
            _ = try DraftFile(for: "\(path)/deeper/file")
        }
        #expect(failure?.call == "open" && failure?.code == ENOENT)
    }
}
