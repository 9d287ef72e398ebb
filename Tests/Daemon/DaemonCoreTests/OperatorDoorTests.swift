import ChannelPipeline
import Configuration
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// What is kept for whoever runs the daemon: places, and word of who commands.
@Suite struct OperatorDoorTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    private func hub(clients: Int = 16_384) throws -> GuardedHub {
        var limits = HubLimits.announced
        limits.clients = clients
        return try GuardedHub(
            Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 2), at: Self.epoch + .seconds(900),
            limits: limits)
    }

    private static let stranger = Rights.undetermined
    private static let root: Rights = {
        var rights = Rights.unrestricted
        (rights.userID, rights.isOperator) = (0, true)
        return rights
    }()

    @Test func `when a stranger has filled all places, root still gets the status`() throws {
        let hub = try hub(clients: 32)
        var strangers: [ScriptedPeer] = []
        for number in 1...60 {
            let peer = try hub.connect(Self.stranger)
            let first = try hub.lines(of: peer)
            #expect(first.first?.type == (number <= 29 ? .hello : .error), "\(number)")
            if number > 29 {
                #expect(first.map { $0["code"]?.text } == ["too_many_clients", "too_many_clients"])
                #expect(first.first?["reason"]?.text == "29 clients are connected already.")
            }
            strangers.append(peer)
        }
        var operators: [ScriptedPeer] = []
        for number in 1...4 {
            let peer = try hub.connect(Self.root)
            #expect(try hub.lines(of: peer).first?.type == (number <= 3 ? .hello : .error))
            operators.append(peer)
        }
        #expect(try hub.lines(of: operators[0], saying: "status").map(\.type) == [.status])
        #expect(hub.hub.counters.connections == 32)
    }

    @Test(arguments: [(1, 1), (7, 7), (8, 7), (16, 14), (24, 21), (1000, 997)])
    func `of few places at most an eighth is kept`(clients: Int, strangers: Int) throws {
        let hub = try hub(clients: clients)
        let peers = try (0..<min(strangers, 40)).map { _ in try hub.connect(Self.stranger) }
        for peer in peers { #expect(try hub.lines(of: peer).first?.type == .hello) }
        guard strangers <= 40 else { return }
        #expect(try hub.lines(of: try hub.connect(Self.stranger)).first?.type == .error)
        let isKept = clients > strangers
        let last = try hub.lines(of: try hub.connect(Self.root))
        #expect(last.first?.type == (isKept ? .hello : .error))
    }

    @Test func `who commands is told, with what and whether it was refused`() throws {
        let hub = try hub()
        let (root, stranger) = (try hub.connect(Self.root), try hub.connect(Self.stranger))
        _ = try hub.lines(of: root, saying: #"{"op":"pause","session":"s0"}"#)
        _ = try hub.lines(of: root, saying: #"{"op":"pause","session":"s77"}"#)
        _ = try hub.lines(of: stranger, saying: #"{"op":"stop","session":"s1"}"#)
        _ = try hub.lines(of: stranger, saying: "status")
        #expect(
            hub.toldCommands == [
                "pause s0", "pause s77: unknown_session",
                "stop s1: authorization_not_determined",
            ])
    }

    @Test func `of a flood of commands the log has the first, and then one a second`() {
        var throttle = LogThrottle()
        let entry = LogThrottle.Message(level: .info, text: "user 7, process 8: pause s0")
        let written = (0..<20_000).count { number in
            throttle.admits(entry, .command, at: 5_000_000 + .microseconds(Int64(number) * 100))
        }
        #expect(written == 64 + 2)
    }
}
