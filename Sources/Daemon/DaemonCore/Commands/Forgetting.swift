import ChannelPipeline
import Configuration
import LinuxIO
import PlainText
import StateFiles
import Vocabulary

/// Limits of the commands that a fleet keeps.
struct CommandLimits {
    /// At this number of commands only stops are taken.
    var all = StateLimits.commands
    /// The commands on sessions that have ended; see ``StateLimits/endedCommands``.
    var ended = StateLimits.endedCommands
    /// The samples by hand that were removed; see ``StateLimits/removedEntriesKept``.
    var removedEntriesKept = StateLimits.removedEntriesKept
    /// After this number of further commands the fleet looks for what it can forget.
    var betweenLooks = StateLimits.commandsBetweenLooks
}

/// When the fleet looks for commands that it can forget.
struct ForgettingTimes {
    /// At this number of commands.
    var count = StateLimits.commandsBetweenLooks
    /// From this instant on, if there are any commands.
    var from: FleetInstant
    /// Not before this instant: while nothing can have ended a look is of no use.
    var notBefore = FleetInstant.presents.lowerBound
    var isUnderWay = false

    init(from instant: FleetInstant) { from = instant }
}

/// How the commands of sessions that have ended are forgotten.
extension CommandDesk {
    /// Says which sessions to forget; called on any thread.
    typealias Choice = @Sendable () -> ForgottenSessions?

    /// Begins to forget if enough commands have come since the last time, or a day of fleet time
    /// has passed; once no more commands are taken, as soon as other sessions may have ended.
    func forgetIfDue() {
        guard let compact, !forgetting.isUnderWay else { return }
        let (fleet, now) = (fleet, now)
        let count = fleet.commands.count
        let isFull = count >= limits.all
        let isDue = count >= forgetting.count || now >= forgetting.from || isFull
        let hasAny = count > 0 || fleet.removedEntryCount >= limits.removedEntriesKept
        guard isDue, hasAny, now >= forgetting.notBefore else { return }
        guard isFull || subscriptions.mayForgetAgain else {
            return forgetting.notBefore = now + settlingTime
        }
        forgetting.isUnderWay = true
        let retention = RetentionLimits(
            longest: StateLimits.retention, settling: settlingTime,
            commands: limits.ended, removedEntriesKept: limits.removedEntriesKept)
        compact { fleet.forgettable(at: now, retention) }
    }

    private var settlingTime: FleetDuration {
        StateLimits.settlingTime(at: clockwork.schedule.speed)
    }

    /// Forgets what is no longer in the journal; nil if nothing is to be forgotten, or the journal
    /// could not be made shorter.
    func finishForgetting(_ forgotten: ForgottenSessions?) {
        if let forgotten {
            subscriptions.forget(forgotten)
            pending.forget(forgotten)
        }
        let count = fleet.commands.count
        forgetting.count = count + limits.betweenLooks
        forgetting.from = now + .seconds(86_400)
        forgetting.notBefore = now + (count < limits.all ? .zero : settlingTime)
        forgetting.isUnderWay = false
    }
}

/// How the daemon forgets the commands of sessions that have ended: first the journal, if there is
/// one, then the fleet.
extension Daemon {
    func forgetCommands() {
        guard let journal else {
            let (clerk, engine) = (QueueExecutor(label: "runway.clerk"), executor)
            source.desk.compact = { [weak self] choose in
                clerk.run { [weak self] in
                    let forgotten = choose()
                    engine.run { [weak self] in
                        self?.assumeIsolated { $0.source.desk.finishForgetting(forgotten) }
                    }
                }
            }
            return
        }
        source.desk.compact = { [weak self] choose in
            journal.forget(choose) { [weak self] outcome in
                self?.assumeIsolated { $0.finishForgetting(outcome) }
            }
        }
    }

    private func finishForgetting(_ outcome: JournalWriter.CompactionOutcome) {
        switch outcome {
        case .done(let forgotten, let dropped):
            source.desk.finishForgetting(forgotten)
            let removed = forgotten.entries.count / 2
            log(
                .info,
                "dropped \(dropped.counted("command")) of "
                    + "\(forgotten.sessions.count.counted("session")) that have ended from the "
                    + "journal, which has \(source.fleet.commands.count)"
                    + (removed > 0 ? "; and \(removed.counted("sample")) that were removed" : ""))
        case .nothing: source.desk.finishForgetting(nil)
        case .failed(let failure):
            source.desk.finishForgetting(nil)
            log(.warning, .journal, "the journal could not be made shorter: \(failure)")
        }
    }
}
