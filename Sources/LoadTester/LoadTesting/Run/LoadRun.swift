import CommandLine
import LinuxIO
import LoadReport
import StreamAudit
import StreamClient
import Vocabulary
import WireProtocol

/// One run of a load test: one thread with one event loop for all connections.
package struct LoadRun: ~Copyable {
    let plan: LoadPlan
    let paths: [SocketPath]
    var control: LoadControl
    let poll: EventPoll
    var events = EventBuffer(capacity: 1024)
    var subscribers: [LoadSubscriber] = []
    var dues = DueQueue()
    var tally = AuditTally()
    var meter: LoadMeter
    var course: LoadCourse
    var progress: LoadProgress
    var attendance = LoadAttendance()
    var ending = LoadEnding()
    /// What happened to connections against the plan.
    var losses = LossLedger()
    /// Whether the last wait found nothing to read.
    var isCaughtUp = false

    static let bufferBytes = 256 << 10
    static let signalToken = UInt64.max
    static let controlToken = UInt64.max - 1

    /// Runs what the options ask for against the daemon of a socket.
    ///
    /// - Parameter socketPath: the socket to use; nil for the one that the flags name.
    package static func outcome(
        of options: LoadOptions, _ socketPath: String?,
        until interruption: borrowing Interruption
    ) throws(ProgramFailure) -> LoadOutcome {
        let control = try LoadControl(options.flags, socketPath: socketPath)
        let plan = try LoadPlan(
            options, greeting: control.greeting, status: control.firstStatus)
        try plan.refuseShortage()
        let notBefore = try notBefore(options)
        let paths = try paths(DaemonLink.candidates(options.flags, socketPath: socketPath))
        var run = LoadRun(
            plan, control, try makePoll(), paths, notBefore: notBefore, at: MonotonicClock.now)
        return try run.outcome(until: interruption)
    }

    /// The instant of `--at` on the clock that never jumps.
    private static func notBefore(
        _ options: LoadOptions
    ) throws(ProgramFailure) -> MonotonicInstant? {
        guard let begins = options.begins else { return nil }
        let left = begins.microseconds - WallClock.nowMicroseconds
        guard (0...longestWait.wholeMicroseconds).contains(left) else {
            let problem = left < 0 ? "has passed" : "is more than a day ahead"
            throw .usage(
                "--at \(begins) \(problem)",
                suggestion: "give a time that leaves room for ramp and warm-up")
        }
        return MonotonicClock.now + .microseconds(left)
    }

    private static let longestWait = Duration.seconds(86_400)

    private init(
        _ plan: LoadPlan, _ control: consuming LoadControl, _ poll: consuming EventPoll,
        _ paths: [SocketPath], notBefore: MonotonicInstant?, at now: MonotonicInstant
    ) {
        let options = plan.options
        self.plan = plan
        self.paths = paths
        self.poll = poll
        self.control = control
        meter = LoadMeter(isEmbedded: options.isEmbedded)
        course = LoadCourse(
            began: now, rampEnds: now + plan.start(of: max(0, plan.initialSubscribers - 1)),
            warmUp: options.warmUp, length: options.length,
            beginnings: options.stages?.beginnings ?? [], notBefore: notBefore)
        progress = LoadProgress(isQuiet: options.isQuiet)
        enlist(at: now)
    }

    private static func makePoll() throws(ProgramFailure) -> EventPoll {
        do throws(SystemFailure) {
            return try EventPoll()
        } catch {
            throw ProgramFailure(.failure, "cannot wait for connections: \(error)")
        }
    }

    private static func paths(_ texts: [String]) throws(ProgramFailure) -> [SocketPath] {
        do throws(SocketPathFailure) {
            return try texts.map { text throws(SocketPathFailure) in try SocketPath(text) }
        } catch {
            throw ProgramFailure(.usage, error.description)
        }
    }

    private mutating func enlist(at now: MonotonicInstant) {
        subscribers.reserveCapacity(plan.classes.count)
        for (number, subscriberClass) in plan.classes.enumerated() {
            let script = SubscriberScript(
                subscriberClass, plan.options.habits, number: plan.options.number(of: number),
                seed: plan.options.dice,
                start: number < plan.initialSubscribers ? now + plan.start(of: number) : nil)
            let subscriber = LoadSubscriber(number, script, plan.account(of: number))
            subscribers.append(subscriber)
            schedule(subscriber)
        }
    }

    private mutating func outcome(
        until interruption: borrowing Interruption
    ) throws(ProgramFailure) -> LoadOutcome {
        do throws(SystemFailure) {
            try poll.add(interruption.raw, .read, token: Self.signalToken)
            if let raw = control.raw { try poll.add(raw, .read, token: Self.controlToken) }
        } catch {
            throw ProgramFailure(.failure, "cannot wait for connections: \(error)")
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.bufferBytes, alignment: 16)
        defer { buffer.deallocate() }
        let end: LoadOutcome.End
        do throws(ProgramFailure) {
            end = try turnUntilEnd(buffer, interruption)
        } catch {
            guard attendance.hasBeenAccepted else { throw error }
            end = .failed(error)
        }
        progress.erase()
        return close(end)
    }

    private mutating func turnUntilEnd(
        _ buffer: UnsafeMutableRawBufferPointer, _ interruption: borrowing Interruption
    ) throws(ProgramFailure) -> LoadOutcome.End {
        var turn = LoadTurn()
        while true {
            try actDue()
            try keepTime()
            try wait(&turn)
            var isSignalled = false
            for index in 0..<events.count {
                switch events[index].token {
                case Self.signalToken: isSignalled = true
                case Self.controlToken: readControl()
                case let token: try read(subscribers[Int(token)], buffer, woken: turn.woken)
                }
            }
            if isSignalled, let code = try interruption.read() { interrupt(code) }
            if let end = ending.reached { return end }
        }
    }

    /// Closes all accounts, and makes the result.
    private mutating func close(_ end: LoadOutcome.End) -> LoadOutcome {
        let now = MonotonicClock.now
        meter.endMeasurement(&tally, connected: attendance.connected, at: now)
        noteAbsent(at: now)
        let overdue = overdueLines(through: ending.measuredThrough ?? now)
        meter.settle(tally, overdue, at: now)
        tally.isMeasuring = false
        for subscriber in subscribers { subscriber.close(at: now, into: &tally) }
        var result = partialResult(overdue, at: now)
        if plan.knowsDue, meter.origin != nil {
            result.notReceived = NotReceived(overdue, at: now)
        }
        switch end {
        case .completed: break
        case .aborted: result.isAborted = true
        case .interrupted: result.isInterrupted = true
        case .failed(let failure): result.failure = failure.description
        }
        return LoadOutcome(result: result, end: end)
    }

    /// The result so far, with missing lines at their present age.
    func partialResult(_ overdue: OverdueLines, at now: MonotonicInstant) -> LoadResult {
        var result = LoadResult(setup: plan.setup)
        var tally = tally
        tally.record(overdue, at: now)
        meter.report(tally, at: now, into: &result)
        result.setup.fleet.daemon = control.daemon
        result.losses = losses.losses(since: meter.origin ?? course.began)
        let limits = control.greeting["limits"]
        result.truth = plan.truthTeller.flatMap { subscribers[$0].truth }
        result.daemon?.outboxLinesLimit = limits?["outbox_lines"]?.integer ?? 0
        result.daemon?.outboxBytesLimit = limits?["outbox_bytes"]?.integer ?? 0
        return result
    }
}
