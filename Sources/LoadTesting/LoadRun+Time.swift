import CommandLine
import LinuxIO
import LoadReport
import PlainText
import Statistics
import StreamAudit
import StreamClient

/// What is done as time goes on: phases, seconds, silences.
extension LoadRun {
    /// An assertion is not looked at before so much has been measured.
    private static var graceSeconds: Double { 5 }
    /// A beat that is so much later than it should be does not come.
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

    /// Counts each silence of a daemon once that should have beaten. What has come was read just
    /// before, unless there was more than one wait can tell.
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

    /// Ends the run when nobody is connected for too long.
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

    mutating func takeControl() {
        while let status = control.takeStatus() { meter.take(status) }
        if control.raw == nil { losses.note(.controlLost, at: MonotonicClock.nowMicroseconds) }
    }

    /// Connects to the daemon again for what is to be known of it.
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
