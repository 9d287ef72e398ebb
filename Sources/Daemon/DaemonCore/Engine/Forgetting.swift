import ChannelPipeline
import Configuration
import LinuxIO
import PlainText
import StateFiles
import Vocabulary

/// How the daemon forgets the commands of sessions that have ended: first the journal, if there is
/// one, then the fleet.
extension Daemon {
    func forgetCommands() {
        guard let journal else {
            let (clerk, engine) = (QueueExecutor(label: "runway.clerk"), executor)
            source.compact = { [weak self] choose in
                clerk.run { [weak self] in
                    let forgotten = choose()
                    engine.run { [weak self] in
                        self?.assumeIsolated { $0.source.finishForgetting(forgotten) }
                    }
                }
            }
            return
        }
        source.compact = { [weak self] choose in
            journal.forget(choose) { [weak self] outcome in
                self?.assumeIsolated { $0.finishForgetting(outcome) }
            }
        }
    }

    private func finishForgetting(_ outcome: JournalWriter.CompactionOutcome) {
        switch outcome {
        case .done(let forgotten, let dropped):
            source.finishForgetting(forgotten)
            let removed = forgotten.entries.count / 2
            log(
                .info,
                "dropped \(dropped.counted("command")) of "
                    + "\(forgotten.sessions.count.counted("session")) that have ended from the "
                    + "journal, which has \(source.fleet.book.count)"
                    + (removed > 0 ? "; and \(removed.counted("sample")) that were removed" : ""))
        case .nothing: source.finishForgetting(nil)
        case .failed(let failure):
            source.finishForgetting(nil)
            log(.warning, .journal, "the journal could not be made shorter: \(failure)")
        }
    }
}
