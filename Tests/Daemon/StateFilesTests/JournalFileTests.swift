import Glibc
import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

@Suite struct JournalFileTests {
    private let empty = Journal(identity: "mkzz710x")

    private func open() -> (JournalFile, ScriptedStore) {
        let store = ScriptedStore(empty.bytes)
        return (JournalFile(store, empty.seal), store)
    }

    private func commands(in bytes: [UInt8]) throws -> [SessionCommand] {
        try JournalReading(bytes, file: "journal").journal.commands
    }

    @Test func `what was added is on the disk`() throws {
        var (file, store) = open()
        var dice = SeededGenerator(seed: 1)
        let commands = dice.commands(7)
        try file.append(Array(commands[..<3]))
        try file.append(Array(commands[3...]))
        #expect(try self.commands(in: store.now.durable) == commands)
        #expect(store.now.syncs == 2)
    }

    @Test(arguments: [0, 1, 87, 88, 89, 175, 176])
    func `a disk that is full after any byte leaves the journal as it was`(taken: Int) throws {
        var (file, store) = open()
        try file.append([pause(at: 1)])
        store.script { $0.writeFailures = [(taken, ENOSPC)] }
        #expect(throws: JournalFailure.system(SystemFailure(call: "write", code: ENOSPC))) {
            try file.append([pause(at: 2), pause(at: 3)])
        }
        #expect(file.isWhole)
        #expect(try commands(in: store.now.durable) == [pause(at: 1)])
        try file.append([pause(at: 4)])
        #expect(try commands(in: store.now.durable) == [pause(at: 1), pause(at: 4)])
    }

    @Test func `a sync that fails leaves the journal as it was`() throws {
        var (file, store) = open()
        store.script { $0.syncFailures = [EIO] }
        #expect(throws: JournalFailure.system(SystemFailure(call: "fsync", code: EIO))) {
            try file.append([pause(at: 2)])
        }
        #expect(file.isWhole)
        #expect(store.now.durable == empty.bytes)
    }

    @Test(arguments: [true, false])
    func `what cannot be vouched for is taken back, and never vouched for when it is cut`(
        isDone: Bool
    ) throws {
        var (file, store) = open()
        try file.append([pause(at: 1)])
        store.script { $0.vouchFailures = [(EIO, isDone)] }
        let failure = JournalFailure.system(SystemFailure(call: "renameat", code: EIO))
        #expect(throws: failure) { try file.append([pause(at: 2)]) }
        #expect(try commands(in: store.now.durable) == [pause(at: 1)])
        #expect(store.now.vouched == [file.seal] && !store.now.wasAhead)
        try file.append([pause(at: 3)])
        #expect(try commands(in: store.now.durable) == [pause(at: 1), pause(at: 3)])
        #expect(store.now.vouched == [file.seal] && !store.now.wasAhead)
    }

    @Test func `what can no longer be vouched for less is not cut`() throws {
        var (file, store) = open()
        store.script { $0.vouchFailures = [(EIO, true), (EIO, false)] }
        #expect(throws: JournalFailure.self) { try file.append([pause(at: 1)]) }
        #expect(!file.isWhole && !store.now.wasAhead)
        #expect(try commands(in: store.now.durable) == [pause(at: 1)])
        try file.append([pause(at: 2)])
        #expect(try commands(in: store.now.durable) == [pause(at: 2)])
        #expect(store.now.vouched == [file.seal] && !store.now.wasAhead)
    }

    @Test func `nothing is kept in a folder that is no longer the one that was opened`() throws {
        var (file, store) = open()
        store.script { $0.displaced = "/state/lock" }
        #expect(throws: JournalFailure.displaced(path: "/state/lock")) {
            try file.append([pause(at: 1)])
        }
        #expect(store.now.bytes == empty.bytes)
        store.script { $0.displaced = nil }
        try file.append([pause(at: 2)])
        #expect(try commands(in: store.now.durable) == [pause(at: 2)])
    }

    @Test func `what cannot be taken back is taken back before anything is added`() throws {
        var (file, store) = open()
        store.script {
            $0.syncFailures = [EIO]
            $0.truncateFailures = [EIO, EROFS]
        }
        #expect(throws: JournalFailure.system(SystemFailure(call: "fsync", code: EIO))) {
            try file.append([pause(at: 1)])
        }
        #expect(!file.isWhole)
        #expect(throws: JournalFailure.system(SystemFailure(call: "ftruncate", code: EROFS))) {
            try file.append([pause(at: 2)])
        }
        #expect(!file.isWhole)
        try file.append([pause(at: 3)])
        #expect(file.isWhole)
        #expect(try commands(in: store.now.durable) == [pause(at: 3)])
    }

    @Test func `the last batch is taken back whole, once`() throws {
        var (file, store) = open()
        try file.append([pause(at: 1)])
        try file.append([pause(at: 2), pause(at: 3)])
        for _ in 0..<2 {
            try file.rollBack()
            #expect(try commands(in: store.now.durable) == [pause(at: 1)])
            #expect(store.now.vouched == [file.seal] && !store.now.wasAhead)
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `whatever fails, the journal holds exactly what was accepted`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        var (file, store) = open()
        var accepted: [SessionCommand] = []
        for _ in 0..<60 {
            let batch = dice.commands(dice.number(1...4))
            let (taken, fails) = (dice.below(200), (0..<6).map { _ in dice.chance(20) })
            let isDone = dice.chance(50)
            store.script { store in
                store.writeFailures = fails[0] ? [(taken, ENOSPC)] : []
                store.syncFailures = [fails[1] ? EIO : nil, fails[2] ? EIO : nil]
                store.truncateFailures = [fails[3] ? EIO : nil]
                store.vouchFailures = [
                    fails[4] ? (EIO, isDone) : nil, fails[5] ? (EIO, !isDone) : nil,
                ]
            }
            do {
                try file.append(batch)
                accepted += batch
            } catch {}
            #expect(!store.now.wasAhead, "seed \(seed)")
            guard file.isWhole else { continue }
            #expect(store.now.vouched == [file.seal], "seed \(seed)")
            #expect(try commands(in: store.now.durable) == accepted, "seed \(seed)")
        }
    }
}
