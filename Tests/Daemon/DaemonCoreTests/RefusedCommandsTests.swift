import CommandLine
import Configuration
import LinuxIO
import PlainText
import StateFiles
import StreamServer
import Synchronization
import TestSupport
import Testing
import WireProtocol

@testable import DaemonCore

extension Daemon {
    /// Hears what has come, and has the disk fail at once with all commands that wait for it.
    fileprivate func hearAndFail(_ waiting: borrowing Mutex<[Int]>) {
        hub.handleEvents()
        let numbers = waiting.withLock { numbers in
            defer { numbers = [] }
            return numbers
        }
        for number in numbers { finishCommand(number, .failure(.stalled)) }
    }

    fileprivate func keep(_ note: @escaping @Sendable (Int) -> Void) {
        source.desk.keep = { _, number in note(number) }
    }
}

/// What becomes of requests that come while the commands before them are refused.
@Suite struct RefusedCommandsTests {
    private final class Bench: Sendable {
        let directory: TemporaryDirectory
        let waiting = Mutex<[Int]>([])

        init() throws { directory = try TemporaryDirectory(prefix: "runway-refused") }
    }

    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test func `a request between two refusals does not rest on what is refused next`()
        async throws
    {
        let socket = "\(bench.directory.path)/x.sock"
        let flags = try DaemonFlags.table.parse([
            "--socket", socket, "--seed", "1", "--sessions", "3",
        ])
        let script = try ScriptedDaemon(try DaemonOptions(flags), log: Log(threshold: .error))
        let peer = try ScriptedPeer(socket)
        await script.daemon.keep { [bench] number in bench.waiting.withLock { $0.append(number) } }
        await script.settle()
        peer.say(#"{"op":"pause","session":"s0","id":1}"#)
        peer.say(#"{"op":"pause","session":"s1","id":2}"#)
        // A turn answers so many requests; the one behind them waits for the next turn.
        for _ in 0..<14 { peer.say(#"{"op":"nothing"}"#) }
        peer.say(#"{"op":"resume","session":"s1","id":3}"#)
        await script.daemon.hearAndFail(bench.waiting)
        await script.settle()
        peer.read()
        let answers = try peer.takeLines().compactMap { line in
            line["id"]?.integer.map { "\($0) \(line["code"]?.text ?? "")" }
        }
        #expect(answers == ["1 internal", "2 internal", "3 wrong_state"])
        #expect(bench.waiting.withLock { $0 } == [])
    }
}
