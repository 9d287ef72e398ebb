import ChannelPipeline
import Configuration
import LinuxIO
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// A daemon's fleet and hub on a socket of their own, in virtual time, whose clients get the rights
/// that a test says.
final class GuardedHub {
    private final class Next {
        var rights = Rights.unrestricted
    }

    let source: FleetSource
    let hub: StreamHub
    let path: String
    private let folder: TemporaryDirectory
    private let next = Next()
    private let commands = Commands()

    private final class Commands {
        var told: [String] = []
    }

    /// What the operator is told of commands, without numbers of users and processes.
    var toldCommands: [String] { commands.told }

    /// - Parameters:
    ///   - present: where the fleet's clock stands at first.
    ///   - clock: read by the hub.
    init(
        _ fleet: Fleet, at present: FleetInstant, limits: HubLimits = .announced,
        clock: @escaping () -> MonotonicInstant = { MonotonicClock.now }
    ) throws {
        source = FleetSource(
            fleet,
            schedule: ScheduleClock(
                fleetOrigin: present, monotonicOrigin: 1_000_000, speed: .realTime),
            catchUpThreads: 0)
        folder = try TemporaryDirectory(prefix: "guarded")
        path = "\(folder.path)/x.sock"
        let (next, commands) = (next, commands)
        hub = try StreamHub(
            listener: try ListeningSocket.bind(path: try SocketPath(path)), source: source,
            limits: limits, clock: clock, access: { _ in next.rights }
        ) { event in
            guard case .command(let command, by: let peer, refused: let code) = event else {
                Issue.record("\(event)")
                return
            }
            #expect(peer?.userID == CurrentProcess.effectiveUserID && peer?.processID ?? 0 > 0)
            commands.told.append("\(command)\(code.map { ": \($0.rawValue)" } ?? "")")
        }
    }

    /// Connects a client that has these rights.
    func connect(_ rights: Rights) throws -> ScriptedPeer {
        next.rights = rights
        let peer = try ScriptedPeer(path)
        try settle()
        return peer
    }

    /// Gives all who are connected these rights.
    func change(_ rights: Rights) {
        next.rights = rights
        hub.change { [next] _ in next.rights }
    }

    /// Lets so many lanes fly, some at a time.
    ///
    /// - Parameter settling: whether clients are served until nothing is left to do.
    func raise(to laneCount: Int, settling: Bool = true) throws {
        try source.raise(to: laneCount)
        while source.raiseLanes() { hub.publish() }
        #expect(source.fleet.laneCount == laneCount)
        if settling { try settle() }
    }

    /// Has a client make a request and gives it all the time that it needs, while the clock stands.
    ///
    /// - Returns: the lines that have come since the last call.
    func lines(of peer: ScriptedPeer, saying request: String? = nil) throws -> [JSONValue] {
        if let request { peer.say(request) }
        try settle()
        peer.read()
        return try peer.takeLines()
    }

    /// Lets the clock go on; everybody reads what comes.
    func advance(_ span: FleetDuration, readers: [ScriptedPeer]) throws {
        let last = source.live.now + span
        while source.live.now < last {
            let due = min(last, source.live.now + .seconds(30))
            source.advance(towards: due, tickBegan: 1_000_000)
            hub.publish()
            try settle()
            for reader in readers { reader.read() }
        }
        try settle()
    }

    private func settle() throws {
        while true {
            let isReady = try Poll.readable(hub.pollDescriptor, timeout: .zero)
            if isReady { hub.handleEvents() }
            guard hub.pump() || isReady else { return }
        }
    }
}
