import ChannelPipeline
import Glibc
import LinuxIO
import StateFiles
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// Live commands as the daemon's source carries them out.
@Suite struct FleetCommandsTests {
    private let source: FleetSource

    init() {
        let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
        source = FleetSource(
            Fleet(seed: 42, epoch: epoch, simulatedLanes: 6),
            schedule: ScheduleClock(
                fleetOrigin: epoch + .seconds(600), monotonicOrigin: 0, speed: .realTime),
            catchUpThreads: 0)
    }

    private final class Answers {
        var done: [SessionCommand] = []
        var refused: [WireError] = []
        var durable: [Bool] = []

        func take(_ outcome: CommandOutcome) {
            switch outcome {
            case .done(let command, let isDurable):
                done.append(command)
                durable.append(isDurable)
            case .refused(let error): refused.append(error)
            }
        }
    }

    /// A reader of the data lines of one subscription.
    private final class Reader {
        let feed: FeedID
        var isLive = false
        var channel: ChannelID?
        var lines: [Substring] = []

        init(_ feed: FeedID) { self.feed = feed }
    }

    private func open(_ start: StreamStart = .now, lanes: [LaneID]? = nil) throws -> Reader {
        var request = SubscribeRequest()
        request.start = start
        request.shape.kinds = [.stat, .event]
        if let lanes {
            request.selection = SessionSelection(lanes.map { SelectedSessions(lane: $0) })
        }
        return Reader(try source.subscriptions.open(request).number)
    }

    private func work(_ reader: Reader) {
        guard reader.channel == nil else { return }
        let isPresent = source.subscriptions.catchUp(reader.feed, bytes: 1 << 14)
        source.subscriptions.consumeLines(of: reader.feed) { reader.lines += lines($0) }
        if isPresent { reader.channel = source.subscriptions.join(reader.feed) }
    }

    private func catchUp(_ reader: Reader) {
        for _ in 0..<100_000 where reader.channel == nil { work(reader) }
        #expect(reader.channel != nil)
    }

    private func lines(_ block: borrowing LineBlock) -> [Substring] {
        block.bytes.text.split(separator: "\n").filter { $0.contains(#""n":"#) }
    }

    private func fly(_ seconds: Int64, _ readers: [Reader]) {
        for _ in 0..<seconds * 50 {
            source.advance(towards: source.live.now + FleetDuration(ticks: 1), tickBegan: 0)
            for channel in source.channelsWithLines {
                source.withLines(of: channel) { block in
                    for reader in readers where reader.channel == channel {
                        reader.lines += lines(block)
                    }
                }
            }
            source.removeLines()
        }
    }

    private func events(_ lines: [Substring]) throws -> [String] {
        try lines.compactMap { text in
            let line = try #require(JSONValue(line: Array(text.utf8)))
            guard let session = line["session"]?.text else { return nil }
            if line["type"]?.text == "end" { return "\(session) end" }
            return line["event"]?.text.map { "\(session) \($0)" }
        }
    }

    @Test func `a subscription to all goes on to what is started and lets go of what has ended`()
        throws
    {
        let answers = Answers()
        let reader = try open()
        catchUp(reader)
        let before = source.subscriptions.ledger.bytes
        source.desk.perform(.start(StartOrder(plan: .tempo), at: nil), then: answers.take)
        #expect(answers.done.map(\.session) == [SessionName(lane: 600_000, lap: 0)])
        #expect(answers.durable == [false])
        #expect(source.subscriptions.ledger.bytes > before)
        fly(5, [reader])
        source.desk.perform(.pause(SelectedSessions(lane: 600_000)), then: answers.take)
        fly(5, [reader])
        source.desk.perform(.stop(SelectedSessions(lane: 600_000)), then: answers.take)
        fly(5, [reader])
        #expect(answers.refused == [])
        let seen = try events(reader.lines).filter { $0.hasPrefix("s600000") }
        #expect(seen == ["s600000.0 start", "s600000.0 pause", "s600000.0 end"])
        #expect(source.subscriptions.ledger.bytes == before)
        #expect(source.subscriptions.allChoices.count == 6)
        source.subscriptions.close(reader.feed)
        #expect(source.subscriptions.ledger.bytes == 0)
    }

    @Test func `the first start counts once, and nothing is left of it when all have left`() throws
    {
        let answers = Answers()
        source.desk.perform(.start(StartOrder(plan: .tempo), at: nil), then: answers.take)
        #expect(source.subscriptions.allChoices.map(\.lane) == [0, 1, 2, 3, 4, 5, 600_000])
        let readers = [try open(), try open()]
        #expect(source.subscriptions.ledger.work.average > 0)
        for reader in readers { source.subscriptions.close(reader.feed) }
        #expect(source.subscriptions.ledger.bytes == 0)
        #expect(source.subscriptions.ledger.work == LiveWork())
    }

    @Test func `sessions that have ended since take no live work, nor room without end`() throws {
        let answers = Answers()
        let beginning = source.present
        for _ in 0..<20 {
            source.desk.perform(.start(StartOrder(), at: nil), then: answers.take)
            fly(2, [])
            let lane = try #require(answers.done.last).session.lane
            source.desk.perform(.stop(SelectedSessions(lane: lane)), then: answers.take)
            fly(2, [])
        }
        #expect(answers.refused == [])
        let now = try open()
        let (bytes, work) = (source.subscriptions.ledger.bytes, source.subscriptions.ledger.work)
        source.subscriptions.close(now.feed)
        let anchor = Anchor(identity: source.identity, position: beginning)
        let late = try open(.after(anchor))
        #expect(
            source.subscriptions.ledger.work == work && source.subscriptions.ledger.bytes > bytes)
        catchUp(late)
        #expect(
            source.subscriptions.ledger.work == work && source.subscriptions.allChoices.count == 6)
        #expect(try events(late.lines).count { $0.hasPrefix("s6000") && $0.hasSuffix("end") } == 20)
        source.subscriptions.close(late.feed)
        #expect(source.subscriptions.ledger.bytes == 0)
    }

