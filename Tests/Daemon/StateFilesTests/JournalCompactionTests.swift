import Glibc
import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

/// A journal that is made shorter while commands are added to it, and whatever fails meanwhile.
@Suite struct JournalCompactionTests {
    private let empty = Journal(identity: "mkzz710x")

    private func open() -> (JournalFile, ScriptedStore) {
        let store = ScriptedStore(empty.bytes)
        return (JournalFile(store, empty.seal), store)
    }

    private func journal(in bytes: [UInt8]) throws -> Journal {
        try JournalReading(bytes, file: "journal").journal
    }

    /// What forgets laps 1 to 9 of lane 7.
    private let forgotten = ForgottenSessions(
        Set((1...9).map { SessionName(lane: 7, lap: $0) }),
        CommandRetention(
            own: instant(1_795_154_400), started: instant(1_795_154_460), lastForgottenLane: 600_003
        ))

    private func draft(
        _ file: inout JournalFile, _ forgotten: ForgottenSessions? = nil
    ) throws -> JournalDraft {
        let (store, source) = try file.beginDraft()
        return try JournalDraft.make(
            in: store, from: source, without: forgotten ?? self.forgotten)
    }

    @Test func `what is forgotten is dropped, and what came meanwhile is there`() throws {
        var (file, store) = open()
        try file.append([pause(at: 1, lap: 1), pause(at: 2, lap: 10), add(at: 3)])
        let draft = try draft(&file)
        try file.append([pause(at: 4, lap: 11)])
        try file.append([pause(at: 5, lap: 12), remove(3, at: 6)])
        #expect(try file.replace(with: draft))
        #expect(draft.droppedCommands == 1)
        let kept = [
            pause(at: 2, lap: 10), add(at: 3), pause(at: 4, lap: 11), pause(at: 5, lap: 12),
            remove(3, at: 6),
        ]
        let whole = Journal(identity: "mkzz710x", retention: forgotten.retention, commands: kept)
        #expect(store.now.durable == whole.bytes)
        #expect(store.now.vouched == [file.seal] && !store.now.wasAhead)
        try file.append([pause(at: 7, lap: 13)])
        #expect(try journal(in: store.now.durable).commands == kept + [pause(at: 7, lap: 13)])
        #expect(try journal(in: store.now.durable).retention == forgotten.retention)
    }

