import ChannelPipeline
import StreamServer
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
            limits: limits)
    }

    private func line(_ append: (inout LineBuffer) -> Void) throws -> JSONValue {
        var buffer = LineBuffer()
        append(&buffer)
        #expect(buffer.text.hasSuffix("}\n"))
        return try #require(JSONValue(line: Array(buffer.text.utf8)))
    }

    private func request(_ selected: [Int]? = nil) -> SubscribeRequest {
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
        let error = #expect(throws: WireError.self) { try source.open(request()) }
        #expect(error?.code == .noRoom)
        #expect(error?.reason.contains("60000 of 60000 are free") == true)
        #expect(error?.suggestion.contains("does not fit even alone") == true)
        #expect(source.ledger.bytes == 0)
    }

    @Test func `what others take is not free, and is free again when they leave`() throws {
        let one = source().ledger.bytesNeeded(ChannelShape(), [LaneChoice(lane: 0)])
        let source = source(windowBytes: one + one / 10)
        let first = try source.open(request([0]))
        let error = #expect(throws: WireError.self) { try source.open(request([1])) }
        #expect(error?.code == .noRoom)
        #expect(error?.suggestion.contains("try again later") == true)
        source.abandon(first)
        #expect(source.ledger.bytes == 0)
        let second = try source.open(request([1]))
        #expect(source.ledger.bytes > 0)
        source.abandon(second)
        #expect(source.ledger.bytes == 0)
    }

    @Test func `a replay counts while it runs, a channel until it is left`() throws {
        let source = source()
        let replay = try source.open(request([0]))
        let running = source.ledger.bytes
        while !source.advance(replay, bytes: 1 << 16) {}
        let channel = source.join(replay)
        let live = source.ledger.bytes
        #expect(live > 0 && live < running)
        source.leave(channel, replay)
        #expect(source.ledger.bytes == 0)
    }

    @Test func `an anchor ahead of the present may be asked for again, and is taken then`() throws {
        let source = source(lanes: 1)
        let later = source.live.now + .seconds(10)
        let anchor = Anchor(identity: source.identity, position: StreamPosition(after: later))
        var request = SubscribeRequest()
        request.start = .after(anchor)
        let error = #expect(throws: WireError.self) { try source.open(request) }
        #expect(error?.code == .anchorAhead)
        #expect(error?.code.isRetryable == true)
        #expect(error?.field == "after")
        source.advance(towards: later, tickBegan: 0)
        source.abandon(try source.open(request))
    }
}
