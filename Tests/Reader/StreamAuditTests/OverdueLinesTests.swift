import Statistics
import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import LoadReport
@testable import StreamAudit

@Suite struct OverdueLinesTests {
    private let s0 = SessionName(lane: 0, lap: 0)
    private static let second = FleetDuration.ticksPerSecond

    private static func rules(_ change: (inout DueRules) -> Void = { _ in }) -> DueRules {
        var rules = DueRules(
            schedule: ScheduleClock(
                fleetOrigin: StreamLines.epoch, monotonicOrigin: StreamLines.origin,
                speed: .realTime))
        rules.statistics = .seconds(1)
        rules.sessionLength = .seconds(4200)
        change(&rules)
        return rules
    }

    /// A live subscriber of session s0.0, as of tick 0.
    private func live(
        _ rules: DueRules = rules(), state: String = "flying", source: String = "simulated",
        start: Int64 = 0
    ) -> Auditor {
        var auditor = Auditor(rules: rules)
        auditor.connect()
        auditor.hear(
            StreamLines.subscribed(StreamLines.position(0)),
            StreamLines.snapshot(s0, source: source, state: state, start: start),
            StreamLines.live(StreamLines.position(0, lane: 9)))
        return auditor
    }

    private func stat(_ n: Int64, tick: Int64, _ kind: DataLine.Kind = .stat) -> [UInt8] {
        var maker = StreamLines()
        return maker.data(kind, s0, n, tick: tick).bytes
    }

    private func event(_ rank: StreamPosition.Rank, _ n: Int64, tick: Int64) -> [UInt8] {
        var maker = StreamLines()
        return maker.event(rank, s0, n, tick: tick).bytes
    }

