import LinuxIO
import Vocabulary

/// The commands that wait for the disk, and how far the fleet may fly meanwhile: a value.
///
/// While a write is under way nobody can know whether it will be read back: a fleet that passed a
/// command's instant, with its effect or without, would publish lines that a restart may
/// contradict. Therefore an instant is chosen a margin ahead, the fleet never publishes the instant
/// of a command that waits, and a late disk is waited for there, for a bounded time. No second
/// record could mend a late one: until that were on the disk, a restart would find the first alone.
/// Only when the disk stays silent beyond that bound does the fleet go on without the command,
/// which is taken back as soon as the disk answers; a process that dies in between leaves it open
/// whether the command counts.
///
/// What is entered while a write is under way is written together with the next one.
struct CommitQueue {
    struct Entry: Sendable {
        let command: LiveCommand
        let answer: @Sendable (Result<Void, JournalFailure>) -> Void
    }

    private enum Phase {
        case idle
        case writing
        /// Refused while under way; what comes of it is taken back.
        case abandoned
    }

    private var phase = Phase.idle
    private var batch: [Entry] = []
    private var waiting: [Entry] = []
    /// In the journal.
    private var kept: Int
    private var heldSince: Int64?
    /// The earliest instant of a command that waits: the fleet stays before it.
    private(set) var horizon: FleetInstant?

    /// - Parameter kept: commands in the journal.
    init(kept: Int) { self.kept = kept }

    mutating func enter(_ entry: Entry) throws(JournalFailure) {
        if case .abandoned = phase { throw .stalled }
        let pending = batch.count + waiting.count
        guard kept + pending < StateLimits.commands else {
            throw .full(limit: StateLimits.commands)
        }
        guard pending < StateLimits.waitingCommands else {
            throw .overloaded(limit: StateLimits.waitingCommands)
        }
        waiting.append(entry)
        horizon = min(horizon ?? entry.command.instant, entry.command.instant)
    }

    /// The commands to be written now, in the order in which they were entered; none while a write
    /// is under way.
    mutating func begin() -> [LiveCommand] {
        guard case .idle = phase, !waiting.isEmpty else { return [] }
        phase = .writing
        (batch, waiting) = (waiting, [])
        return batch.map(\.command)
    }

    /// A write has ended well: who is to be answered, nil if it was abandoned and must be taken
    /// back.
    mutating func succeed() -> [Entry]? {
        switch phase {
        case .idle: preconditionFailure("a write ended and none was under way")
        case .abandoned: return nil
        case .writing:
            let answered = batch
            kept += answered.count
            (phase, batch) = (.idle, [])
            measureHorizon()
            return answered
        }
    }

    /// A write has failed, or an abandoned one was taken back: who is to be refused.
    ///
    /// Those who were entered later are refused as well: a command may rest on one before it.
    mutating func fail() -> [Entry] {
        phase = .idle
        return removeAll()
    }

    /// How far the fleet may fly at a tick, and who is refused because it will not wait longer.
    ///
    /// - Parameters:
    ///   - due: where it should be.
    ///   - now: microseconds of the monotonic clock.
    mutating func hold(_ due: FleetInstant, at now: Int64) -> (FleetInstant, refused: [Entry]) {
        guard let horizon, horizon <= due else {
            heldSince = nil
            return (due, [])
        }
        let since = heldSince ?? now
        heldSince = since
        guard now - since >= StateLimits.holdMicroseconds else {
            return (horizon - FleetDuration(ticks: 1), [])
        }
        if case .writing = phase { phase = .abandoned }
        return (due, removeAll())
    }

    private mutating func removeAll() -> [Entry] {
        let removed = batch + waiting
        (batch, waiting, heldSince, horizon) = ([], [], nil, nil)
        return removed
    }

    private mutating func measureHorizon() {
        horizon = waiting.map(\.command.instant).min()
    }
}
