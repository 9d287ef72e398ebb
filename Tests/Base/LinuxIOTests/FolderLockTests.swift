import Glibc
import Testing

@testable import LinuxIO

@Suite struct FolderLockTests {
    private let scratch: Scratch
    private let folder: PrivateFolder

    init() throws {
        scratch = try Scratch()
        folder = try PrivateFolder(scratch.path)
    }

    private var path: String { scratch.path("lock") }

    /// As another process would, through an open folder of its own.
    private func takeElsewhere() throws {
        release(try FolderLock.acquire(try PrivateFolder(scratch.path), "lock"))
    }

    private func release(_ lock: consuming FolderLock) {}

    @Test func `a second lock is refused with the holder's process, and taken once it is free`()
        throws
    {
        let lock = try FolderLock.acquire(folder, "lock")
        #expect(throws: FolderLock.Failure.held(processID: CurrentProcess.id)) {
            try takeElsewhere()
        }
        release(lock)
        try takeElsewhere()
    }

    @Test func `a lock whose file was deleted still keeps others out, and tells`() throws {
        let lock = try FolderLock.acquire(folder, "lock")
        let wasInPlace = lock.isInPlace
        try #require(unlink(path) == 0)
        let isInPlace = lock.isInPlace
        #expect((wasInPlace, isInPlace) == (true, false))
        let failure = #expect(throws: FolderLock.Failure.self) { try takeElsewhere() }
        let status = try #require(try FileStatus.of(scratch.path))
        #expect(failure == .held(processID: LockHolder(of: status.identity)?.process))
        #expect(try FileStatus.of(path) == nil)
        release(lock)
    }

    @Test func `a lock whose file was replaced tells`() throws {
        let lock = try FolderLock.acquire(folder, "lock")
        try FileContent.replace(path, with: bytes("1\n"), durable: false)
        let isInPlace = lock.isInPlace
        #expect(!isInPlace)
        release(lock)
    }

    @Test func `a process that knows only the file's lock is seen and sees it`() throws {
        let other = try Descriptor.open(path, O_RDWR | O_CREAT, mode: 0o600)
        let identity = try FileStatus.of(other.raw).identity
        #expect(flock(other.raw, LOCK_EX | LOCK_NB) == 0)
        let failure = #expect(throws: FolderLock.Failure.self) {
            release(try FolderLock.acquire(folder, "lock"))
        }
        #expect(failure == .held(processID: LockHolder(of: identity)?.process))
        #expect(flock(other.raw, LOCK_UN) == 0)
        let lock = try FolderLock.acquire(folder, "lock")
        #expect(flock(other.raw, LOCK_EX | LOCK_NB) == -1)
        release(lock)
    }

    @Test func `a refused lock leaves the folder free`() throws {
        try Directory.create(path)
        #expect(throws: FolderLock.Failure.fault(path: path, .kind(.directory))) {
            release(try FolderLock.acquire(folder, "lock"))
        }
        try #require(rmdir(path) == 0)
        try takeElsewhere()
    }

    @Test func `what a dead holder has left is written over`() throws {
        try FileContent.replace(path, with: bytes("123456789\n"))
        let lock = try FolderLock.acquire(folder, "lock")
        #expect(try FileContent.read(path, limitBytes: 99) == bytes("\(CurrentProcess.id)\n"))
        release(lock)
    }

    @Test(arguments: [true, false])
    func `a link instead of the file is refused, and what it leads to stays`(
        isSymbolic: Bool
    ) throws {
        let precious = scratch.path("precious")
        try FileContent.replace(precious, with: bytes("precious"), mode: 0o600)
        try #require((isSymbolic ? symlink(precious, path) : link(precious, path)) == 0)
        let fault = isSymbolic ? PrivacyFault.kind(.symbolicLink) : .names(2)
        #expect(throws: FolderLock.Failure.fault(path: path, fault)) {
            release(try FolderLock.acquire(folder, "lock"))
        }
        #expect(try FileContent.read(precious, limitBytes: 99) == bytes("precious"))
    }
}
