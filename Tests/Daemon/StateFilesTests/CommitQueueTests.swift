import Glibc
import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

extension CommitQueue {
    /// Adds a command if there is room for it.
    fileprivate mutating func admit(_ queued: QueuedCommand) throws(JournalFailure) {
        try checkRoom(for: queued.command)
        enter(queued)
    }
}

@Suite struct CommitQueueTests {
    private static let limit = StateLimits.hold

    private func entry(_ seconds: Int64) -> CommitQueue.QueuedCommand {
        CommitQueue.QueuedCommand(command: pause(at: seconds)) { _ in }
    }

    private func queue(_ seconds: Int64...) throws -> CommitQueue {
        var queue = CommitQueue(kept: 0)
        for second in seconds { try queue.admit(entry(second)) }
        return queue
    }

    @Test func `what comes while a write is under way is written together afterwards`() throws {
        var queue = try queue(1)
        #expect(queue.begin() == [pause(at: 1)])
        for second in Int64(2)...4 { try queue.admit(entry(second)) }
        #expect(queue.begin() == [])
        #expect(queue.succeed()?.map(\.command) == [pause(at: 1)])
        #expect(queue.begin() == [pause(at: 2), pause(at: 3), pause(at: 4)])
        #expect(queue.succeed()?.count == 3)
        #expect(queue.begin() == [])
    }

    @Test func `a failure refuses also those who came later, in order`() throws {
        var queue = try queue(1, 2)
        _ = queue.begin()
        try queue.admit(entry(3))
        #expect(queue.fail().map(\.command) == [pause(at: 1), pause(at: 2), pause(at: 3)])
        #expect(queue.horizon == nil)
        try queue.admit(entry(4))
        #expect(queue.begin() == [pause(at: 4)])
    }

    @Test func `the fleet stays before the first instant that waits`() throws {
        var queue = try queue(9, 5)
        _ = queue.begin()
        try queue.admit(entry(7))
        #expect(queue.hold(instant(4), at: 0).0 == instant(4))
        #expect(queue.hold(instant(5), at: 0).0 == instant(5) - FleetDuration(ticks: 1))
        _ = queue.succeed()
        #expect(queue.horizon == instant(7))
        #expect(queue.hold(instant(8), at: 0).0 == instant(7) - FleetDuration(ticks: 1))
        _ = queue.begin()
        _ = queue.succeed()
        #expect(queue.hold(instant(99), at: 0).0 == instant(99))
    }

    @Test func `a silent disk is waited for so long and no longer`() throws {
        var queue = try queue(5)
        _ = queue.begin()
        try queue.admit(entry(6))
        #expect(queue.hold(instant(5), at: 1000).refused.isEmpty)
        #expect(queue.hold(instant(6), at: 999 + Self.limit).refused.isEmpty)
        let (reached, refused) = queue.hold(instant(7), at: 1000 + Self.limit)
        #expect(reached == instant(7))
        #expect(refused.map(\.command) == [pause(at: 5), pause(at: 6)])
        #expect(throws: JournalFailure.stalled) { try queue.checkRoom(for: entry(8).command) }
        #expect(queue.begin() == [])
        #expect(queue.hold(instant(70), at: .zero + Self.limit * 9).0 == instant(70))
        // The disk answers: what it wrote is taken back before anything else is written.
        #expect(queue.succeed() == nil)
        #expect(throws: JournalFailure.stalled) { try queue.checkRoom(for: entry(8).command) }
        #expect(queue.fail().isEmpty)
        try queue.admit(entry(8))
        #expect(queue.begin() == [pause(at: 8)])
    }

    @Test func `each wait is measured from its own beginning`() throws {
        var queue = try queue(5)
        _ = queue.begin()
        #expect(queue.hold(instant(5), at: 0).refused.isEmpty)
        _ = queue.succeed()
        #expect(queue.hold(instant(5), at: 1).0 == instant(5))
        try queue.admit(entry(6))
        _ = queue.begin()
        #expect(queue.hold(instant(6), at: 5 + Self.limit).refused.isEmpty)
    }

    @Test func `as many may wait as the limit says`() throws {
        var queue = CommitQueue(kept: 0)
        for _ in 0..<StateLimits.waitingCommands { try queue.admit(entry(1)) }
        #expect(throws: JournalFailure.overloaded(limit: StateLimits.waitingCommands)) {
            try queue.checkRoom(for: entry(1).command)
        }
    }

    @Test func `what is done by hand has no room of commands, and takes none`() throws {
        var queue = CommitQueue(kept: StateLimits.commands - 1)
        for second in Int64(1)...3 {
            try queue.admit(CommitQueue.QueuedCommand(command: add(at: second)) { _ in })
        }
        _ = queue.begin()
        #expect(queue.succeed()?.count == 3)
        try queue.admit(entry(1))
        _ = queue.begin()
        _ = queue.succeed()
        #expect(throws: JournalFailure.self) { try queue.checkRoom(for: entry(2).command) }
        try queue.checkRoom(for: add(at: 4))
    }

    @Test func `a journal takes as many as the limit says, those that wait included`() throws {
        var queue = CommitQueue(kept: StateLimits.commands - 2)
        try queue.admit(entry(1))
        _ = queue.begin()
        try queue.admit(entry(2))
        #expect(throws: JournalFailure.full(limit: StateLimits.commands)) {
            try queue.checkRoom(for: entry(3).command)
        }
        _ = queue.fail()
        try queue.admit(entry(4))
        _ = queue.begin()
        _ = queue.succeed()
        try queue.admit(entry(5))
        #expect(throws: JournalFailure.full(limit: StateLimits.commands)) {
            try queue.checkRoom(for: entry(6).command)
        }
    }

    @Test func `a full journal takes stops, but no more than can be read again`() throws {
        let stop = CommitQueue.QueuedCommand(
            command: SessionCommand(.stop, SessionName(lane: 7, lap: 0), at: instant(1))
        ) { _ in }
        var queue = CommitQueue(kept: StateLimits.commandsAtMost - 2)
        for _ in 0..<2 { try queue.admit(stop) }
        #expect(throws: JournalFailure.full(limit: StateLimits.commands)) {
            try queue.checkRoom(for: stop.command)
        }
    }
}
