import ChannelPipeline
import Configuration
import LinuxIO
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

@Suite struct FleetSourceTests {
    private func source(lanes: Int = 20, windowBytes: Int? = nil) -> FleetSource {
        var limits = DaemonLimits()
        limits.windowBytes = windowBytes ?? limits.windowBytes
        limits.clients = 321
        let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
        return FleetSource(
            Fleet(seed: 42, epoch: epoch, simulatedLanes: lanes),
            schedule: ScheduleClock(fleetOrigin: epoch, monotonicOrigin: 0, speed: .realTime),
            limits: limits, catchUpThreads: 0)
    }

    private func line(_ append: (inout LineBuffer) -> Void) throws -> JSONValue {
        var buffer = LineBuffer()
        append(&buffer)
        #expect(buffer.text.hasSuffix("}\n"))
        return try #require(JSONValue(line: Array(buffer.text.utf8)))
    }

    private func request(_ selected: [LaneID]? = nil) -> SubscribeRequest {
        var request = SubscribeRequest()
        if let selected {
            request.selection = SessionSelection(selected.map { SelectedSessions(lane: $0) })
        }
        return request
    }

    @Test func `the greeting and the description say the limits in force`() throws {
        let source = source(windowBytes: 1_234_567)
        let hello = try line { source.appendHello(to: &$0) }
        #expect(hello["limits"]?["clients"]?.integer == 321)
        #expect(hello["limits"]?["window_bytes"]?.integer == 1_234_567)
        #expect(hello["limits"]?["outbox_bytes"]?.integer == ProtocolLimits.outboxBytes)
        #expect(hello["limits"]?.fields.count == ProtocolLimits.all.count)
        let described = try line { source.appendDescription(id: nil, to: &$0) }
        let values = (described["limits"]?.items ?? []).map { ($0["name"]?.text, $0["value"]) }
        #expect(values.first { $0.0 == "clients" }?.1?.integer == 321)
        #expect(values.count == ProtocolLimits.all.count)
    }

    @Test func `the description says what can be asked for and what a truth can say`() throws {
        let source = source()
        let described = try line { source.appendDescription(id: nil, to: &$0) }
        func names(_ field: String) -> [String] {
            (described[field]?.items ?? []).compactMap(\.text)
        }
        #expect(names("kinds") == LineKind.allCases.map(\.rawValue))
        #expect(names("parts") == PlanPart.allCases.map(\.rawValue))
        #expect(names("faults") == Fault.allCases.map(\.rawValue))
    }

    @Test func `a subscription that does not fit is refused and told what it needs`() throws {
        let source = source(windowBytes: 60_000)
        let error = #expect(throws: WireError.self) { try source.subscriptions.open(request()) }
        #expect(error?.code == .noRoom)
        #expect(error?.reason.contains("60000 of 60000 are free") == true)
        #expect(error?.suggestion.contains("does not fit even alone") == true)
        #expect(source.subscriptions.ledger.bytes == 0)
    }

    @Test func `what others take is not free, and is free again when they leave`() throws {
        let one = source().subscriptions.ledger.bytesNeeded(ChannelShape(), [LaneChoice(lane: 0)])
        let source = source(windowBytes: one + 10)
        let first = try source.subscriptions.open(request([0]))
        let error = #expect(throws: WireError.self) { try source.subscriptions.open(request([1])) }
        #expect(error?.code == .noRoom)
        #expect(error?.suggestion.contains("try again later") == true)
        source.subscriptions.close(first.number)
        #expect(source.subscriptions.ledger.bytes == 0)
        let second = try source.subscriptions.open(request([1]))
        #expect(source.subscriptions.ledger.bytes > 0)
        source.subscriptions.close(second.number)
        #expect(source.subscriptions.ledger.bytes == 0)
    }

    @Test func `a replay counts while it runs, a channel until it is left`() throws {
        let source = source()
        let feed = try source.subscriptions.open(request([0])).number
        let running = source.subscriptions.ledger.bytes
        while !source.subscriptions.catchUp(feed, bytes: 1 << 16) {}
        _ = source.subscriptions.join(feed)
        let live = source.subscriptions.ledger.bytes
        #expect(live > 0 && live < running)
        source.subscriptions.close(feed)
        #expect(source.subscriptions.ledger.bytes == 0)
    }

    @Test func `an anchor ahead of the present may be asked for again, and is taken then`() throws {
        let source = source(lanes: 1)
        let later = source.live.now + .seconds(10)
        let anchor = Anchor(identity: source.identity, position: StreamPosition(after: later))
        var request = SubscribeRequest()
        request.start = .after(anchor)
        let error = #expect(throws: WireError.self) { try source.subscriptions.open(request) }
        #expect(error?.code == .anchorAhead)
        #expect(error?.code.isRetryable == true)
        #expect(error?.field == "after")
        source.advance(towards: later, tickBegan: 0)
        source.subscriptions.close(try source.subscriptions.open(request).number)
    }

