import LinuxIO
import PlainText
import Synchronization
import Vocabulary

/// Adds live commands to a journal, on a queue of its own: the engine does not wait for the disk.
///
/// A command is acknowledged on the engine's executor once it is on the disk, and may take effect
/// only then. Commands that wait share one sync. Answers come in the order of the commands.
/// ``hold(_:at:)`` keeps the fleet from publishing an instant whose commands are still waiting.
/// This class drives the ``CommitQueue``, which decides.
package final class JournalWriter: Sendable {
    let engine: QueueExecutor
    let disk = QueueExecutor(label: "runway.journal")
    let file: Mutex<JournalFile>
    let commits: Mutex<CommitQueue>
    /// Makes drafts of shorter journals.
    let clerk = QueueExecutor(label: "runway.clerk")
    let compaction = Mutex(Compaction())
    private let report: @Sendable (JournalEvent) -> Void

    /// - Parameters:
    ///   - kept: the number of commands on sessions in the file.
    ///   - engine: the executor of all calls and answers.
    ///   - report: called on `engine`.
    package init(
        _ file: JournalFile, kept: Int, engine: QueueExecutor,
        report: @escaping @Sendable (JournalEvent) -> Void
    ) {
        self.file = Mutex(file)
        commits = Mutex(CommitQueue(kept: kept))
        self.engine = engine
        self.report = report
    }

    /// Throws if there is no room for the command now.
    ///
    /// Ask before the command is booked anywhere: others would be checked against what is refused.
    package func checkRoom(for command: SessionCommand) throws(JournalFailure) {
        try commits.withLock { commits throws(JournalFailure) in
            try commits.checkRoom(for: command)
        }
    }

    /// Adds a command. Calls `then` on the engine's executor: with success once the command is on
    /// the disk, otherwise with the reason why it must not take effect. Then all commands that wait
    /// are refused, in one turn of the executor.
    ///
    /// Call it on that executor, in the turn in which ``checkRoom(for:)`` has let the command pass.
    /// The command's instant must not have been published, and must lie
    /// ``StateLimits/margin(at:)`` ahead of the schedule.
    package func append(
        _ command: SessionCommand, then: @escaping @Sendable (Result<Void, JournalFailure>) -> Void
    ) {
        engine.checkIsolated()
        commits.withLock { $0.enter(CommitQueue.QueuedCommand(command: command, answer: then)) }
        writeNext()
    }

    /// The instant up to which the fleet may publish at a tick: `due`, or just before the first
    /// command that waits for the disk.
    ///
    /// Call it at every tick on the engine's executor. When the fleet has stood still for
    /// ``StateLimits/hold``, this call refuses the waiting commands.
    package func hold(_ due: FleetInstant, at now: MonotonicInstant) -> FleetInstant {
        engine.checkIsolated()
        let (reached, refused) = commits.withLock { $0.hold(due, at: now) }
        if !refused.isEmpty { report(.stalled(commands: refused.count)) }
        for queued in refused { queued.answer(.failure(.stalled)) }
        return reached
    }

    func writeNext() {
        if replaceByDraft() { return }
        let commands = commits.withLock { $0.begin() }
        guard !commands.isEmpty else { return }
        disk.run {
            let failure = self.attempt { file throws(JournalFailure) in try file.append(commands) }
            self.engine.run { self.finish(failure) }
        }
    }

    func finish(_ failure: JournalFailure?) {
        if let failure { return refuse(failure) }
        guard let answered = commits.withLock({ $0.succeed() }) else { return rollBack() }
        for queued in answered { queued.answer(.success(())) }
        writeNext()
    }

    private func refuse(_ failure: JournalFailure) {
        let refused = commits.withLock { $0.fail() }
        let isRolledBack = file.withLock(\.isWhole)
        report(
            refused.isEmpty
                ? .recovered(isRolledBack: isRolledBack)
                : .refused(commands: refused.count, failure, isRolledBack: isRolledBack))
        for queued in refused { queued.answer(.failure(failure)) }
    }

    private func rollBack() {
        disk.run {
            let failure = self.attempt { file throws(SystemFailure) in try file.rollBack() }
            self.engine.run {
                _ = self.commits.withLock { $0.fail() }
                self.report(.recovered(isRolledBack: failure == nil))
            }
        }
    }

    private func attempt<Failure>(
        _ work: (inout JournalFile) throws(Failure) -> Void
    ) -> Failure? {
        file.withLock { file in
            do throws(Failure) {
                try work(&file)
                return nil
            } catch {
                return error
            }
        }
    }
}

/// An event of the journal for the operator's log.
package enum JournalEvent: Hashable, Sendable {
    /// This number of commands was refused. Unless they were rolled back, the file still holds some
    /// of their bytes, until a later write removes them.
    case refused(commands: Int, JournalFailure, isRolledBack: Bool)
    /// The disk did not answer in time: this number of commands was refused, and the fleet went on.
    case stalled(commands: Int)
    /// The disk answers again. The commands refused meanwhile were rolled back, or could not be.
    case recovered(isRolledBack: Bool)
}

extension JournalEvent: CustomStringConvertible {
    package var description: String {
        switch self {
        case .refused(let commands, let failure, let isRolledBack):
            "\(commands.counted("command")) could not be kept: \(failure)\(Self.rest(isRolledBack))"
        case .stalled(let commands):
            "the disk of the state directory does not answer: "
                + "\(commands.counted("command")) \(commands.noun("is", "are")) refused and "
                + "the fleet goes on; should the daemon die before the disk answers, "
                + "\(commands.noun("it", "they")) may count after its restart"
        case .recovered(let isRolledBack):
            "the disk of the state directory answers again\(Self.rest(isRolledBack))"
        }
    }

    private static func rest(_ isRolledBack: Bool) -> String {
        isRolledBack
            ? "" : "; what was written could not be taken back, and may count after a restart"
    }
}
