import LinuxIO
import Synchronization
import Vocabulary

/// How the journal is made shorter while commands are added to it.
///
/// A thread of its own makes a draft of the commands that are kept, which may take a second.
/// Meanwhile commands are added to the journal as ever. Between two batches they are added to the
/// draft too, which then takes the journal's name: that takes as long as writing a batch.
extension JournalWriter {
    /// What became of an attempt to make the journal shorter.
    package enum CompactionOutcome: Sendable {
        /// The sessions are forgotten, and this number of commands is dropped from the file.
        case done(ForgottenSessions, droppedCommands: Int)
        /// There is nothing to forget, or lines were taken back meanwhile. Nothing has changed.
        case nothing
        /// Nothing has changed, but for the frontier, which may vouch for two journals.
        case failed(JournalFailure)
    }

    /// The attempt that is under way.
    struct Compaction {
        var then: (@Sendable (CompactionOutcome) -> Void)?
        /// Ready to replace the journal.
        var draft: (JournalDraft, ForgottenSessions)?
    }

    /// Drops the commands of sessions from the file. Call it on the engine's executor, not again
    /// before `then` has been called there.
    ///
    /// - Parameter choose: says which sessions, on another thread; they have ended, so that no
    ///   command on them is to come. Nil if there are none.
    package func forget(
        _ choose: @escaping @Sendable () -> ForgottenSessions?,
        then: @escaping @Sendable (CompactionOutcome) -> Void
    ) {
        engine.checkIsolated()
        compaction.withLock { $0.then = then }
        disk.run {
            do throws(JournalFailure) {
                let (store, source) = try self.file.withLock { file throws(JournalFailure) in
                    try file.beginDraft()
                }
                self.clerk.run { self.makeDraft(in: store, from: source, choose) }
            } catch {
                self.end(.failed(error))
            }
        }
    }

    private func makeDraft(
        in store: any JournalStore, from source: JournalSeal,
        _ choose: @Sendable () -> ForgottenSessions?
    ) {
        guard let forgotten = choose() else { return endWithoutDraft(.nothing) }
        do throws(JournalFailure) {
            let draft = try JournalDraft.make(in: store, from: source, without: forgotten)
            engine.run {
                self.compaction.withLock { $0.draft = (draft, forgotten) }
                self.writeNext()
            }
        } catch {
            endWithoutDraft(.failed(error))
        }
    }

    /// Notes that commands added to the journal need not be kept for a draft any more.
    private func endWithoutDraft(_ outcome: CompactionOutcome) {
        disk.run {
            self.file.withLock { $0.endDraft() }
            self.end(outcome)
        }
    }

    /// Has the draft replace the journal if there is one and no write is under way; false if not.
    func replaceByDraft() -> Bool {
        let ready = compaction.withLock { compaction -> (JournalDraft, ForgottenSessions)? in
            guard compaction.draft != nil, commits.withLock({ $0.beginChange() }) else {
                return nil
            }
            return compaction.draft.take()
        }
        guard let (draft, forgotten) = ready else { return false }
        disk.run {
            let outcome = self.replace(with: draft, forgotten)
            self.engine.run { self.finishReplacement(outcome) }
        }
        return true
    }

    private func replace(
        with draft: JournalDraft, _ forgotten: ForgottenSessions
    ) -> CompactionOutcome {
        file.withLock { file in
            do throws(JournalFailure) {
                let isDone = try file.replace(with: draft)
                return isDone ? .done(forgotten, droppedCommands: draft.droppedCommands) : .nothing
            } catch {
                return .failed(error)
            }
        }
    }

    private func finishReplacement(_ outcome: CompactionOutcome) {
        if case .done(_, let dropped) = outcome { commits.withLock { $0.drop(dropped) } }
        finish(nil)
        end(outcome)
    }

    /// Reports on the engine's executor.
    private func end(_ outcome: CompactionOutcome) {
        engine.run {
            let then = self.compaction.withLock { compaction in
                defer { compaction = Compaction() }
                return compaction.then
            }
            then?(outcome)
        }
    }
}
