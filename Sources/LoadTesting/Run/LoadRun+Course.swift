import CommandLine
import LinuxIO
import LoadReport
import PlainText
import Statistics
import StreamAudit
import StreamClient

/// The phases of a run, the seconds of its series, and the checks that depend on time.
extension LoadRun {
    /// `--abort-on-fail` looks at assertions once so much has been measured.
    private static var graceSeconds: Double { 5 }
    /// A beat counts as missing after so many intervals.
    private static var beats: Double { 2.2 }

    mutating func keepTime() throws(ProgramFailure) {
        let now = MonotonicClock.nowMicroseconds
        while end == nil, let mark = nextMark(at: now) { enter(mark, at: now) }
        watchOver(at: now)
        try keepControl(at: now)
        progress.show(
            course, connected: connected, of: subscribers.count, meter.linesPerSecond,
            tally.latency.total, at: now)
    }

    private mutating func nextMark(at now: Int64) -> LoadCourse.Mark? {
        let isComplete = course.phase == .settling && isComplete()
        return course.mark(
            at: now, isSettled: settled >= plan.initialSubscribers, isComplete: isComplete,
            isCaughtUp: isCaughtUp)
    }

    private mutating func enter(_ mark: LoadCourse.Mark, at now: Int64) {
        switch mark {
        case .warmUp(let isComplete):
            if !isComplete { tellIncomplete() }
        case .second(let number):
            meter.begin(second: number, &tally, connected: connected, at: now)
            countSilences(at: now)
            control.ask()
            abortOnFail(at: now)
        case .measurement:
            tally.isMeasuring = true
            meter.beginMeasurement(tally, at: now)
            beginStages(at: now)
        case .stage:
            stages?.beginNext(&tally, connected: connected, at: now)
        case .settling:
            settle(at: now)
        case .end:
            if control.isWaiting { losses.note(.unanswered, at: now) }
            end = comingEnd
        }
    }

    private mutating func tellIncomplete() {
        guard !plan.options.isQuiet else { return }
        progress.erase()
        let wanted = plan.initialSubscribers
        LoadProgress.tell(
            "only \(settled) of \(wanted.counted("subscriber")) \(wanted.noun("was", "were")) live "
                + "\(LoadCourse.settlingPatience / 1_000_000) s after the ramp; the warm-up begins")
    }

    private mutating func abortOnFail(at now: Int64) {
        guard plan.options.abortsOnFail, tally.isMeasuring else { return }
        let result = partialResult(overdueLines(through: now), at: now)
        guard result.measuredSeconds >= Self.graceSeconds,
            LoadVerdict(of: result, assertions: plan.options.assertions).failedCount > 0
        else { return }
        finish(.aborted, at: now)
    }

    /// Counts each silence in which a beat was due, once. It looks only if the last wait reported
    /// all events: else unread bytes would look like silence.
    private mutating func countSilences(at now: Int64) {
        let beat = plan.setup.fleet.beatSeconds
        guard beat > 0, events.count < events.capacity else { return }
        let patience = Int64(beat * Self.beats * 1e6)
        for subscriber in subscribers
        where subscriber.isWatched && !subscriber.isSilent && subscriber.script.readsEverything
            && now - subscriber.heardAt > patience
        {
            subscriber.isSilent = true
            tally.counts[.missedBeats] += 1
        }
    }

    /// Ends the run if no subscriber has been connected for too long.
    private mutating func watchOver(at now: Int64) {
        guard connected == 0, isSomebodyExpected(at: now) else { return aloneSince = nil }
        let since = aloneSince ?? now
        aloneSince = since
        guard now - since >= Self.patienceMicroseconds, end == nil else { return }
        end = .failed(
            ProgramFailure(
                .unavailable,
                "no subscriber is connected for "
                    + "\(Self.patienceMicroseconds / 1_000_000) s; is the daemon gone?"))
    }

    mutating func readControl() {
        while let status = control.readStatus() { meter.record(status) }
        if control.raw == nil { losses.note(.controlLost, at: MonotonicClock.nowMicroseconds) }
    }

    /// Reconnects the control connection when it is due.
    private mutating func keepControl(at now: Int64) throws(ProgramFailure) {
        guard control.raw == nil else { return }
        guard let due = controlDue else {
            controlDue = now + controlDelay.next(chance: SystemRandom.bits()) * 1000
            return
        }
        guard now >= due else { return }
        controlDue = nil
        guard try control.reconnect(), let raw = control.raw else { return }
        controlDelay.succeed()
        do throws(SystemFailure) {
            try poll.add(raw, .read, token: Self.controlToken)
        } catch {
            throw ProgramFailure(.failure, "cannot wait for a connection: \(error)")
        }
    }
}

/// The end of a run: it waits for lines that were due, and counts those that do not arrive.
extension LoadRun {
    /// A subscriber that is not live at the end, and has wanted to be for so long, counts as a
    /// loss.
    private static var absenceMicroseconds: Int64 { 5_000_000 }

    /// Ends the measurement; lines that were due by now are still read and measured.
    mutating func settle(at now: Int64) {
        stages?.end(&tally, connected: connected, at: now)
        meter.endMeasurement(&tally, at: now)
        measuredThrough = now
        if tally.isMeasuring { tally.measuresThrough = now }
        control.ask()
    }

    /// Ends the measurement before its time.
    mutating func finish(_ end: LoadOutcome.End, at now: Int64) {
        comingEnd = end
        _ = course.finish(at: now)
        settle(at: now)
    }

    /// Handles a signal: the first ends the measurement, the second the run.
    mutating func interrupt(_ code: ExitCode) {
        guard tally.isMeasuring, course.phase != .settling else { return end = .interrupted(code) }
        finish(.interrupted(code), at: MonotonicClock.nowMicroseconds)
    }

    /// Whether the run need not wait any more: the last status and every due line have arrived, or
    /// no connection is left.
    mutating func isComplete() -> Bool {
        if connected == 0, control.raw == nil { return true }
        guard !control.isWaiting else { return false }
        guard plan.knowsDue, let measuredThrough else { return true }
        while settledAccounts < subscribers.count {
            guard !subscribers[settledAccounts].hasOverdue(through: measuredThrough) else {
                return false
            }
            settledAccounts += 1
        }
        return true
    }

    /// The lines that were due by an instant and have not arrived; none before the measurement.
    func overdueLines(through instant: Int64) -> OverdueLines {
        var lines = OverdueLines()
        guard meter.origin != nil else { return lines }
        for subscriber in subscribers { subscriber.addOverdue(through: instant, to: &lines) }
        return lines
    }

    /// Notes as losses the subscribers that have wanted to be live for too long.
    mutating func noteAbsent(at now: Int64) {
        for subscriber in subscribers {
            switch subscriber.script.attendance {
            case .expected(let since) where now - since >= Self.absenceMicroseconds:
                losses.note(.notLive, of: subscriber.number, at: now)
            case .expected, .absent, .live: break
            }
        }
    }

    /// Begins the stages, and sets the visits of every subscriber; nothing in a run without stages.
    mutating func beginStages(at now: Int64) {
        guard let plan = plan.options.stages else { return }
        stages = StageMeter(plan, at: now)
        for subscriber in subscribers {
            subscriber.script.attend(plan.visits(of: subscriber.number, since: now))
            schedule(subscriber)
        }
    }

    /// Whether the plan has subscribers at an instant: stages may begin and end with none.
    func isSomebodyExpected(at now: Int64) -> Bool {
        guard let stages = plan.options.stages, let origin = meter.origin else { return true }
        return stages.subscribers(at: now - origin) > 0
    }
}
