import CommandLine
import LinuxIO
import LoadReport
import PlainText
import StreamAudit
import Vocabulary

/// The phases of a run, the seconds of its series, and the checks that depend on time.
extension LoadRun {
    /// Seconds of measurement before `--abort-on-fail` looks at assertions.
    private static var graceSeconds: Double { 5 }

    mutating func keepTime() throws(ProgramFailure) {
        let now = MonotonicClock.now
        while ending.reached == nil, let mark = nextMark(at: now) { enter(mark, at: now) }
        watchOver(at: now)
        try keepControl(at: now)
        progress.show(
            course, connected: attendance.connected, of: subscribers.count, meter.linesPerSecond,
            tally.latency.total, at: now)
    }

    private mutating func nextMark(at now: MonotonicInstant) -> LoadCourse.Mark? {
        let isComplete = course.phase == .settling && isComplete()
        return course.mark(
            at: now, isSettled: attendance.settled >= plan.initialSubscribers,
            isComplete: isComplete, isCaughtUp: isCaughtUp)
    }

    private mutating func enter(_ mark: LoadCourse.Mark, at now: MonotonicInstant) {
        switch mark {
        case .warmUp(let isComplete):
            if !isComplete { tellIncomplete() }
        case .second(let number):
            meter.begin(
                second: number, &tally, connected: attendance.connected, at: now)
            countSilences(at: now)
            control.ask()
            abortOnFail(at: now)
        case .measurement:
            tally.isMeasuring = true
            meter.beginMeasurement(tally, at: now, wall: WallClock.nowMicroseconds)
            tellLate(at: now)
            beginStages(at: now)
        case .stage:
            meter.stages?.beginNext(&tally, connected: attendance.connected, at: now)
        case .settling:
            settle(at: now)
        case .end:
            if control.isWaiting { losses.note(.unanswered, at: now) }
            ending.reached = ending.coming
        }
    }

    private mutating func tellIncomplete() {
        guard !plan.options.isQuiet else { return }
        progress.erase()
        let wanted = plan.initialSubscribers
        LoadProgress.tell(
            "only \(attendance.settled) of \(wanted.counted("subscriber")) "
                + "\(wanted.noun("was", "were")) live "
                + "\(LoadCourse.settlingPatience.components.seconds) s after the ramp; "
                + "the warm-up begins")
    }

    /// Says that the measurement begins later than it was told to.
    private mutating func tellLate(at now: MonotonicInstant) {
        guard let late = course.lateness(at: now), late >= .seconds(1), !plan.options.isQuiet
        else { return }
        progress.erase()
        let text = QuantityText.duration(seconds: Int(late.components.seconds))
        LoadProgress.tell(
            "the measurement begins \(text) after --at: ramp and warm-up took longer")
    }

    private mutating func abortOnFail(at now: MonotonicInstant) {
        guard plan.options.abortsOnFail, tally.isMeasuring else { return }
        let result = partialResult(overdueLines(through: now), at: now)
        guard result.measured.seconds >= Self.graceSeconds,
            LoadVerdict(of: result, assertions: plan.options.assertions).failedCount > 0
        else { return }
        finish(.aborted, at: now)
    }

    /// Counts each silence in which a beat was due, once. It looks only if the last wait reported
    /// all events: else unread bytes would look like silence.
    private mutating func countSilences(at now: MonotonicInstant) {
        guard let patience = Self.longestSilence(beatSeconds: plan.setup.fleet.beatSeconds),
            events.count < events.capacity
        else { return }
        let silentSince = now - patience
        for subscriber in subscribers where subscriber.script.readsEverything {
            guard subscriber.link.beginsSilence(since: silentSince) else { continue }
            tally.counts[.missedBeats] += 1
        }
    }

    /// How long a subscriber may hear nothing before a beat counts as missing: 2.2 intervals, at
    /// most a day; nil if the daemon sends no beats.
    ///
    /// - Parameter beatSeconds: the interval, any number that a greeting can hold.
    static func longestSilence(beatSeconds: Double) -> Duration? {
        beatSeconds > 0 ? .seconds(min(beatSeconds * 2.2, 86_400)) : nil
    }

