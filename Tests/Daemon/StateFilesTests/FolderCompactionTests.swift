import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

/// A folder whose journal is made shorter while it runs, and whose daemon is killed meanwhile.
@Suite struct FolderCompactionTests {
    private let scratch: Scratch
    private let now = instant(1_795_154_500)

    private final class Scratch: Sendable {
        let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory(prefix: "runway-compaction") }
    }

    init() throws { scratch = try Scratch() }

    private var path: String { "\(scratch.directory.path)/state" }

    private func open() throws -> OpenJournal {
        let folder = try StateFolder(path)
        let opened = try folder.open(storedState(), at: now) { _ in nil }
        _ = try folder.openFrontier(at: now, speed: .realTime)
        return opened
    }

    private func names() throws -> Set<String> {
        Set(try StateFolder(path).files.names().filter { !$0.hasPrefix(".") })
    }

    private let forgotten = ForgottenSessions(
        [pause(at: 1, lap: 1).session],
        CommandRetention(own: nil, started: instant(1_795_154_460), lastForgottenLane: 600_000))
    private let old = [pause(at: 1, lap: 1), pause(at: 2, lap: 2)]
    private let later = pause(at: 3, lap: 3)

    @Test func `a journal is replaced in its place, and goes on`() throws {
        do {
            var file = try open().file
            try file.append(old)
            let (store, source) = try file.beginDraft()
            let draft = try JournalDraft.make(in: store, from: source, without: forgotten)
            try file.append([later])
            #expect(try file.replace(with: draft))
            try file.append([pause(at: 4, lap: 4)])
        }
        let found = try open().journal
        #expect(found.commands == [old[1], later, pause(at: 4, lap: 4)])
        #expect(found.retention == forgotten.retention)
        #expect(try names() == ["identity", "journal", "frontier", "lock"])
    }

    /// After how many of its calls a daemon is killed.
    @Test(arguments: 0...5)
    func `after each call of a replacement the folder opens with every command`(
        calls: Int
    ) throws {
        do {
            var file = try open().file
            try file.append(old)
            let (store, source) = try file.beginDraft()
            let draft = try JournalDraft.make(in: store, from: source, without: forgotten)
            try file.append([later])
            let tail = Journal.bytes(of: [later], fromLine: draft.seal.lines + 1)
            let shorter = draft.seal.adding(tail)
            let steps: [() throws -> Void] = [
                { try store.extend(draft.name, tail) },
                { try store.vouch(for: [file.seal, shorter]) },
                { try store.put(draft.name) },
                { _ = store.takeOver(draft.name) },
                { try store.vouch(for: [shorter]) },
            ]
            for step in steps.prefix(calls) { try step() }
        }
        let isReplaced = calls >= 3
        for _ in 0..<2 {
            let found = try open().journal
            #expect(found.commands == (isReplaced ? [old[1], later] : old + [later]))
            #expect(found.retention == (isReplaced ? forgotten.retention : .everything))
        }
        #expect(try names() == ["identity", "journal", "frontier", "lock"])
        do {
            var file = try open().file
            try file.append([pause(at: 5, lap: 5)])
        }
        #expect(try open().journal.commands.last == pause(at: 5, lap: 5))
    }

    @Test func `a folder of format 2 goes on in it until started sessions are forgotten`() throws {
        do {
            var file = try open().file
            try file.append(old)
        }
        let bytes = try FileContent.read("\(path)/journal", limitBytes: 1 << 20)
        #expect(String(decoding: bytes.prefix(17), as: UTF8.self) == "runway-journal 2 ")
        do {
            var file = try open().file
            let (store, source) = try file.beginDraft()
            let draft = try JournalDraft.make(in: store, from: source, without: forgotten)
            #expect(try file.replace(with: draft))
        }
        let shorter = try FileContent.read("\(path)/journal", limitBytes: 1 << 20)
        #expect(String(decoding: shorter.prefix(17), as: UTF8.self) == "runway-journal 3 ")
    }
}
