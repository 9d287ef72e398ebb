import Glibc
import LinuxIO
import Testing

@Suite struct FileLockTests {
    private let scratch: Scratch
    private let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch.path("lock")
    }

    private func release(_ lock: consuming FileLock) {}

    @Test func `a second lock is refused with the holder's process, and taken once it is free`()
        throws
    {
        let lock = try FileLock(path)
        #expect(throws: FileLock.Failure.held(processID: CurrentProcess.id)) {
            _ = try FileLock(path)
        }
        release(lock)
        let next = try FileLock(path)
        release(next)
    }

    @Test(arguments: ["", "none\n", "99999999999\n"])
    func `a holder that cannot be known is not guessed`(text: String) throws {
        let lock = try FileLock(path)
        let raw = open(path, O_WRONLY | O_TRUNC)
        _ = text.withCString { write(raw, $0, strlen($0)) }
        close(raw)
        #expect(throws: FileLock.Failure.held(processID: nil)) { _ = try FileLock(path) }
        release(lock)
    }

    @Test func `what a dead holder has left is written over`() throws {
        try FileContent.replace(path, with: bytes("123456789\n"))
        let lock = try FileLock(path)
        #expect(try FileContent.read(path, limitBytes: 99) == bytes("\(CurrentProcess.id)\n"))
        release(lock)
    }

    @Test func `a folder that is missing is named`() {
        let path = scratch.path("no/lock")
        let failure = SystemFailure(call: "open", code: ENOENT, path: path)
        #expect(throws: FileLock.Failure.system(failure)) { _ = try FileLock(path) }
    }
}
