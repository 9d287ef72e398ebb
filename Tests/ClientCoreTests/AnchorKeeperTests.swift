import Glibc
import LinuxIO
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

@Suite final class AnchorKeeperTests {
    private let folder: TemporaryDirectory
    private var keeper: AnchorKeeper

    init() throws {
        folder = try TemporaryDirectory(prefix: "anchor")
        keeper = AnchorKeeper(AnchorFile(path: "\(folder.path)/in/a"))
        try Directory.create("\(folder.path)/in")
    }

    private func anchor(_ number: UInt64) -> Anchor {
        Anchor(identity: IdentityHash(bits: 42), position: StreamPosition(bits: number))
    }

    private func kept() throws -> String {
        String(
            decoding: try FileContent.read("\(folder.path)/in/a", limitBytes: 100), as: UTF8.self)
    }

    @Test func `an anchor that has not moved is not written`() throws {
        #expect(keeper.keep(anchor(1), at: 0) == nil)
        #expect(throws: SystemFailure.self) { try kept() }
    }

    @Test func `a moved one is written when it is asked for, due or not`() throws {
        for number in 1...3 as ClosedRange<UInt64> {
            keeper.move()
            #expect(keeper.keep(anchor(number), at: Int64(number)) == nil)
            #expect(try kept() == "\(anchor(number))\n")
            #expect(keeper.due == nil)
        }
        keeper.move()
        #expect(keeper.due == 1_000_003)
    }

    /// The folder has gone for a while.
    @Test func `a failure is told once, tried again every second, and forgotten when it is over`()
        throws
    {
        try Self.move("\(folder.path)/in", to: "\(folder.path)/out")
        keeper.move()
        #expect(keeper.keep(anchor(1), at: 0)?.isNotFound == true)
        #expect(keeper.due == 1_000_000)
        #expect(keeper.keep(anchor(2), at: 1_000_000) == nil)
        #expect(keeper.failure?.isNotFound == true)
        try Self.move("\(folder.path)/out", to: "\(folder.path)/in")
        #expect(keeper.keep(anchor(3), at: 2_000_000) == nil)
        #expect(keeper.failure == nil)
        #expect(try kept() == "\(anchor(3))\n")
    }

    private static func move(_ path: String, to other: String) throws {
        guard rename(path, other) == 0 else { throw SystemFailure(call: "rename", code: errno) }
    }
}
