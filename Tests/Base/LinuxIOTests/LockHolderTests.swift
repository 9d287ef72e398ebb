import Glibc
import Testing

@testable import LinuxIO

@Suite struct LockHolderTests {
    private static let table = """
        1: POSIX  ADVISORY  WRITE 11 fe:00:7 1073741824 1073742335
        2: FLOCK  ADVISORY  WRITE 12 fe:00:7 0 EOF
        2: -> FLOCK  ADVISORY  WRITE 13 fe:00:8 0 EOF
        3: FLOCK  ADVISORY  WRITE 14 fe:00:77 0 EOF
        4: FLOCK  ADVISORY  WRITE 15 fe:01:8 0 EOF
        """

    @Test func `the holder is found by the whole name of the file, among locks of its kind`() {
        #expect(LockHolder.process(holding: "fe:00:7", in: Self.table) == 12)
        #expect(LockHolder.process(holding: "fe:01:8", in: Self.table) == 15)
        #expect(LockHolder.process(holding: "fe:00:8", in: Self.table) == nil)
        #expect(LockHolder.process(holding: "fe:00:7", in: "") == nil)
    }

    @Test(
        arguments: [
            (0xFE00, "fe:00:9"), (0x0801, "08:01:9"), (0x2F, "00:2f:9"), (0x12_3004, "230:104:9"),
        ] as [(UInt64, String)])
    func `a file is named by the numbers of its device and its own`(device: UInt64, name: String) {
        #expect(FileStatus.Identity(device: device, inode: 9).lockName == name)
    }

    @Test func `a lock of this process is its own`() throws {
        let scratch = try Scratch()
        try FileContent.replace(scratch.path("a"), with: [])
        let status = try #require(try FileStatus.of(scratch.path("a")))
        #expect(LockHolder(of: status.identity) == nil)
        let descriptor = try Descriptor.open(scratch.path("a"), O_RDONLY)
        #expect(flock(descriptor.raw, LOCK_EX | LOCK_NB) == 0)
        let holder = try #require(LockHolder(of: status.identity))
        #expect(holder.process == getpid())
        #expect(!holder.name.isEmpty)
        #expect(holder.description == "\(holder.name) (process \(getpid()))")
    }
}
