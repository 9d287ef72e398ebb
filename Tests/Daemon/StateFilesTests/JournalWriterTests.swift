import Glibc
import LinuxIO
import Synchronization
import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

/// An engine with a journal whose disk a test moves.
private final class Bench: Sendable {
    enum Message: Equatable {
        case kept(SessionCommand)
        case refused(SessionCommand, JournalFailure)
        case event(JournalEvent)
        case forgotten(commands: Int)
        case notForgotten
    }

    let store: ScriptedStore
    private let engine = QueueExecutor(label: "bench")
    private let writer: JournalWriter
    private let messages: AsyncStream<Message>

    init(isGated: Bool = true) {
        let (messages, said) = AsyncStream<Message>.makeStream()
        self.messages = messages
        self.said = said
        store = ScriptedStore(Journal(identity: "mkzz710x").bytes, isGated: isGated)
        writer = JournalWriter(JournalFile(store, store.now.vouched[0]), kept: 0, engine: engine) {
            event in
            said.yield(.event(event))
        }
    }

    private let said: AsyncStream<Message>.Continuation

    func append(_ commands: SessionCommand...) {
        engine.run { [writer, said, engine] in
            for command in commands {
                do throws(JournalFailure) {
                    try writer.checkRoom(for: command)
                } catch {
                    said.yield(.refused(command, error))
                    continue
                }
                writer.append(command) { result in
                    engine.checkIsolated()
                    switch result {
                    case .success: said.yield(.kept(command))
                    case .failure(let failure): said.yield(.refused(command, failure))
                    }
                }
            }
        }
    }

    /// Has the journal forget some sessions, or nothing.
    func forget(_ sessions: Set<SessionName>?) {
        let forgotten = sessions.map {
            ForgottenSessions($0, CommandRetention(own: instant(1_795_154_400)))
        }
        engine.run { [writer, said, engine] in
            writer.forget({ forgotten }) { outcome in
                engine.checkIsolated()
                switch outcome {
                case .done(_, let dropped): said.yield(.forgotten(commands: dropped))
                case .nothing, .failed: said.yield(.notForgotten)
                }
            }
        }
    }

    func hold(_ due: FleetInstant, at now: MonotonicInstant) async -> FleetInstant {
        await withCheckedContinuation { continuation in
            engine.run { [writer] in continuation.resume(returning: writer.hold(due, at: now)) }
        }
    }

    func next(_ count: Int) async -> [Message] {
        var taken: [Message] = []
        for await message in messages {
            taken.append(message)
            if taken.count == count { break }
        }
        return taken
    }

    var kept: [SessionCommand] {
        get throws { try JournalReading(store.now.durable, file: "journal").journal.commands }
    }
}

@Suite struct JournalWriterTests {
    @Test func `a command is answered once it is on the disk`() async throws {
        let bench = Bench()
        bench.append(pause(at: 1))
        bench.store.waitUntilWriting()
        #expect(try bench.kept == [])
        bench.store.open()
        #expect(await bench.next(1) == [.kept(pause(at: 1))])
        #expect(try bench.kept == [pause(at: 1)])
    }

    @Test func `those that wait meanwhile share one sync`() async throws {
        let bench = Bench()
        bench.append(pause(at: 1))
        bench.store.waitUntilWriting()
        bench.append(pause(at: 2), pause(at: 3), pause(at: 4))
        // The engine has taken them in when it answers this.
        #expect(await bench.hold(instant(0), at: 0) == instant(0))
        bench.store.open()
        bench.store.open()
        let all = (Int64(1)...4).map { pause(at: $0) }
        #expect(await bench.next(4) == all.map { .kept($0) })
        #expect(bench.store.now.syncs == 2)
        #expect(try bench.kept == all)
    }

