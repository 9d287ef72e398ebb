import CommandLine
import Configuration
import LinuxIO
import PlainText
import Synchronization
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

extension Daemon {
    /// Has commands wait for a disk that answers when a test says so.
    fileprivate func keep(on disk: ScriptedDisk) {
        source.desk.keep = { _, number in disk.waiting.withLock { $0.append(number) } }
    }

    fileprivate func finishAll(on disk: ScriptedDisk) {
        let numbers = disk.waiting.withLock { $0 }
        for number in numbers { finishCommand(number, .success(())) }
    }
}

/// The numbers of the commands that wait for it.
private final class ScriptedDisk: Sendable {
    let waiting = Mutex<[Int]>([])
}

/// The lines of a log.
private final class Written: Sendable {
    let lines = Mutex<[String]>([])
}

/// What becomes of commands that are on their way to the disk when a daemon is told to end.
@Suite struct EndingCommandsTests {
    private let folder: Folder
    private let disk = ScriptedDisk()
    private let written = Written()
    private let script: ScriptedDaemon
    private let peer: ScriptedPeer

    private final class Folder: Sendable {
        let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory(prefix: "runway-ending") }
    }

    init() async throws {
        folder = try Folder()
        let socket = "\(folder.directory.path)/x.sock"
        let flags = try DaemonFlags.table.parse([
            "--socket", socket, "--seed", "1", "--sessions", "3",
        ])
        let log = Log(threshold: .info) { [written] line in
            written.lines.withLock { $0.append(line.text) }
        }
        script = try ScriptedDaemon(try DaemonOptions(flags), log: log)
        peer = try ScriptedPeer(socket)
        await script.daemon.keep(on: disk)
        await script.settle()
        peer.say(#"{"op":"pause","session":"s0","id":1}"#)
        peer.say(#"{"op":"pause","session":"s1","id":2}"#)
        await script.settle()
        #expect(try told() == ["hello"])
        await script.daemon.stop(because: "the test says so")
        await script.settle()
    }

    /// The types of the lines that have come since the last call, with the requests they answer.
    private func told() throws -> [String] {
        peer.read()
        return try peer.takeLines().map { line in
            let type = line["type"]?.text ?? ""
            let code = line["code"]?.text.map { " \($0)" } ?? ""
            return type + code + (line["id"]?.integer.map { " \($0)" } ?? "")
        }
    }

    @Test func `they are answered before the goodbye, and later ones are refused`() async throws {
        #expect(try told() == [])
        peer.say(#"{"op":"pause","session":"s2","id":3}"#)
        await script.settle()
        #expect(try told() == ["error shutting_down 3"])
        #expect(await !script.daemon.hasEnded)
        await script.daemon.finishAll(on: disk)
        await script.tick()
        #expect(try told() == ["ok 1", "ok 2", "bye shutdown"])
        #expect(peer.isAtEnd)
        #expect(await script.daemon.hasEnded)
    }

    @Test func `a disk that does not answer leaves half a second for the goodbye`() async throws {
        let endBy = try #require(await script.daemon.endBy)
        script.now = endBy - Daemon.goodbye - .microseconds(1)
        await script.daemon.tick()
        #expect(try told() == [])
        script.now = endBy - Daemon.goodbye
        await script.daemon.tick()
        peer.read()
        let lines = try peer.lines()
        #expect(try told() == ["error shutting_down 1", "error shutting_down 2", "bye shutdown"])
        #expect(lines.first?["reason"]?.text?.contains("may count after") == true)
        // An answer that comes now is told to nobody.
        await script.daemon.finishAll(on: disk)
        await script.tick()
        #expect(await script.daemon.hasEnded)
        #expect(try told() == [])
    }

    @Test func `every command is in the log, those after the signal too`() async throws {
        // A connection that has so many requests unanswered is heard no further.
        for _ in 0..<10 {
            for _ in 0..<20 { peer.say(#"{"op":"resume","session":"s2"}"#) }
            await script.settle()
            #expect(try told().count == 20)
        }
        await script.daemon.finishAll(on: disk)
        await script.tick()
        #expect(await script.daemon.hasEnded)
        await script.daemon.log.flush()
        let counts = written.lines.withLock { $0 }.filter { $0.contains("user ") }.map { line in
            line.firstMatch(of: /(\d+) times within/).flatMap { Int($0.1) } ?? 1
        }
        #expect(counts.reduce(0, +) == 202)
        #expect(counts.count < 202, "not each has a line")
    }
}