    @Test func `a command that cannot be kept changes nothing, and takes those behind it along`()
        throws
    {
        let answers = Answers()
        var kept: [Int] = []
        source.desk.keep = { _, number in kept.append(number) }
        let lane = SelectedSessions(lane: 0)
        source.desk.perform(.pause(lane), then: answers.take)
        source.desk.perform(.resume(lane), then: answers.take)
        source.desk.perform(.resume(lane), then: answers.take)
        #expect(kept.count == 2)
        #expect(answers.refused.map(\.code) == [.wrongState])
        #expect(answers.done.isEmpty)
        for number in kept { source.desk.finish(number, .stalled) }
        #expect(answers.refused.map(\.code) == [.wrongState, .internal, .internal])
        #expect(answers.refused.last?.reason.contains("the disk does not answer") == true)
        source.desk.perform(.resume(lane), then: answers.take)
        #expect(answers.refused.last?.code == .wrongState)
        source.desk.perform(.pause(lane), then: answers.take)
        source.desk.finish(try #require(kept.last), nil)
        #expect(answers.done.map(\.action) == [.pause])
        #expect(answers.durable == [true])
    }

    @Test func `no command is checked against one that the journal had no room for`() {
        let answers = Answers()
        var kept: [Int] = []
        source.desk.keep = { _, number in kept.append(number) }
        source.desk.perform(.pause(SelectedSessions(lane: 0)), then: answers.take)
        source.desk.admit = { _ throws(JournalFailure) in throw .overloaded(limit: 4096) }
        source.desk.perform(.pause(SelectedSessions(lane: 1)), then: answers.take)
        #expect(answers.refused.map(\.code) == [.internal])
        source.desk.admit = { _ in }
        source.desk.perform(.resume(SelectedSessions(lane: 1)), then: answers.take)
        #expect(answers.refused.map(\.code) == [.internal, .wrongState])
        source.desk.perform(.resume(SelectedSessions(lane: 0)), then: answers.take)
        #expect(kept.count == 2)
    }

    @Test func `no command takes effect where an earlier process may have published`() {
        // Ahead of any schedule that began when this machine did.
        let frontier = source.live.now + .seconds(10_000 * 86_400)
        let slot = Fleet.slotDuration
        let restarted = FleetSource(source.fleet, schedule: source.schedule, frontier: frontier)
        let answers = Answers()
        restarted.desk.keep = { [weak restarted] _, number in restarted?.desk.finish(number, nil) }
        restarted.desk.perform(.start(StartOrder(), at: frontier + slot), then: answers.take)
        restarted.desk.perform(.start(StartOrder(), at: frontier), then: answers.take)
        #expect(answers.done.map(\.instant) == [frontier + slot])
        #expect(answers.refused.map(\.field) == ["at"])
    }

    @Test func `a clock that was set back keeps no command waiting for long`() throws {
        let present = source.schedule.instant(at: MonotonicClock.now)
        let lane = SelectedSessions(lane: 0)
        func restart(_ ahead: FleetDuration) -> (FleetSource, Answers) {
            let restarted = FleetSource(
                source.fleet, schedule: source.schedule, frontier: present + ahead)
            restarted.desk.keep = { [weak restarted] _, number in
                restarted?.desk.finish(number, nil)
            }
            return (restarted, Answers())
        }
        let (far, refusals) = restart(.seconds(365 * 86_400))
        let requests: [CommandRequest] = [
            .start(StartOrder(), at: nil), .pause(lane), .stop(lane),
        ]
        for request in requests { far.desk.perform(request, then: refusals.take) }
        #expect(refusals.refused.map(\.code) == [.clockBehind, .clockBehind, .clockBehind])
        #expect(refusals.refused.first?.reason.contains("would take effect in 315") == true)
        #expect(far.desk.commandsFrom == present + .seconds(365 * 86_400))
        let (near, answers) = restart(.seconds(10))
        for request in requests { near.desk.perform(request, then: answers.take) }
        #expect(answers.refused == [])
        #expect(answers.done.allSatisfy { $0.instant > present + .seconds(10) })
    }

    @Test func `a full disk has a code of its own`() throws {
        let answers = Answers()
        var kept: [Int] = []
        source.desk.keep = { _, number in kept.append(number) }
        for code in [ENOSPC, EDQUOT, EIO] {
            source.desk.perform(.start(StartOrder(), at: nil), then: answers.take)
            let failure = SystemFailure(call: "write", code: code)
            source.desk.finish(try #require(kept.last), .system(failure))
        }
        #expect(answers.refused.map(\.code) == [.diskFull, .diskFull, .internal])
        #expect(answers.refused.first?.suggestion.contains("make room") == true)
    }

    @Test func `the greeting names one moment of both clocks, between two ticks too`() throws {
        var hello = LineBuffer()
        source.appendHello(to: &hello)
        let line = try #require(JSONValue(line: Array(hello.text.utf8)))
        let clock = Int64(try #require(line["clock_us"]?.integer))
        let time = try #require(line["t"]?.text.flatMap { CalendarTime(rfc3339: $0) })
        let present = source.schedule.instant(at: MonotonicInstant(microseconds: clock))
        #expect(present > source.live.now)
        #expect(time.microseconds == present.microseconds)
    }

    @Test(arguments: Seeds.of(1...8, few: 2))
    func `whoever joins, resumes or only computes sees the same under random commands`(
        seed: UInt64
    ) throws {
        var dice = SeededGenerator(seed: seed)
        let answers = Answers()
        let first = try open()
        catchUp(first)
        let beginning = Anchor(identity: source.identity, position: source.present)
        var readers = [first]
        var late: [Reader] = []
        var lanes: [LaneID] = [0, 1, 2, 3, 4, 5]
        for step in 0..<60 {
            let lane = SelectedSessions(lane: dice.pick(lanes))
            switch dice.number(0...5) {
            case 0:
                source.desk.perform(.start(StartOrder(), at: nil), then: answers.take)
                if let last = answers.done.last, case .start = last.action {
                    lanes.append(last.session.lane)
                }
            case 1, 2: source.desk.perform(.pause(lane), then: answers.take)
            case 3, 4: source.desk.perform(.resume(lane), then: answers.take)
            default: source.desk.perform(.stop(lane), then: answers.take)
            }
            if dice.happens(oneIn: 8) { late.append(try open(.after(beginning))) }
            for reader in late { work(reader) }
            readers += late.filter { reader in
                reader.channel != nil && !readers.contains { $0 === reader }
            }
            fly(Int64(dice.number(1...4)), readers)
            #expect(answers.done.count + answers.refused.count == step + 1, "seed \(seed)")
        }
        for reader in late { catchUp(reader) }
        let computed = try open(.after(beginning))
        catchUp(computed)
        let expected = first.lines.map(\.withoutLateness)
        for reader in late + [computed] {
            #expect(reader.lines.map(\.withoutLateness) == expected, "seed \(seed)")
        }
        #expect(answers.done.count > 10, "seed \(seed)")
        for reader in [first] + late + [computed] { source.subscriptions.close(reader.feed) }
        #expect(source.subscriptions.ledger.bytes == 0, "seed \(seed)")
    }
}