    @Test func `samples that were removed are dropped with their removals, and starts are counted`()
        throws
    {
        var (file, store) = open()
        let start = SessionCommand(
            .start(StartOrder()), SessionName(lane: 600_000, lap: 0), at: instant(7), by: 1001,
            on: 20_783)
        try file.append([add(at: 1), add(at: 2), remove(1, at: 3), start, add(at: 8)])
        var retention = CommandRetention(
            started: instant(1_795_154_400), lastForgottenLane: 600_000,
            entries: instant(1_795_154_400))
        retention.starts[1001] = StartCount(ever: 1, day: 20_783, ofDay: 1)
        let names = [1, 3].map { EntryName(lane: 7, instant: instant($0)) }
        let draft = try draft(
            &file, ForgottenSessions([start.session], retention, entries: Set(names)))
        #expect(draft.droppedCommands == 1, "those on sessions are counted")
        try file.append([remove(2, at: 9)])
        #expect(try file.replace(with: draft))
        let kept = [add(at: 2), add(at: 8), remove(2, at: 9)]
        #expect(try journal(in: store.now.durable).commands == kept)
        #expect(try journal(in: store.now.durable).retention == retention)
        // Again: the lines of the head are not commands.
        let second = try self.draft(&file, ForgottenSessions([], retention))
        #expect(try file.replace(with: second))
        #expect(
            store.now.durable
                == Journal(identity: "mkzz710x", retention: retention, commands: kept).bytes)
    }

    @Test func `a batch that is taken back is in no draft`() throws {
        var (file, store) = open()
        try file.append([pause(at: 1, lap: 1)])
        try file.append([pause(at: 2, lap: 10)])
        let draft = try draft(&file)
        try file.rollBack()
        #expect(!(try file.replace(with: draft)))
        #expect(store.now.drafts.isEmpty)
        #expect(try journal(in: store.now.durable).commands == [pause(at: 1, lap: 1)])
        try file.append([pause(at: 3, lap: 11)])
        let second = try self.draft(&file)
        #expect(try file.replace(with: second))
        #expect(try journal(in: store.now.durable).commands == [pause(at: 3, lap: 11)])
    }

    @Test(arguments: [true, false])
    func `a replacement that the disk was late for takes no acknowledged command back`(
        fails: Bool
    ) throws {
        var (file, store) = open()
        try file.append([pause(at: 1, lap: 1)])
        try file.append([pause(at: 2, lap: 10)])
        let draft = try draft(&file)
        if fails { store.script { $0.extendFailures = [ENOSPC] } }
        #expect((try? file.replace(with: draft)) == (fails ? nil : true))
        // As the writer does when it has refused meanwhile what waited.
        try file.rollBack()
        let kept = (fails ? [pause(at: 1, lap: 1)] : []) + [pause(at: 2, lap: 10)]
        #expect(try journal(in: store.now.durable).commands == kept)
        #expect(store.now.vouched == [file.seal] && !store.now.wasAhead)
    }

    @Test func `a draft that is not made costs nothing`() throws {
        var (file, store) = open()
        try file.append([pause(at: 1, lap: 1)])
        let made = try draft(&file)
        file.endDraft()
        try file.append([pause(at: 2, lap: 10)])
        #expect(!(try file.replace(with: made)))
        #expect(store.now.drafts.isEmpty)
    }

    @Test func `a journal that the disk has changed is not replaced`() throws {
        var (file, store) = open()
        try file.append([pause(at: 1, lap: 1), pause(at: 2, lap: 10)])
        store.script { $0.bytes[CheckedRecord.bytes + 5] ^= 1 }
        #expect(throws: JournalFailure.damaged) { try draft(&file) }
        #expect(store.now.drafts.isEmpty)
    }

    /// The calls of a replacement, each of which fails in turn.
    enum Step: CaseIterable { case draft, extend, vouchOld, vouchNew, put, putDone, settle, last }

    @Test(arguments: Step.allCases)
    func `whichever call fails, one of the journals is there with every command`(
        step: Step
    ) throws {
        var (file, store) = open()
        let old = [pause(at: 1, lap: 1), pause(at: 2, lap: 10)]
        try file.append(old)
        store.script { store in
            switch step {
            case .draft: store.draftFailures = [ENOSPC]
            case .extend: store.extendFailures = [ENOSPC]
            case .vouchOld: store.vouchFailures = [nil, (EIO, false)]
            case .vouchNew: store.vouchFailures = [nil, (EIO, true)]
            case .put: store.putFailures = [(EIO, false)]
            case .putDone: store.putFailures = [(EIO, true)]
            case .settle: (store.putFailures, store.settleFailures) = ([(EIO, true)], [EIO])
            case .last: store.vouchFailures = [nil, nil, (EIO, false)]
            }
        }
        let made = try? draft(&file)
        #expect((made == nil) == (step == .draft))
        try file.append([pause(at: 3, lap: 11)])
        let isDone = made.map { (try? file.replace(with: $0)) ?? false } ?? false
        #expect(isDone == [.putDone, .settle, .last].contains(step))
        #expect(!store.now.wasAhead)
        let dropped = isDone ? [pause(at: 2, lap: 10)] : old
        #expect(try journal(in: store.now.durable).commands == dropped + [pause(at: 3, lap: 11)])
        try file.append([pause(at: 4, lap: 12)])
        #expect(store.now.vouched == [file.seal] && !store.now.wasAhead)
        #expect(store.now.unnamed == nil && store.now.drafts.isEmpty)
        let later = [pause(at: 3, lap: 11), pause(at: 4, lap: 12)]
        #expect(try journal(in: store.now.durable).commands == dropped + later)
    }

    @Test(arguments: 0..<24 as Range<UInt64>)
    func `whatever fails, no accepted command is lost but those that are forgotten`(
        seed: UInt64
    ) throws {
        var dice = SeededGenerator(seed: seed)
        var (file, store) = open()
        var accepted: [SessionCommand] = []
        var made: (JournalDraft, ForgottenSessions)?
        for _ in 0..<120 {
            let fails = (0..<9).map { _ in dice.chance(12) }
            let (taken, isDone) = (dice.below(200), dice.chance(50))
            store.script { store in
                store.writeFailures = fails[0] ? [(taken, ENOSPC)] : []
                store.syncFailures = [fails[1] ? EIO : nil]
                store.truncateFailures = [fails[2] ? EIO : nil]
                store.vouchFailures = [
                    fails[3] ? (EIO, isDone) : nil, fails[4] ? (EIO, !isDone) : nil,
                ]
                store.draftFailures = [fails[5] ? ENOSPC : nil]
                store.extendFailures = [fails[6] ? ENOSPC : nil]
                store.putFailures = [fails[7] ? (EIO, isDone) : nil]
                store.settleFailures = [fails[8] ? EIO : nil]
            }
            switch dice.below(6) {
            case 0 where made == nil:
                let forgotten = Set(
                    accepted.map(\.session).filter { !$0.isBook && dice.chance(40) })
                let choice = ForgottenSessions(
                    forgotten, CommandRetention(own: instant(1_795_154_400)))
                made = (try? draft(&file, choice)).map { ($0, choice) }
            case 1:
                guard let (draft, choice) = made else { continue }
                made = nil
                let isDone = (try? file.replace(with: draft)) == true
                if dice.chance(30) { try? file.rollBack() }
                guard isDone else { continue }
                accepted.removeAll { choice.sessions.contains($0.session) }
            case _:
                // A session that is forgotten takes no command any more.
                let batch = dice.commands(dice.number(1...4)).filter {
                    !(made?.1.sessions.contains($0.session) ?? false)
                }
                if (try? file.append(batch)) != nil { accepted += batch }
            }
            #expect(!store.now.wasAhead, "seed \(seed)")
            guard file.isWhole else { continue }
            #expect(store.now.vouched.contains(file.seal), "seed \(seed)")
            #expect(try journal(in: store.now.durable).commands == accepted, "seed \(seed)")
        }
    }
}