    /// Ends the run if no subscriber has been connected for too long.
    private mutating func watchOver(at now: MonotonicInstant) {
        let isAlone = attendance.connected == 0 && isSomebodyExpected(at: now)
        let failure = attendance.failure(at: now, isAlone: isAlone)
        if ending.reached == nil { ending.reached = failure.map { .failed($0) } }
    }

    mutating func readControl() {
        while let status = control.readStatus() { meter.record(status) }
        if control.raw == nil { losses.note(.controlLost, at: MonotonicClock.now) }
    }

    /// Reconnects the control connection when it is due.
    private mutating func keepControl(at now: MonotonicInstant) throws(ProgramFailure) {
        guard try control.reconnect(at: now), let raw = control.raw else { return }
        do throws(SystemFailure) {
            try poll.add(raw, .read, token: Self.controlToken)
        } catch {
            throw ProgramFailure(.failure, "cannot wait for a connection: \(error)")
        }
    }
}

/// The end of a run: it waits for lines that were due, and counts those that do not arrive.
extension LoadRun {
    /// How long a subscriber may want to be live before it counts as a loss, if it is not live at
    /// the end.
    private static var longestAbsence: Duration { .seconds(5) }

    /// Ends the measurement; lines that were due by now are still read and measured.
    mutating func settle(at now: MonotonicInstant) {
        meter.endMeasurement(&tally, connected: attendance.connected, at: now)
        ending.measuredThrough = now
        if tally.isMeasuring { tally.measuresThrough = now }
        control.ask()
    }

    /// Ends the measurement before its time.
    mutating func finish(_ end: LoadOutcome.End, at now: MonotonicInstant) {
        ending.coming = end
        _ = course.finish(at: now)
        settle(at: now)
    }

    /// Handles a signal: the first ends the measurement, the second the run.
    mutating func interrupt(_ code: ExitCode) {
        guard tally.isMeasuring, course.phase != .settling else {
            return ending.reached = .interrupted(code)
        }
        finish(.interrupted(code), at: MonotonicClock.now)
    }

    /// Whether the run need not wait any more: the last status and every due line have arrived, or
    /// no connection is left.
    mutating func isComplete() -> Bool {
        if attendance.connected == 0, control.raw == nil { return true }
        guard !control.isWaiting else { return false }
        return !plan.knowsDue || ending.hasAllLines(of: subscribers)
    }

    /// The lines that were due by an instant and have not arrived; none before the measurement.
    func overdueLines(through instant: MonotonicInstant) -> OverdueLines {
        var lines = OverdueLines()
        guard meter.origin != nil else { return lines }
        for subscriber in subscribers { subscriber.addOverdue(through: instant, to: &lines) }
        return lines
    }

    /// Notes as losses the subscribers that have wanted to be live for too long.
    mutating func noteAbsent(at now: MonotonicInstant) {
        for subscriber in subscribers {
            switch subscriber.script.attendance {
            case .expected(let since) where now - since >= Self.longestAbsence:
                losses.note(.notLive, of: self.plan.options.number(of: subscriber.number), at: now)
            case .expected, .absent, .live: break
            }
        }
    }

    /// Begins the stages, and sets the visits of every subscriber; nothing in a run without stages.
    mutating func beginStages(at now: MonotonicInstant) {
        guard let plan = plan.options.stages else { return }
        meter.stages = StageMeter(plan, at: now)
        for subscriber in subscribers {
            let number = self.plan.options.number(of: subscriber.number)
            subscriber.script.attend(plan.visits(of: number, since: now))
            schedule(subscriber)
        }
    }

    /// Whether the plan has subscribers at an instant: stages may begin and end with none.
    func isSomebodyExpected(at now: MonotonicInstant) -> Bool {
        guard let stages = plan.options.stages, let origin = meter.origin else { return true }
        return stages.subscribers(at: now - origin) > 0
    }
}
