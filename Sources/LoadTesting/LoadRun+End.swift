import CommandLine
import LinuxIO
import LoadReport
import StreamAudit

/// The end of a run: what is still to come is waited for, and what does not come is counted.
extension LoadRun {
    /// Who wants to be live for so long and is not at the end has been left out by the daemon.
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

    /// Takes a signal: the first ends the measurement, the second everything.
    mutating func interrupt(_ code: ExitCode) {
        guard tally.isMeasuring, course.phase != .settling else { return end = .interrupted(code) }
        finish(.interrupted(code), at: MonotonicClock.nowMicroseconds)
    }

    /// Whether nothing is to be waited for: the daemon has said how it is and every line that was
    /// due has come, or there is no connection on which anything could come.
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

    /// The lines that were due by an instant and have not come; none before the measurement.
    func overdueLines(through instant: Int64) -> OverdueLines {
        var lines = OverdueLines()
        guard meter.origin != nil else { return lines }
        for subscriber in subscribers { subscriber.addOverdue(through: instant, to: &lines) }
        return lines
    }

    /// Notes the subscribers that are not live and have wanted to be for too long.
    mutating func noteAbsent(at now: Int64) {
        for subscriber in subscribers {
            switch subscriber.script.attendance {
            case .expected(let since) where now - since >= Self.absenceMicroseconds:
                losses.note(.notLive, of: subscriber.number, at: now)
            case .expected, .absent, .live: break
            }
        }
    }

    /// Tells every subscriber when it takes part, of a run with stages.
    mutating func beginStages(at now: Int64) {
        guard let plan = plan.options.stages else { return }
        stages = StageMeter(plan, at: now)
        for subscriber in subscribers {
            subscriber.script.attend(plan.visits(of: subscriber.number, since: now))
            schedule(subscriber)
        }
    }

    /// Whether the plan has anybody connected: stages may begin and end with none.
    func isSomebodyExpected(at now: Int64) -> Bool {
        guard let stages = plan.options.stages, let origin = meter.origin else { return true }
        return stages.subscribers(at: now - origin) > 0
    }
}
