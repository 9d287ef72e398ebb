import LinuxIO
import PlainText
import Synchronization
import Vocabulary

/// Adds live commands to a journal without keeping the engine waiting.
///
/// The disk has a queue of its own. Who appends is answered on the engine's executor once the
/// command is on the disk, and only then may it take effect; several that wait are synced together.
/// Answers come in the order of the commands. ``hold(_:at:)`` keeps the fleet from publishing an
/// instant whose commands are not settled.
package final class JournalWriter: Sendable {
    private let engine: QueueExecutor
    private let disk = QueueExecutor(label: "runway.journal")
    private let file: Mutex<JournalFile>
    private let commits: Mutex<CommitQueue>
    private let report: @Sendable (JournalEvent) -> Void

    /// - Parameters:
    ///   - kept: commands that the file holds.
    ///   - engine: where answers are given.
    ///   - report: called on the engine's executor.
    package init(
        _ file: JournalFile, kept: Int, engine: QueueExecutor,
        report: @escaping @Sendable (JournalEvent) -> Void
    ) {
        self.file = Mutex(file)
        commits = Mutex(CommitQueue(kept: kept))
        self.engine = engine
        self.report = report
    }

    /// Keeps a command, and calls `then` on the engine's executor: with success once it is on the
    /// disk, else with the reason why it must not take effect.
    ///
    /// Call it on that executor, with an instant that the fleet has not published and that lies
    /// ``StateLimits/margin(at:)`` ahead of where the schedule stands.
    package func append(
        _ command: LiveCommand, then: @escaping @Sendable (Result<Void, JournalFailure>) -> Void
    ) {
        engine.checkIsolated()
        do throws(JournalFailure) {
            try commits.withLock { commits throws(JournalFailure) in
                try commits.enter(CommitQueue.Entry(command: command, answer: then))
            }
        } catch {
            return engine.run { then(.failure(error)) }
        }
        writeNext()
    }

    /// How far the fleet may fly at a tick of the engine: to `due`, or to just before the first
    /// command that waits for the disk.
    ///
    /// Call it at every tick on the engine's executor. A disk that is silent for longer than
    /// ``StateLimits/holdMicroseconds`` is not waited for: the commands are refused from within.
    ///
    /// - Parameter now: microseconds of the monotonic clock.
    package func hold(_ due: FleetInstant, at now: Int64) -> FleetInstant {
        engine.checkIsolated()
        let (reached, refused) = commits.withLock { $0.hold(due, at: now) }
        if !refused.isEmpty { report(.stalled(commands: refused.count)) }
        for entry in refused { entry.answer(.failure(.stalled)) }
        return reached
    }

    private func writeNext() {
        let commands = commits.withLock { $0.begin() }
        guard !commands.isEmpty else { return }
        disk.run {
            let failure = self.attempt { file throws(JournalFailure) in try file.append(commands) }
            self.engine.run { self.finish(failure) }
        }
    }

    private func finish(_ failure: JournalFailure?) {
        if let failure { return refuse(failure) }
        guard let answered = commits.withLock({ $0.succeed() }) else { return rollBack() }
        for entry in answered { entry.answer(.success(())) }
        writeNext()
    }

    private func refuse(_ failure: JournalFailure) {
        let refused = commits.withLock { $0.fail() }
        let isRolledBack = file.withLock(\.isWhole)
        report(
            refused.isEmpty
                ? .recovered(isRolledBack: isRolledBack)
                : .refused(commands: refused.count, failure, isRolledBack: isRolledBack))
        for entry in refused { entry.answer(.failure(failure)) }
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

/// What happens to a journal that an operator should hear of.
package enum JournalEvent: Hashable, Sendable {
    /// So many commands were refused; unless they were taken back, the file still holds some of
    /// what was written, until a later write takes it away.
    case refused(commands: Int, JournalFailure, isRolledBack: Bool)
    /// The disk did not answer in time: so many commands were refused, and the fleet went on.
    case stalled(commands: Int)
    /// The disk has answered at last, and what was refused meanwhile was taken back, if it was.
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
