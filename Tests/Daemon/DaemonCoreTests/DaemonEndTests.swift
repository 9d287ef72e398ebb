import Testing

@testable import DaemonCore

/// Who waits for the end of a daemon.
@Suite struct DaemonEndTests {
    @Test func `who begins to wait when the daemon has ended is resumed at once`() async {
        var ending = Ending()
        ending.end()
        await withCheckedContinuation { ending.add($0) }
        #expect(ending.isOver)
    }

    @Test func `all who wait are resumed at the end, once`() async {
        var ending = Ending()
        await withCheckedContinuation { first in
            ending.add(first)
            ending.end()
            ending.end()
        }
        #expect(ending.isOver)
    }
}
