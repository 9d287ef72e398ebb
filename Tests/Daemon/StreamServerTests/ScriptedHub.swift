import LinuxIO
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// A hub on a socket of its own, driven by hand.
final class ScriptedHub {
    let source: NumberedSource
    let hub: StreamHub
    let path: SocketPath
    private let folder: TemporaryDirectory
    private let events = Events()
    private var beatClock = MonotonicInstant.zero

    private final class Events {
        var all: [HubEvent] = []
        var now = MonotonicInstant.zero
        var step = Duration.zero
    }

    /// What the hub reads from its clock.
    var now: MonotonicInstant {
        get { events.now }
        set { events.now = newValue }
    }

    /// By how much the clock goes on with each look that the hub takes at it.
    var step: Duration {
        get { events.step }
        set { events.step = newValue }
    }

    init(
        lanes: Int = 2, padding: Int = 0, limits: HubLimits = .announced,
        access: @escaping (Int32) -> Rights = { _ in .unrestricted }
    ) throws {
        source = NumberedSource(lanes: lanes, padding: padding)
        folder = try TemporaryDirectory(prefix: "hub")
        path = try SocketPath(folder.path + "/x.sock")
        let listener = try ListeningSocket.bind(path: path)
        let events = events
        hub = try StreamHub(
            listener: listener, source: source, limits: limits,
            clock: {
                events.now += events.step
                return events.now
            }, access: access
        ) {
            events.all.append($0)
        }
    }

    /// What the hub has told the operator.
    var log: [HubEvent] { events.all }

    /// Whether the kernel has something to report to the hub.
    var isReady: Bool {
        get throws { try Poll.readable(hub.pollDescriptor, timeout: .zero) }
    }

    /// Lets the hub do all that it can do now. Each round must come to an end by itself.
    func settle() throws {
        for _ in 0..<20_000 {
            let isReady = try isReady
            if isReady { hub.handleEvents() }
            guard hub.pump() || isReady else { return }
        }
        Issue.record("the hub spins")
    }

    /// One tick of the source, published.
    func tick(_ count: Int = 1) throws {
        for _ in 0..<count {
            source.tick()
            hub.publish()
            try settle()
        }
    }

    /// Lets so much time go by that everyone has had a turn, and reads nothing.
    func beatOnly() {
        beatClock += .seconds(ProtocolLimits.beatSeconds)
        hub.beat(at: beatClock)
    }

    func beat() throws {
        beatOnly()
        try settle()
    }

    /// A caller that has been greeted.
    func call() throws -> ScriptedClient {
        let caller = try ScriptedClient(path)
        try settle()
        #expect(try caller.receive().map(\.type) == ["hello"])
        return caller
    }

    /// A caller that is sent every line from now on.
    func call(_ request: String) throws -> ScriptedClient {
        let caller = try call()
        try tell(caller, request)
        let answers = try caller.receive()
        #expect(answers.first?.type == "ok")
        #expect(answers.last?.type == "live")
        return caller
    }

    /// Lets a caller say a line and the hub act on it.
    func tell(_ caller: ScriptedClient, _ line: String) throws {
        caller.say(line + "\n")
        try settle()
    }

    /// What a caller is answered to a line.
    func ask(_ caller: ScriptedClient, _ line: String) throws -> [JSONLine] {
        try tell(caller, line)
        return try caller.receive()
    }

    /// The hub's own side of the only connection, or of the newest.
    var newestPeer: Connection {
        get throws {
            try #require(hub.connections.all.max { $0.token.generation < $1.token.generation })
        }
    }

    /// Makes the newest connection's room as small as the kernel allows.
    func narrowNewest(lines: Int, bytes: Int, send: Int = 1) throws {
        let peer = try newestPeer
        peer.outbox = Outbox(OutboxRules(source.identity, lines: lines, bytes: bytes))
        try StreamSocket.setSendBuffer(bytes: send, on: peer.descriptor.raw)
    }
}
