import Glibc
import LinuxIO
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamClient

@Suite final class AnchorKeeperTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory(prefix: "anchor")
        try Directory.create("\(folder.path)/in")
    }

    private func keeper() throws -> AnchorKeeper {
        AnchorKeeper(try AnchorFile.open("\(folder.path)/in/a"))
    }

    private func anchor(_ number: UInt64) -> Anchor {
        Anchor(identity: IdentityHash(bits: 42), position: StreamPosition(bits: number))
    }

    private func kept() throws -> String {
        String(
            decoding: try FileContent.read("\(folder.path)/in/a", limitBytes: 100), as: UTF8.self)
    }

    @Test func `an anchor that has not moved is not written`() throws {
        var keeper = try keeper()
        let failure = keeper.keep(anchor(1), at: 0)
        #expect(failure == nil)
        #expect(try kept().isEmpty)
    }

    @Test func `a moved one is written when it is asked for, due or not`() throws {
        var keeper = try keeper()
        for number in 1...3 as ClosedRange<UInt64> {
            keeper.move()
            let (failure, due) = (
                keeper.keep(anchor(number), at: MonotonicInstant(microseconds: Int64(number))),
                keeper.due
            )
            #expect(failure == nil && due == nil)
            #expect(try kept() == "\(anchor(number))\n")
        }
        keeper.move()
        let due = keeper.due
        #expect(due == 1_000_003)
    }

    /// The folder has gone for a while.
    @Test func `a failure is told once, tried again every second, and forgotten when it is over`()
        throws
    {
        var keeper = try keeper()
        try Self.move("\(folder.path)/in", to: "\(folder.path)/out")
        keeper.move()
        let (told, due) = (keeper.keep(anchor(1), at: 0), keeper.due)
        #expect(told?.isNotFound == true)
        #expect(due == 1_000_000)
        let (again, known) = (keeper.keep(anchor(2), at: 1_000_000), keeper.failure)
        #expect(again == nil)
        #expect(known?.isNotFound == true)
        try Self.move("\(folder.path)/out", to: "\(folder.path)/in")
        let (last, over) = (keeper.keep(anchor(3), at: 2_000_000), keeper.failure)
        #expect(last == nil && over == nil)
        #expect(try kept() == "\(anchor(3))\n")
    }

    private static func move(_ path: String, to other: String) throws {
        guard rename(path, other) == 0 else { throw SystemFailure(call: "rename", code: errno) }
    }
}
