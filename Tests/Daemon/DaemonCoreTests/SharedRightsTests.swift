import ChannelPipeline
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// Clients of different rights side by side: what they share, how their lines are numbered, and
/// what ends when a right is taken away.
@Suite struct SharedRightsTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    private func hub() throws -> GuardedHub {
        try GuardedHub(
            Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 4), at: Self.epoch + .seconds(900))
    }

    private static func reader(
        _ metrics: MetricSet, kinds: Set<LineKind> = [.stat, .sample, .event, .phase]
    ) -> Rights {
        Rights(
            sight: Sight(
                metrics: metrics,
                // A name is a right to what runs and days have of it.
                dayMetrics: DayMetricSet(
                    metrics.members.compactMap { DayMetric(named: $0.name) }),
                showsPhases: metrics.contains(.heartRate) || kinds.contains(.phase),
                showsAdvisories: kinds.contains(.advisory)),
            kinds: kinds, control: .none, write: [], observes: false, userID: 1002)
    }

    private static let heart = reader(MetricSet([.heartRate, .speed]))

    @Test func `readers share a channel if they see the same, and only then`() throws {
        let hub = try hub()
        var everythingButTruth = Rights.unrestricted
        everythingButTruth.kinds.remove(.truth)
        let peers = try [
            Rights.unrestricted, everythingButTruth, Self.heart, Self.heart,
            Self.reader(MetricSet(.heartRate)),
        ].map { try hub.connect($0) }
        var channels: [Int] = []
        for peer in peers {
            let request = #"{"op":"subscribe","metrics":["heart_rate_bpm"]}"#
            let lines = try hub.lines(of: peer, saying: request)
            #expect(lines.contains { $0.type == .live })
            channels.append(hub.source.live.channelCount)
        }
        #expect(channels == [1, 1, 2, 2, 3])
    }

    @Test
    func `a narrowed subscription brings the lines of the narrower request, number by number`()
        throws
    {
        let hub = try hub()
        let (narrowed, asked) = (try hub.connect(Self.heart), try hub.connect(.unrestricted))
        let kinds = #""kinds":["stat","sample","event","phase"],"after":"-5m""#
        var (left, right) = (
            try hub.lines(of: narrowed, saying: "{\"op\":\"subscribe\",\(kinds)}"),
            try hub.lines(
                of: asked,
                saying: #"{"op":"subscribe","metrics":["heart_rate_bpm","speed_mps"],\#(kinds)}"#)
        )
        #expect(left.first { $0.type == .ok }?["denied"]?.items.count == 3)
        #expect(right.first { $0.type == .ok }?["denied"] == nil)
        try hub.advance(.seconds(60), readers: [narrowed, asked])
        left += try hub.lines(of: narrowed)
        right += try hub.lines(of: asked)
        let data = left.filter { $0.type?.isData == true }
        #expect(data.count > 1000)
        #expect(data == right.filter { $0.type?.isData == true })
        for line in left {
            #expect(LineGuard(rights: Self.heart).leaks(in: line) == [])
        }
        let latest = left.filter { $0.type == .snapshot }.compactMap { $0["latest"]?.fields.keys }
        #expect(!latest.isEmpty)
        #expect(latest.allSatisfy { Set($0).isSubset(of: ["heart_rate_bpm", "speed_mps"]) })
    }

    private func subscribe(_ hub: GuardedHub, _ peer: ScriptedPeer, _ fields: String) throws {
        let lines = try hub.lines(of: peer, saying: "{\"op\":\"subscribe\",\(fields)}")
        #expect(lines.contains { $0.type == .live }, "\(lines)")
    }

    @Test func `a right that is taken away ends what needs it, and nothing else`() throws {
        let hub = try hub()
        let (peer, other) = (try hub.connect(Self.heart), try hub.connect(Self.heart))
        try subscribe(hub, peer, #""sub":"hr","metrics":["heart_rate_bpm"]"#)
        try subscribe(hub, peer, #""sub":"both""#)
        try subscribe(hub, peer, #""sub":"phase","kinds":["phase","event"]"#)
        try subscribe(hub, other, #""metrics":["speed_mps"]"#)
        let present = hub.source.present
        hub.hub.change { _ in Self.reader(MetricSet(.heartRate)) }
        let ended = try hub.lines(of: peer)
        #expect(ended.map(\.type) == [.ended])
        #expect(ended[0]["sub"]?.text == "both" && ended[0]["code"]?.text == "sharing_denied")
        let anchor = try #require(ended[0]["anchor"]?.text)
        #expect(try Anchor(parsing: anchor).position == present)
        #expect(try hub.lines(of: other).map { $0["sub"] == nil ? $0.type : nil } == [.ended])
        try hub.advance(.seconds(30), readers: [peer, other])
        let names = Set(try hub.lines(of: peer).filter { $0.type == .stat }.map { $0["sub"] })
        #expect(names == [.string("hr")])
        #expect(try hub.lines(of: other).isEmpty)
        // It goes on with what is left, from where it was ended.
        let again = try hub.lines(
            of: peer, saying: #"{"op":"subscribe","sub":"both","after":"\#(anchor)"}"#)
        #expect(again.first { $0.type == .ok }?["denied"] != nil)
        #expect(again.contains { $0.type == .stat && $0["sub"]?.text == "both" })
        #expect(again.allSatisfy { $0["speed_mps"] == nil })
    }

    @Test func `whom no rule is about any more loses all, and more rights end nothing`() throws {
        let hub = try hub()
        let peer = try hub.connect(Self.heart)
        try subscribe(hub, peer, #""sub":"hr","metrics":["heart_rate_bpm"]"#)
        hub.hub.change { _ in .unrestricted }
        #expect(try hub.lines(of: peer).isEmpty)
        #expect(try hub.lines(of: peer, saying: "status").map(\.type) == [.status])
        hub.hub.change { _ in .undetermined }
        let ended = try hub.lines(of: peer)
        #expect(ended.map(\.type) == [.ended])
        #expect(ended[0]["code"]?.text == "authorization_not_determined")
        #expect(hub.source.live.channelCount == 0)
        #expect(try hub.lines(of: peer, saying: "status").map(\.type) == [.error])
    }

    @Test func `a subscription that catches up ends if its snapshots would show too much`() throws {
        let hub = try hub()
        let peer = try hub.connect(Self.heart)
        peer.say(#"{"op":"subscribe","metrics":["heart_rate_bpm"],"after":"start"}"#)
        hub.hub.handleEvents()
        hub.hub.change { _ in Self.reader(MetricSet(.heartRate)) }
        let lines = try hub.lines(of: peer)
        #expect(lines.last?.type == .ended && lines.last?["anchor"] == nil)
        #expect(lines.allSatisfy { $0["latest"]?["speed_mps"] == nil })
    }

    @Test func `a page in the making ends if it would show too much, and only then`() throws {
        let hub = try hub()
        let (peer, other) = (try hub.connect(Self.heart), try hub.connect(Self.heart))
        for peer in [peer, other] {
            peer.say(#"{"op":"query","id":1,"from":"2026-11-20","metrics":["heart_rate_bpm"]}"#)
            peer.say(#"{"op":"query","id":2,"from":"2026-11-20","metrics":["speed_mps"]}"#)
            peer.say(#"{"op":"sessions","id":3}"#)
            peer.say(#"{"op":"query","id":4,"from":"2026-11-20","metrics":["heart_rate_bpm"]}"#)
        }
        // It hears the requests, and has no turn to compute anything.
        hub.hub.handleEvents()
        let less = Self.reader(MetricSet(.heartRate), kinds: [.stat, .sample, .event])
        hub.change(less)
        for peer in [peer, other] {
            let lines = try hub.lines(of: peer)
            let refused = lines.filter { $0.type == .error }
            #expect(refused.compactMap { $0["id"]?.integer } == [2, 3])
            #expect(refused.allSatisfy { $0["code"]?.text == "unable_to_complete" })
            #expect(refused.allSatisfy { $0["retryable"] == .boolean(true) })
            #expect(lines.filter { $0.type == .ok }.compactMap { $0["id"]?.integer } == [1, 4])
            #expect(lines.contains { $0.type == .bucket })
            for line in lines { #expect(LineGuard(rights: less).leaks(in: line) == []) }
        }
        // The turns of answers are free again.
        let page = try hub.lines(of: peer, saying: #"{"op":"sessions","id":5}"#)
        #expect(page.last?.type == .sessions && page.last?["id"]?.integer == 5)
    }

    @Test func `more rights, and others than a page needs, leave it in the making`() throws {
        let hub = try hub()
        let peer = try hub.connect(Self.reader(MetricSet(.heartRate)))
        peer.say(#"{"op":"sessions","id":1}"#)
        peer.say(#"{"op":"query","id":2,"from":"2026-11-20","metrics":["heart_rate_bpm"]}"#)
        hub.hub.handleEvents()
        hub.change(.unrestricted)
        var less = Self.heart
        less.observes = true
        hub.change(less)
        let lines = try hub.lines(of: peer)
        #expect(!lines.contains { $0.type == .error })
        #expect(lines.contains { $0.type == .sessions } && lines.last?.type == .ok)
    }

    @Test func `own sessions are those of the same user, over all its connections`() throws {
        let hub = try hub()
        var (own, other) = (Self.heart, Self.heart)
        (own.control, other.control, other.userID) = (.own, .own, 1003)
        let (first, second) = (try hub.connect(own), try hub.connect(own))
        let stranger = try hub.connect(other)
        let started = try hub.lines(of: first, saying: #"{"op":"start"}"#)
        let session = try #require(started.last?["session"]?.text)
        let pause = #"{"op":"pause","session":"\#(session)"}"#
        try hub.advance(.seconds(5), readers: [first, second, stranger])
        for line in [pause, #"{"op":"stop","session":"s0"}"#] {
            let refused = try hub.lines(of: stranger, saying: line)
            #expect(refused.last?["code"]?.text == "sharing_denied")
        }
        #expect(try hub.lines(of: second, saying: pause).last?.type == .ok)
    }
}
