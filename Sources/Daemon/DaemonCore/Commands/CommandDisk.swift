import LinuxIO
import StateFiles

/// How commands reach the disk, and how the fleet flies on that has waited for it.
///
/// ``JournalWriter`` drives what `CommitQueue` decides.
extension Daemon {
    /// Has live commands written to the journal: they take effect once they are on the disk.
    func keepCommands() {
        guard let journal else { return }
        source.desk.admit = { command throws(JournalFailure) in
            try journal.checkRoom(for: command)
        }
        source.desk.keep = { [weak self] command, number in
            journal.append(command) { [weak self] result in
                self?.assumeIsolated {
                    $0.finishCommand(number, result)
                    if $0.endBy != nil { $0.finishFarewell(at: $0.clock()) }
                }
            }
        }
    }

    func finishCommand(_ number: Int, _ result: Result<Void, JournalFailure>) {
        switch result {
        case .success: source.desk.finish(number, nil)
        case .failure(let failure): source.desk.finish(number, failure)
        }
        scheduleFlightAfterHold()
        // A request that was heard now could rest on a command that is refused next.
        schedulePump()
    }

    /// Has the fleet fly on after a hold, once all commands that were synced together have been
    /// carried out: their lines do not wait for the next tick.
    private func scheduleFlightAfterHold() {
        guard isHeldByCommand else { return }
        isHeldByCommand = false
        executor.run { [weak self] in self?.assumeIsolated { $0.flyAfterHold() } }
    }

    private func flyAfterHold() {
        guard endBy == nil, source.clockwork.isPaced, !isFlyingTurns else { return }
        flyOnSchedule(at: clock())
        pump()
    }
}