    /// Does all the work that brings a feed to the present, and returns its lines.
    private func catchUp(_ feed: OpenedFeed, _ source: FleetSource) -> [Substring] {
        var lines: [Substring] = []
        for _ in 0..<10_000 {
            let isPresent = source.subscriptions.catchUp(feed.number, bytes: 4000)
            source.subscriptions.consumeLines(of: feed.number) { block in
                lines += block.bytes.text.split(separator: "\n")
            }
            if isPresent { return lines }
        }
        Issue.record("the feed never arrives")
        return lines
    }

    /// Flies so many ticks, as the daemon does, and returns the lines of every channel.
    @discardableResult
    private func fly(_ ticks: Int64, _ source: FleetSource) -> [Substring] {
        var lines: [Substring] = []
        for _ in 0..<ticks {
            source.advance(towards: source.live.now + FleetDuration(ticks: 1), tickBegan: 0)
            for channel in source.channelsWithLines {
                source.withLines(of: channel) { lines += $0.bytes.text.split(separator: "\n") }
            }
            source.removeLines()
        }
        return lines
    }

    private func isData(_ line: Substring) -> Bool { line.contains(#""n":"#) }

    @Test func `what was sent lately comes from memory, the same as if computed again`() throws {
        let source = source(lanes: 3)
        let first = try source.subscriptions.open(request())
        _ = catchUp(first, source)
        _ = source.subscriptions.join(first.number)
        fly(500, source)
        let middle = Anchor(identity: source.identity, position: source.present)
        let live = fly(1500, source)
        var resume = request()
        resume.start = .after(middle)
        let second = try source.subscriptions.open(resume)
        let recalled = catchUp(second, source).filter(isData)
        #expect(source.subscriptions.resumes == ResumeCounts(recalled: 1, recomputed: 0))
        #expect(recalled.map(\.withoutLateness) == live.map(\.withoutLateness))
        _ = source.subscriptions.join(second.number)
        source.subscriptions.close(first.number)
        source.subscriptions.close(second.number)
        let third = try source.subscriptions.open(resume)
        let computed = catchUp(third, source).filter(isData)
        #expect(source.subscriptions.resumes == ResumeCounts(recalled: 1, recomputed: 1))
        #expect(computed == recalled)
        #expect(live.count > 80)
        source.subscriptions.close(third.number)
        #expect(source.subscriptions.ledger.bytes == 0)
    }

    @Test func `a reader slower than what follows is given the rest by computing`() throws {
        let source = source(lanes: 20)
        let first = try source.subscriptions.open(request())
        _ = catchUp(first, source)
        _ = source.subscriptions.join(first.number)
        var resume = request()
        resume.start = .after(Anchor(identity: source.identity, position: source.present))
        var live = fly(200, source)
        let second = try source.subscriptions.open(resume)
        var received: [Substring] = []
        for round in 0..<10_000 {
            let isPresent = source.subscriptions.catchUp(second.number, bytes: 2000)
            source.subscriptions.consumeLines(of: second.number) {
                received += $0.bytes.text.split(separator: "\n").filter(isData)
            }
            if isPresent { break }
            if round == 5 { live += fly(5_000, source) }
        }
        #expect(received.map(\.withoutLateness) == live.map(\.withoutLateness))
        #expect(source.subscriptions.resumes.recalled == 1)
        #expect(source.subscriptions.feedsComputed == 2, "all of it was in memory")
        _ = source.subscriptions.join(second.number)
        source.subscriptions.close(first.number)
        source.subscriptions.close(second.number)
        #expect(source.subscriptions.ledger.bytes == 0)
    }

    @Test func `of many who begin at once only one computes`() throws {
        let source = source(lanes: 4)
        let feeds = try (0..<50).map { _ in try source.subscriptions.open(request()) }
        var waiting = feeds.map(\.number)
        var turns = 0
        while !waiting.isEmpty, turns < 100_000 {
            waiting.removeAll { number in
                turns += 1
                let isPresent = source.subscriptions.catchUp(number, bytes: 1 << 16)
                source.subscriptions.consumeLines(of: number) { _ in }
                if isPresent { _ = source.subscriptions.join(number) }
                return isPresent
            }
        }
        #expect(waiting.isEmpty)
        #expect(source.subscriptions.feedsComputed == 1)
        for feed in feeds { source.subscriptions.close(feed.number) }
        #expect(source.subscriptions.ledger.bytes == 0)
    }

    @Test func `of many who begin at once only one computes, and time may go on`() throws {
        let source = source(lanes: 4)
        let feeds = try (0..<20).map { _ in try source.subscriptions.open(request()) }
        var waiting = feeds.map(\.number)
        var ticks: Int64 = 0
        while !waiting.isEmpty, ticks < 1000 {
            waiting.removeAll { number in
                let isPresent = source.subscriptions.catchUp(number, bytes: 1 << 16)
                source.subscriptions.consumeLines(of: number) { _ in }
                if isPresent { _ = source.subscriptions.join(number) }
                return isPresent
            }
            ticks += 1
            source.advance(towards: source.live.now + FleetDuration(ticks: 1), tickBegan: 0)
            source.removeLines()
        }
        #expect(ticks > 1)
        #expect(waiting.isEmpty)
        #expect(source.subscriptions.feedsComputed == 1)
    }
}