    @Test func `a full disk refuses, is told, and the next one is kept`() async throws {
        let bench = Bench(isGated: false)
        bench.store.script { $0.writeFailures = [(50, ENOSPC)] }
        bench.append(pause(at: 1))
        let failure = JournalFailure.system(SystemFailure(call: "write", code: ENOSPC))
        #expect(
            await bench.next(2) == [
                .event(.refused(commands: 1, failure, isRolledBack: true)),
                .refused(pause(at: 1), failure),
            ])
        bench.append(pause(at: 2))
        #expect(await bench.next(1) == [.kept(pause(at: 2))])
        #expect(try bench.kept == [pause(at: 2)])
    }

    @Test func `a folder that is gone refuses and is told, and the next one back in it is kept`()
        async throws
    {
        let bench = Bench(isGated: false)
        bench.store.script { $0.displaced = "/state" }
        bench.append(pause(at: 1))
        let failure = JournalFailure.displaced(path: "/state")
        #expect(
            await bench.next(2) == [
                .event(.refused(commands: 1, failure, isRolledBack: true)),
                .refused(pause(at: 1), failure),
            ])
        bench.store.script { $0.displaced = nil }
        bench.append(pause(at: 2))
        #expect(await bench.next(1) == [.kept(pause(at: 2))])
        #expect(try bench.kept == [pause(at: 2)])
    }

    @Test func `a disk that stays silent is given up, and what it wrote is taken back`()
        async throws
    {
        let bench = Bench()
        bench.append(pause(at: 5), pause(at: 9))
        bench.store.waitUntilWriting()
        let limit = MonotonicInstant.zero + StateLimits.hold
        #expect(await bench.hold(instant(6), at: 0) == instant(5) - FleetDuration(ticks: 1))
        #expect(await bench.hold(instant(7), at: limit) == instant(7))
        #expect(
            await bench.next(3) == [
                .event(.stalled(commands: 2)), .refused(pause(at: 5), .stalled),
                .refused(pause(at: 9), .stalled),
            ])
        bench.append(pause(at: 8))
        #expect(await bench.next(1) == [.refused(pause(at: 8), .stalled)])
        bench.store.open()
        #expect(await bench.next(1) == [.event(.recovered(isRolledBack: true))])
        #expect(try bench.kept == [])
        bench.append(pause(at: 20))
        bench.store.open()
        #expect(await bench.next(1) == [.kept(pause(at: 20))])
        #expect(try bench.kept == [pause(at: 20)])
    }

    @Test func `a silent disk that fails at last is told as well`() async throws {
        let bench = Bench()
        bench.store.script {
            $0.writeFailures = [(10, EIO)]
            $0.truncateFailures = [EIO]
        }
        bench.append(pause(at: 5))
        bench.store.waitUntilWriting()
        _ = await bench.hold(instant(6), at: 0)
        _ = await bench.hold(instant(6), at: .zero + StateLimits.hold)
        #expect(await bench.next(2).first == .event(.stalled(commands: 1)))
        bench.store.open()
        #expect(await bench.next(1) == [.event(.recovered(isRolledBack: false))])
    }

    @Test func `the journal is made shorter between two commands`() async throws {
        let bench = Bench(isGated: false)
        bench.append(pause(at: 1, lap: 1), pause(at: 2, lap: 2))
        _ = await bench.next(2)
        bench.forget([pause(at: 1, lap: 1).session])
        #expect(await bench.next(1) == [.forgotten(commands: 1)])
        #expect(try bench.kept == [pause(at: 2, lap: 2)])
        bench.append(pause(at: 3, lap: 3))
        #expect(await bench.next(1) == [.kept(pause(at: 3, lap: 3))])
        #expect(try bench.kept == [pause(at: 2, lap: 2), pause(at: 3, lap: 3)])
        bench.forget(nil)
        #expect(await bench.next(1) == [.notForgotten])
    }

    @Test func `commands that come while it is made shorter are kept`() async throws {
        let bench = Bench(isGated: false)
        var expected: [SessionCommand] = []
        for round in 0..<20 {
            let old = pause(at: 1, lap: -round - 1)
            let new = (0..<5).map { pause(at: 2, lap: round * 5 + $0) }
            bench.append(old)
            _ = await bench.next(1)
            bench.forget([old.session])
            for command in new { bench.append(command) }
            let messages = await bench.next(6)
            #expect(messages.contains(.forgotten(commands: 1)))
            for command in new { #expect(messages.contains(.kept(command))) }
            expected += new
        }
        #expect(try bench.kept == expected)
    }

    @Test func `a disk that cannot take the shorter one leaves the longer one`() async throws {
        let bench = Bench(isGated: false)
        bench.append(pause(at: 1, lap: 1))
        _ = await bench.next(1)
        bench.store.script { $0.putFailures = [(EIO, false)] }
        bench.forget([pause(at: 1, lap: 1).session])
        #expect(await bench.next(1) == [.notForgotten])
        bench.append(pause(at: 2, lap: 2))
        #expect(await bench.next(1) == [.kept(pause(at: 2, lap: 2))])
        #expect(try bench.kept == [pause(at: 1, lap: 1), pause(at: 2, lap: 2)])
    }
}
