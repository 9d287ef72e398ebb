import ChannelPipeline
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// What a limit of replayed lines does to the lines of a fleet: nothing but delay.
@Suite struct BrakedReplayTests {
    private final class Clock {
        var now: MonotonicInstant = 0
    }

    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    private static func rights(of user: UInt32) -> Rights {
        var rights = Rights.unrestricted
        (rights.userID, rights.isOperator) = (user, user == 0)
        return rights
    }

    @Test func `a braked replay brings the same lines, while others of its user are live`() throws {
        let clock = Clock()
        var limits = HubLimits.announced
        limits.userReplayLines = 20
        let hub = try GuardedHub(
            Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 2), at: Self.epoch + .seconds(900),
            limits: limits, clock: { clock.now })
        let (root, user) = (
            try hub.connect(Self.rights(of: 0)), try hub.connect(Self.rights(of: 7))
        )
        for peer in [root, user] { #expect(try hub.lines(of: peer).map(\.type) == [.hello]) }
        let request = #"{"op":"subscribe","after":"start","every":"5s"}"#
        var whole = try hub.lines(of: root, saying: request)
        for _ in 0..<100 where whole.last?.type != .live { whole += try hub.lines(of: root) }
        #expect(whole.last?.type == .live && whole.count > 300)
        var lines = try hub.lines(of: user, saying: request)
        #expect(hub.hub.counters.replaysBraked == 1 && lines.last?.type != .live)
        // Nothing of the past is asked for.
        let now = try hub.lines(of: user, saying: #"{"op":"subscribe","sub":"now"}"#)
        #expect(now.last?.type == .live && now.last?["sub"]?.text == "now")
        for _ in 0..<10_000 where lines.last?.type != .live {
            clock.now += .milliseconds(100)
            hub.hub.releaseReplays(at: clock.now)
            lines += try hub.lines(of: user)
        }
        #expect(lines.map { $0["anchor"]?.text } == whole.map { $0["anchor"]?.text })
        #expect(lines.map { $0["n"]?.integer } == whole.map { $0["n"]?.integer })
        #expect(hub.hub.counters.linesReplayed >= 2 * (whole.count - 2))
    }
}
