import LinuxIO
import Synchronization
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// A daemon that was never started: it ticks, and looks at its peers, when a test says so, and its
/// clock shows what a test says.
struct ScriptedDaemon {
    /// In microseconds. Atomic: the thread sanitizer does not see a lock that is waited for.
    private final class Clock: Sendable {
        let now = Atomic(MonotonicClock.now.microseconds)
        let step = Atomic(Int64(0))

        func look() -> MonotonicInstant {
            let step = step.load(ordering: .acquiring)
            let now = now.add(step, ordering: .acquiringAndReleasing).newValue
            return MonotonicInstant(microseconds: now)
        }
    }

    let daemon: Daemon
    private let clock: Clock

    init(
        _ options: DaemonOptions, service: ServiceEnvironment = ServiceEnvironment(),
        log: Log? = nil
    ) throws {
        let clock = Clock()
        self.clock = clock
        daemon = try Daemon(options, service: service, log: log) { clock.look() }
    }

    var now: MonotonicInstant {
        get { MonotonicInstant(microseconds: clock.now.load(ordering: .acquiring)) }
        nonmutating set { clock.now.store(newValue.microseconds, ordering: .releasing) }
    }

    /// By how much the clock goes on with each look that the daemon takes at it.
    var step: Duration {
        get { .microseconds(clock.step.load(ordering: .acquiring)) }
        nonmutating set {
            clock.step.store(Int64(newValue / .microseconds(1)), ordering: .releasing)
        }
    }

    /// Lets it do what can be done without the clock going on.
    func settle() async {
        for _ in 0..<20 { await daemon.handleEvents() }
    }

    /// The next tick, 20 ms later.
    func tick() async {
        now += .milliseconds(20)
        await daemon.tick()
        await daemon.handleEvents()
    }
}

/// A client that reads only when a test says so.
final class ScriptedPeer {
    let descriptor: Descriptor
    private var bytes: [UInt8] = []
    /// Whether the daemon has closed the connection.
    private(set) var isAtEnd = false

    init(_ path: String) throws {
        descriptor = try StreamSocket.connect(to: try SocketPath(path), nonBlocking: true)
    }

    func say(_ text: String) {
        let bytes = Array("\(text)\n".utf8)
        #expect(StreamSocket.send(to: descriptor.raw, bytes.span.bytes) == .sent(bytes.count))
    }

    /// Takes all that is there.
    func read() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while !isAtEnd {
            let outcome = buffer.withUnsafeMutableBytes {
                StreamSocket.receive(from: descriptor.raw, into: $0)
            }
            switch outcome {
            case .received(let count): bytes += buffer[..<count]
            case .wouldBlock: return
            case .endOfStream, .failed: isAtEnd = true
            }
        }
    }

    /// Reads until it has been told that it has caught up, while the daemon's clock stands: what a
    /// second thread computes takes as long as the machine lets it.
    func readUntilLive(of daemon: ScriptedDaemon) async throws {
        for _ in 0..<1_000_000 {
            let before = bytes.count
            await daemon.settle()
            read()
            if bytes.count > before {
                if try lines().contains(where: { $0["type"]?.text == "live" }) { return }
            } else {
                // The second thread is behind this one in the kernel's order, so this one waits.
                _ = try Poll.readable(descriptor.raw, timeout: .milliseconds(1))
            }
        }
        Issue.record("the subscription has not caught up")
    }

    /// Takes all that comes until the end, and fails if nothing comes for half a minute.
    func readToEnd() throws {
        while !isAtEnd {
            try #require(try Poll.readable(descriptor.raw, timeout: .milliseconds(30_000)))
            read()
        }
    }

    /// The lines that have come since the last call of this.
    func takeLines() throws -> [JSONValue] {
        let lines = try lines()
        bytes.removeSubrange(..<((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1))
        return lines
    }

    /// All lines that have come; what is left of one that was cut is none.
    func lines() throws -> [JSONValue] {
        try bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast().map { try #require(JSONValue(line: $0)) }
    }
}
