import ChannelPipeline
import Configuration
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// A fleet that gets more lanes while clients follow all: each gets a snapshot of a lane, and then
/// the lines that the lane would have had anyhow, whatever it was doing when the lane came.
@Suite struct RaisedLanesTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
    private static let kinds = #""kinds":["stat","sample","phase","event","entry"],"every":"5s""#

    private func fleet(_ lanes: Int) -> Fleet {
        Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: lanes)
    }

    private func hub(_ lanes: Int) throws -> GuardedHub {
        try GuardedHub(fleet(lanes), at: Self.epoch + .seconds(900))
    }

    /// Has a client make a request and reads all that comes while the clock stands.
    private func drain(_ hub: GuardedHub, saying request: String) throws -> [JSONValue] {
        let peer = try hub.connect(.unrestricted)
        var lines = try hub.lines(of: peer, saying: request)
        while case let more = try hub.lines(of: peer), !more.isEmpty { lines += more }
        return lines
    }

    private func data(_ lines: [JSONValue]) -> [JSONValue] {
        lines.filter { $0.type?.isData == true }
    }

    @Test func `who follows all gets a snapshot of a new lane, and the lines it would have had`()
        throws
    {
        let (raised, whole) = (try hub(3), try hub(6))
        let (peer, other) = (try raised.connect(.unrestricted), try whole.connect(.unrestricted))
        let one = try raised.connect(.unrestricted)
        let all = "{\"op\":\"subscribe\",\(Self.kinds)}"
        _ = try raised.lines(of: peer, saying: all)
        _ = try whole.lines(of: other, saying: all)
        let select = #"{"op":"subscribe","select":{"session":["s1","s2"]}}"#
        _ = try raised.lines(of: one, saying: select)
        try raised.advance(.seconds(20), readers: [peer, one])
        try whole.advance(.seconds(20), readers: [other])
        _ = (try raised.lines(of: peer), try whole.lines(of: other))
        try raised.raise(to: 6)
        let news = try raised.lines(of: peer).filter { $0["session"]?.text?.first == "s" }
        #expect(news.map(\.type) == [.snapshot, .snapshot, .snapshot])
        #expect(
            news.compactMap { $0["session"]?.text?.prefix { $0 != "." } } == ["s3", "s4", "s5"])
        try raised.advance(.seconds(120), readers: [peer, one])
        try whole.advance(.seconds(120), readers: [other])
        let (lines, expected) = (try raised.lines(of: peer), try whole.lines(of: other))
        #expect(data(lines).count > 500)
        let isSame = data(lines) == data(expected)
        #expect(isSame)
        let lanes = Set(try raised.lines(of: one).compactMap { $0["session"]?.text?.prefix(2) })
        #expect(lanes == ["s1", "s2"])
    }

    @Test func `new lanes are listed, sorted, commanded and queried`() throws {
        let hub = try hub(2)
        let peer = try hub.connect(.unrestricted)
        let sorted = #"{"op":"sessions","sort":"heart_rate_bpm"}"#
        _ = try hub.lines(of: peer, saying: sorted)
        _ = try hub.lines(of: peer, saying: #"{"op":"start"}"#)
        try hub.advance(.seconds(5), readers: [peer])
        try hub.raise(to: 5)
        let page = try hub.lines(of: peer, saying: sorted).last
        #expect(page?["total"]?.integer == 6 && page?["sessions"]?.items.count == 6)
        let list = try hub.lines(of: peer, saying: #"{"op":"sessions"}"#).last
        let names = list?["sessions"]?.items.compactMap { $0["lane"]?.integer }
        #expect(names == [0, 1, 2, 3, 4, 600_000])
        let pause = try hub.lines(of: peer, saying: #"{"op":"pause","session":"s4"}"#)
        #expect(pause.last?.type == .ok)
        let query = #"{"op":"query","select":{"session":"s4"},"from":"2026-11-20"}"#
        #expect(try hub.lines(of: peer, saying: query).contains { $0["type"]?.text == "bucket" })
        let hello = try hub.lines(of: try hub.connect(.unrestricted)).first
        #expect(hello?["sessions"]?.integer == 5)
    }

    private func lanes(_ lines: [JSONValue]) -> Set<String> {
        Set(lines.compactMap { $0["session"]?.text.map { String($0.prefix { $0 != "." }) } })
    }

    /// An anchor names a point in time and no lanes: it is as good for a daemon that flies more of
    /// them, or fewer.
    @Test(arguments: [2, 4, 6])
    func `an anchor of before lanes came brings all lines of theirs since then`(lanes: Int) throws {
        let raised = try hub(2)
        let request = #""op":"subscribe","kinds":["stat"],"every":"10s""#
        let first = try drain(raised, saying: "{\(request)}")
        let anchor = try #require(first.last { $0.type == .live }?["anchor"]?.text)
        try raised.advance(.seconds(30), readers: [])
        try raised.raise(to: 4)
        try raised.advance(.seconds(30), readers: [])
        let next = try hub(lanes)
        try next.advance(.seconds(60), readers: [])
        let resume = "{\(request),\"after\":\"\(anchor)\"}"
        let (told, restarted) = (try drain(raised, saying: resume), try drain(next, saying: resume))
        #expect(self.lanes(data(told)) == ["s0", "s1", "s2", "s3"])
        #expect(told.count { $0.type == .snapshot } == 4 && data(told).count == 4 * 6)
        let both = min(4, lanes)
        let isKept = { (line: JSONValue) in
            line["session"]?.text.map { name in
                (0..<both).contains { name.hasPrefix("s\($0).") }
            } ?? false
        }
        #expect(data(restarted).count == lanes * 6)
        let isSame = data(told).filter(isKept) == data(restarted).filter(isKept)
        #expect(isSame)
    }

    private func source(lanes: Int, _ limits: DaemonLimits) -> FleetSource {
        FleetSource(
            fleet(lanes),
            schedule: ScheduleClock(
                fleetOrigin: Self.epoch, monotonicOrigin: 0, speed: .realTime),
            limits: limits, catchUpThreads: 0)
    }

    @Test func `lanes for which those who follow all have no room are refused, and none comes`()
        throws
    {
        var limits = DaemonLimits()
        limits.processorPercent = 1
        let source = source(lanes: 1000, limits)
        let feed = try source.subscriptions.open(SubscribeRequest())
        let work = #expect(throws: WireError.self) { try source.raise(to: 30_000) }
        #expect(work?.code == .noRoom)
        #expect(work?.reason.hasPrefix("It needs about ") == true)
        limits.processorPercent = 1_000_000
        limits.windowBytes = source.subscriptions.ledger.bytes + 100_000
        source.change(limits)
        let memory = #expect(throws: WireError.self) { try source.raise(to: 30_000) }
        #expect(memory?.reason.hasPrefix("They need up to ") == true)
        #expect(!source.clockwork.isRaising && !source.raiseLanes())
        try source.raise(to: 1001)
        #expect(source.raiseLanes() && source.fleet.laneCount == 1001)
        source.subscriptions.close(feed.number)
        // Nobody follows them.
        try source.raise(to: 30_000)
        #expect(source.raiseLanes() && source.fleet.laneCount == 30_000)
        #expect(source.subscriptions.ledger.bytes == 0)
    }

    @Test func `lanes each of which would hold up all others for seconds are refused`() throws {
        let source = FleetSource(
            Fleet(
                seed: 42, epoch: Self.epoch, rate: try #require(SampleRate(hertz: 50)),
                simulatedLanes: 1),
            schedule: ScheduleClock(
                fleetOrigin: Self.epoch, monotonicOrigin: 0, speed: .realTime),
            catchUpThreads: 0)
        try source.raise(to: 2)
        #expect(source.raiseLanes())
        for seconds in 1...8 {
            var request = SubscribeRequest()
            request.shape.every = .seconds(Int64(seconds))
            let feed = try source.subscriptions.open(request).number
            while !source.subscriptions.catchUp(feed, bytes: 1 << 16) {
                source.subscriptions.consumeLines(of: feed) { _ in }
            }
            _ = source.subscriptions.join(feed)
        }
        let refused = #expect(throws: WireError.self) { try source.raise(to: 3) }
        #expect(refused?.reason.hasPrefix("Each would hold up all others for seconds") == true)
        #expect(!source.clockwork.isRaising && source.fleet.laneCount == 2)
    }

    @Test func `who asks for all while lanes come is promised room for them too`() throws {
        var limits = DaemonLimits()
        limits.processorPercent = 1
        let source = source(lanes: 1000, limits)
        let one = try source.subscriptions.open(SubscribeRequest())
        source.subscriptions.close(one.number)
        #expect(one.flow.lines == 1000)
        try source.raise(to: 30_000)
        #expect(source.memoryBound == MemoryBound(fleet: fleet(30_000), limits: limits))
        let refused = #expect(throws: WireError.self) {
            try source.subscriptions.open(SubscribeRequest())
        }
        #expect(refused?.code == .noRoom)
        var some = SubscribeRequest()
        some.selection = .some([SelectedSessions(lane: 7)])
        _ = try source.subscriptions.open(some)
    }

    @Test func `what is promised meanwhile may make lanes wait`() throws {
        let source = source(lanes: 2, DaemonLimits())
        try source.raise(to: 100)
        let feed = try source.subscriptions.open(SubscribeRequest())
        #expect(feed.flow.lines == 100)
        while !source.subscriptions.catchUp(feed.number, bytes: 1 << 16) {
            source.subscriptions.consumeLines(of: feed.number) { _ in }
        }
        _ = source.subscriptions.join(feed.number)
        var limits = DaemonLimits()
        limits.windowBytes = source.subscriptions.ledger.bytes
        source.change(limits)
        #expect(!source.raiseLanes() && source.clockwork.isRaising)
        var line = LineBuffer()
        source.appendStatus(HubCounters(), id: nil, to: &line)
        #expect(line.text.contains(#""sessions_to_come":98"#))
        source.change(DaemonLimits())
        #expect(source.raiseLanes())
        // A few at a time.
        #expect(source.fleet.laneCount > 2 && source.fleet.laneCount < 20)
    }
}
