import Statistics
import StreamTestSupport
import Vocabulary
import WireProtocol

@testable import LoadReport
@testable import LoadTesting
@testable import StreamAudit

/// A load test in virtual time against a scripted daemon: the values of the real one, put together
/// as it puts them together.
struct VirtualRun: ~Copyable {
    static let seconds: Int64 = 8
    private static let step = Duration.milliseconds(10)
    private static let retryPause = Duration.milliseconds(250)
    private static let subscribers = 4

    private final class Subscriber {
        let number: Int
        var script: SubscriberScript
        var account: StreamAccount
        var isConnected = false
        var isLive = false

        init(_ number: Int, _ script: SubscriberScript, _ account: consuming StreamAccount) {
            self.number = number
            self.script = script
            self.account = account
        }
    }

    private let daemon: FaultyDaemon
    private var subscribers: [Subscriber] = []
    private var tally = AuditTally()
    private var losses = LossLedger()
    private var course: LoadCourse
    private var now = StreamLines.origin
    private var measurement: MonotonicInstant?
    private var measuredThrough: MonotonicInstant?
    private var isControlled = true
    private var isWaiting = false
    private var hasEnded = false

    /// - Parameter faultAt: counted from the first connection.
    init(_ fault: FaultyDaemon.Fault, at faultAt: Duration, _ mix: SubscriberMix) {
        daemon = FaultyDaemon(fault, at: StreamLines.origin + faultAt)
        course = LoadCourse(
            began: now, rampEnds: now, warmUp: .zero, length: .seconds(Self.seconds))
        var habits = SubscriberScript.Habits()
        habits.cycle = .milliseconds(1500)
        for (number, subscriberClass) in mix.classes(of: Self.subscribers).enumerated() {
            let script = SubscriberScript(
                subscriberClass, habits, number: number, seed: 3, start: now)
            let account = StreamAccount(
                identity: StreamLines.identity.description, rules: Self.rules)
            subscribers.append(Subscriber(number, script, account))
        }
    }

    private static var rules: DueRules {
        var rules = DueRules(
            schedule: ScheduleClock(
                fleetOrigin: StreamLines.epoch, monotonicOrigin: StreamLines.origin,
                speed: .realTime))
        rules.statistics = .seconds(1)
        return rules
    }

    /// Runs to the end; returns what was found out.
    mutating func result() -> LoadResult {
        while !hasEnded {
            for subscriber in subscribers { act(subscriber) }
            if daemon.cuts(since: now - Self.step, at: now) { loseAll() }
            deliver()
            keepTime()
            now += Self.step
        }
        return close()
    }

    private mutating func act(_ subscriber: Subscriber) {
        while let step = subscriber.script.step(at: now) {
            switch step {
            case .connect: connect(subscriber)
            case .leave, .depart: disconnect(subscriber, byTester: true)
            case .read, .stopReading, .send: break
            }
        }
    }

    private mutating func connect(_ subscriber: Subscriber) {
        guard daemon.isThere(at: now) else {
            return subscriber.script.lose(comingBackAt: now + Self.retryPause, at: now)
        }
        let isResuming = subscriber.script.resumes && subscriber.account.anchor != nil
        let after = isResuming ? subscriber.account.anchor : nil
        subscriber.account.connect(resuming: isResuming)
        subscriber.isConnected = true
        guard daemon.answers(at: now) else { return }
        let position =
            after.flatMap { AnchorReader(identity: StreamLines.identity.description).read($0) }?
            .position ?? StreamPosition(after: instant)
        var lines = [StreamLines.subscribed(position)]
        for lane in 0..<FaultyDaemon.lanes {
            lines.append(StreamLines.snapshot(SessionName(lane: LaneID(index: lane), lap: 0)))
        }
        lines += daemon.replay(after: position, at: now).map(\.bytes)
        lines.append(StreamLines.live(StreamPosition(after: instant)))
        subscriber.script.greet(at: now)
        tally.counts.links.connects += 1
        read(lines, subscriber)
        subscriber.isLive = true
        subscriber.script.goLive(at: now)
    }

    private var instant: FleetInstant { Self.rules.schedule.instant(at: now) }

    private mutating func read(_ lines: [[UInt8]], _ subscriber: Subscriber) {
        let bytes = Array(lines.map { $0 + [UInt8(ascii: "\n")] }.joined())
        bytes.withUnsafeBytes {
            subscriber.account.receive($0, received: now, woken: now, into: &tally) { _ in }
        }
    }

    private mutating func disconnect(_ subscriber: Subscriber, byTester: Bool) {
        subscriber.isConnected = false
        subscriber.isLive = false
        subscriber.account.disconnect(byTester: byTester, into: &tally)
    }

    private mutating func loseAll() {
        isControlled = false
        isWaiting = false
        losses.note(.controlLost, at: now)
        for subscriber in subscribers where subscriber.isConnected {
            let isTold = daemon.farewell != nil
            losses.note(isTold ? .bye("shutdown") : .linkLost, of: subscriber.number, at: now)
            disconnect(subscriber, byTester: false)
            subscriber.script.lose(comingBackAt: now + Self.retryPause, at: now)
        }
    }

    private mutating func deliver() {
        guard daemon.answers(at: now) else { return }
        let lines = daemon.lines(since: now - Self.step, at: now)
        guard !lines.isEmpty else { return }
        for subscriber in subscribers where subscriber.isLive {
            // What lies before the point of a resumption has come already.
            let place = subscriber.account.anchor.map {
                AnchorReader(identity: StreamLines.identity.description).read($0).position
            }
            read(lines.filter { $0.position > place ?? $0.position }.map(\.bytes), subscriber)
        }
    }

    private mutating func keepTime() {
        if isWaiting, daemon.answers(at: now) { isWaiting = false }
        while !hasEnded, let mark = nextMark() {
            switch mark {
            case .warmUp, .second, .stage: break
            case .measurement:
                tally.isMeasuring = true
                measurement = now
            case .settling:
                measuredThrough = now
                tally.measuresThrough = now
                isWaiting = isControlled
            case .end:
                if isWaiting { losses.note(.unanswered, at: now) }
                hasEnded = true
            }
        }
    }

    private mutating func nextMark() -> LoadCourse.Mark? {
        let isComplete = course.phase == .settling && !isWaiting && overdue.count == 0
        return course.mark(at: now, isSettled: true, isComplete: isComplete, isCaughtUp: true)
    }

    private var overdue: OverdueLines {
        var lines = OverdueLines()
        guard let measuredThrough else { return lines }
        for subscriber in subscribers where subscriber.script.attendance != .absent {
            subscriber.account.addOverdue(through: measuredThrough, to: &lines)
        }
        return lines
    }

    private mutating func close() -> LoadResult {
        let lines = overdue
        for subscriber in subscribers {
            if case .expected(let since) = subscriber.script.attendance, now - since >= .seconds(5)
            {
                losses.note(.notLive, of: subscriber.number, at: now)
            }
            subscriber.account.close(into: &tally)
        }
        var result = LoadResult(setup: LoadSetup())
        tally.record(lines, at: now)
        result.counts = tally.counts
        result.latency = tally.latency
        result.measured.seconds = Double(Self.seconds)
        result.measured.lines = tally.counts.lines
        result.losses = losses.losses(since: measurement ?? now)
        result.notReceived = NotReceived(lines, at: now)
        return result
    }
}