    /// How many lines are overdue after so many ticks.
    private func overdue(_ auditor: borrowing Auditor, _ ticks: Int64) -> Int {
        let lines = auditor.overdue(through: StreamLines.origin + .milliseconds(ticks * 20))
        #expect(
            auditor.hasOverdue(through: StreamLines.origin + .milliseconds(ticks * 20))
                == (lines.count > 0))
        return lines.count
    }

    @Test func `lines follow on the grid behind the last one that came`() {
        var auditor = live()
        auditor.hear(stat(5, tick: 20), stat(6, tick: 70))
        #expect(overdue(auditor, 119) == 0)
        #expect(overdue(auditor, 120) == 1)
        #expect(overdue(auditor, 419) == 6)
        #expect(overdue(auditor, 420) == 7)
    }

    @Test func `each is due at its instant, at any speed`() throws {
        let speed = try #require(PlaybackSpeed(thousandths: 60_000))
        let rules = Self.rules {
            $0.schedule = ScheduleClock(
                fleetOrigin: StreamLines.epoch, monotonicOrigin: 1000, speed: speed)
        }
        let auditor = live(rules)
        var dues: [MonotonicInstant] = []
        auditor.overdue(through: 51_000).forEach { due, times in
            dues += Array(repeating: due, count: times)
        }
        #expect(dues == [17_667, 34_333, 51_000])
    }

    @Test func `a session that only its snapshot tells of owes a line within an interval`() {
        let auditor = live()
        #expect(overdue(auditor, 49) == 0)
        #expect(overdue(auditor, 150) == 3)
    }

    @Test(arguments: ["scheduled", "landed", "hovering"])
    func `a session that does not fly owes nothing`(state: String) {
        #expect(overdue(live(state: state), 1000) == 0)
    }

    @Test(arguments: ["recording", "whatever"])
    func `what is not simulated owes nothing, whatever its events say`(source: String) {
        var auditor = live(source: source)
        auditor.hear(stat(1, tick: 50), event(.pause, 2, tick: 60), event(.resume, 3, tick: 80))
        #expect(overdue(auditor, 1000) == 0)
    }

    @Test func `a session that nothing has told of owes nothing`() {
        var auditor = Auditor(rules: Self.rules())
        auditor.connect()
        auditor.hear(StreamLines.live(StreamLines.position(0)), stat(1, tick: 50))
        #expect(overdue(auditor, 1000) == 0)
    }

    @Test func `a pause owes nothing, and what follows comes later by its length`() {
        var auditor = live()
        auditor.hear(stat(1, tick: 50), event(.pause, 2, tick: 70))
        #expect(overdue(auditor, 1000) == 0)
        // Of the second that had begun 0.4 s had gone by.
        auditor.hear(event(.resume, 3, tick: 405))
        #expect(overdue(auditor, 434) == 0)
        #expect(overdue(auditor, 435) == 1)
        #expect(overdue(auditor, 485) == 2)
    }

    @Test func `on the clock a pause moves nothing`() {
        var auditor = live(Self.rules { $0.isOnClock = true })
        auditor.hear(stat(1, tick: 50), event(.pause, 2, tick: 70))
        #expect(overdue(auditor, 1000) == 0)
        auditor.hear(event(.resume, 3, tick: 405))
        #expect(overdue(auditor, 449) == 0)
        #expect(overdue(auditor, 450) == 1)
    }

    @Test func `a session that pauses as a subscription begins owes lines from its going on`() {
        var auditor = live(state: "paused")
        #expect(overdue(auditor, 1000) == 0)
        auditor.hear(event(.resume, 8, tick: 405))
        #expect(overdue(auditor, 454) == 0)
        #expect(overdue(auditor, 455) == 1)
    }

    @Test func `nothing is due behind an end, and the next session's lines from its start on`() {
        var maker = StreamLines()
        let next = SessionName(lane: 0, lap: 1)
        var auditor = live()
        auditor.hear(stat(1, tick: 50), stat(2, tick: 60, .end))
        #expect(overdue(auditor, 1000) == 0)
        auditor.hear(maker.event(.start, next, 1, tick: 500).bytes)
        #expect(overdue(auditor, 549) == 0)
        #expect(overdue(auditor, 600) == 2)
    }

    @Test func `no session owes a line behind the end of its lap`() {
        // It began 4195 s ago.
        let auditor = live(start: -4195 * Self.second)
        #expect(overdue(auditor, 100 * Self.second) == 5)
    }

    @Test func `a session that claims to begin in a far year owes no more than its lap has`() {
        let auditor = live(start: 1 << 40)
        #expect(overdue(auditor, 1 << 40) == 4200)
    }

    @Test func `samples and statistics are owed each`() {
        let rules = Self.rules { $0.samples = FleetDuration(ticks: 10) }
        var auditor = live(rules)
        auditor.hear(stat(1, tick: 40, .sample), stat(2, tick: 50, .sample), stat(3, tick: 50))
        #expect(overdue(auditor, 100) == 5 + 1)
    }

    @Test func `what a gap announces is not owed`() {
        var auditor = live()
        auditor.hear(stat(1, tick: 50))
        auditor.hear(
            StreamLines.gap(StreamLines.position(50), StreamLines.position(210), 3))
        #expect(overdue(auditor, 249) == 0)
        #expect(overdue(auditor, 250) == 1)
    }

    @Test func `a line that replaced others leaves none of them owed`() {
        var auditor = Auditor(policy: .newest, rules: Self.rules())
        auditor.connect()
        auditor.hear(
            StreamLines.subscribed(StreamLines.position(0)), StreamLines.snapshot(s0),
            StreamLines.live(StreamLines.position(0, lane: 9)))
        var maker = StreamLines()
        auditor.hear(maker.data(.stat, s0, 5, tick: 250).replacing(4))
        #expect(overdue(auditor, 299) == 0)
        #expect(overdue(auditor, 300) == 1)
    }

    @Test func `a damaged anchor moves no grid`() {
        var auditor = live()
        auditor.hear(stat(1, tick: 50))
        var damaged = stat(2, tick: 100)
        damaged[damaged.count - 30] = UInt8(ascii: "#")
        auditor.hear(damaged)
        #expect(overdue(auditor, 100) == 1)
    }

    @Test func `who has yet to catch up is owed nothing, and who has lost the link is`() {
        var auditor = live()
        auditor.hear(stat(1, tick: 50))
        auditor.disconnect(byTester: false)
        #expect(overdue(auditor, 150) == 2)
        auditor.connect(resuming: true)
        #expect(overdue(auditor, 150) == 0)
        auditor.hear(
            StreamLines.subscribed(StreamLines.position(50)), StreamLines.snapshot(s0),
            stat(2, tick: 100), StreamLines.live(StreamLines.position(120, lane: 9)))
        #expect(overdue(auditor, 150) == 1)
    }

    @Test func `without rules nothing is owed`() {
        var auditor = Auditor()
        auditor.connect()
        auditor.hear(
            StreamLines.subscribed(StreamLines.position(0)), StreamLines.snapshot(s0),
            StreamLines.live(StreamLines.position(0, lane: 9)), stat(1, tick: 50))
        #expect(overdue(auditor, 1000) == 0)
    }

    @Test func `lines that have not come count with their age`() {
        var auditor = live()
        auditor.hear(stat(1, tick: 50))
        let lines = auditor.overdue(through: StreamLines.origin + .seconds(3))
        var tally = AuditTally()
        tally.record(lines, at: StreamLines.origin + .milliseconds(3500))
        #expect(tally.latency.total.count == 2)
        #expect(tally.latency.total.minimum == 500_000)
        #expect(tally.latency.total.maximum == 1_500_000)
        let told = NotReceived(lines, at: StreamLines.origin + .milliseconds(3500))
        #expect(told.text == "2 due, not received, oldest 1.5 s")
    }

    @Test func `a greeting of another fleet is strange`() {
        var auditor = Auditor()
        auditor.connect()
        auditor.hear(StreamLines.hello(), StreamLines.hello(IdentityHash(bits: 8)))
        #expect(auditor.news == [.greeted, .strange])
    }

    @Test func `lines due behind the measurement are read and not measured`() {
        var account = StreamAccount(identity: StreamLines.identity.description)
        var tally = AuditTally()
        tally.measuresThrough = StreamLines.origin + .seconds(2)
        account.connect(resuming: false)
        let lines = [
            StreamLines.live(StreamLines.position(0)), stat(1, tick: 100), stat(2, tick: 101),
        ]
        Array(lines.map { $0 + [10] }.joined()).withUnsafeBytes {
            let received = StreamLines.origin + .seconds(3)
            account.receive($0, received: received, woken: 0, into: &tally) { _ in }
        }
        #expect(tally.counts.lines == 2)
        #expect(tally.latency.total.count == 1)
        #expect(tally.latency.total.maximum == 1_000_000)
    }
}
