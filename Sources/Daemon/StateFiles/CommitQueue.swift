import Vocabulary

/// The commands that wait for the disk, and the instant that the fleet must not publish meanwhile.
/// A state machine as a value: ``JournalWriter`` drives it.
///
/// While a write is under way, nobody knows whether a restart will find the command. Lines
/// published at or after its instant, with its effect or without, may contradict what a restart
/// computes. Therefore:
///
/// 1. A command takes effect a margin ahead of the present, ``StateLimits/margin(at:)``.
/// 2. The fleet does not publish the instant of a command that waits. If the disk is late, the
///    fleet stands still before that instant, for ``StateLimits/hold`` at most.
/// 3. After that time the command is refused and the fleet goes on without it. The command is
///    rolled back as soon as the disk answers. If the process dies before that, it is open whether
///    the command counts.
///
/// A second record that cancels the late one would not help: a restart before that record is on the
/// disk finds the first alone.
///
/// Commands that are entered during a write form the next batch.
struct CommitQueue {
    struct QueuedCommand: Sendable {
        let command: SessionCommand
        let answer: @Sendable (Result<Void, JournalFailure>) -> Void
    }

    private enum Phase {
        case idle
        case writing
        /// The batch was refused during its write, and must be rolled back when the write ends.
        case abandoned
    }

    private var phase = Phase.idle
    private var batch: [QueuedCommand] = []
    private var waiting: [QueuedCommand] = []
    /// The number of commands on sessions in the journal. The fleet has limits of its own for
    /// entries by hand.
    private var kept: Int
    /// When the fleet began to stand still.
    private var heldSince: MonotonicInstant?
    /// The earliest instant of a command that waits. The fleet stays before it.
    private(set) var horizon: FleetInstant?

    /// - Parameter kept: the number of commands on sessions in the journal.
    init(kept: Int) { self.kept = kept }

    /// Throws if the journal is full, too many commands wait, or an abandoned write is still under
    /// way.
    func checkRoom(for command: SessionCommand) throws(JournalFailure) {
        if case .abandoned = phase { throw .stalled }
        let pending = batch.count + waiting.count
        let limit = command.limit
        guard limit.map({ kept + pending < $0 }) ?? true else {
            throw .full(limit: StateLimits.commands)
        }
        guard pending < StateLimits.waitingCommands else {
            throw .overloaded(limit: StateLimits.waitingCommands)
        }
    }

    /// Adds a command to the next batch. Ask ``checkRoom(for:)`` first.
    mutating func enter(_ queued: QueuedCommand) {
        waiting.append(queued)
        horizon = min(horizon ?? queued.command.instant, queued.command.instant)
    }

    /// Begins to write the next batch; returns its commands in order. Empty while a write is under
    /// way.
    mutating func begin() -> [SessionCommand] {
        guard case .idle = phase, !waiting.isEmpty else { return [] }
        phase = .writing
        (batch, waiting) = (waiting, [])
        return batch.map(\.command)
    }

    /// Begins a change of the file that writes no commands; false while a write is under way. It
    /// ends as a write does, by ``succeed()``.
    mutating func beginChange() -> Bool {
        guard case .idle = phase else { return false }
        phase = .writing
        return true
    }

    /// Notes that commands on sessions have been dropped from the journal.
    mutating func drop(_ commands: Int) { kept -= commands }

    /// Ends a successful write. Returns the commands to acknowledge; nil if the batch was abandoned
    /// and must be rolled back.
    mutating func succeed() -> [QueuedCommand]? {
        switch phase {
        case .idle: preconditionFailure("a write ended and none was under way")
        case .abandoned: return nil
        case .writing:
            let answered = batch
            kept += answered.map(\.command).sessionCount
            (phase, batch) = (.idle, [])
            measureHorizon()
            return answered
        }
    }

    /// Ends a failed write, or the roll-back of an abandoned one. Returns the commands to refuse.
    ///
    /// The waiting commands are refused too, because a command may depend on one before it.
    mutating func fail() -> [QueuedCommand] {
        phase = .idle
        return removeAll()
    }

    /// Returns the instant up to which the fleet may publish at this tick, and the commands to
    /// refuse because the fleet has stood still for too long.
    ///
    /// - Parameters:
    ///   - due: the latest instant that is due.
    ///   - now: when the tick began.
    mutating func hold(_ due: FleetInstant, at now: MonotonicInstant) -> (
        FleetInstant, refused: [QueuedCommand]
    ) {
        guard let horizon, horizon <= due else {
            heldSince = nil
            return (due, [])
        }
        let since = heldSince ?? now
        heldSince = since
        guard now - since >= StateLimits.hold else {
            return (horizon - FleetDuration(ticks: 1), [])
        }
        if case .writing = phase { phase = .abandoned }
        return (due, removeAll())
    }

    private mutating func removeAll() -> [QueuedCommand] {
        let removed = batch + waiting
        (batch, waiting, heldSince, horizon) = ([], [], nil, nil)
        return removed
    }

    private mutating func measureHorizon() {
        horizon = waiting.map(\.command.instant).min()
    }
}

extension SessionCommand {
    /// With this number of commands in the journal the command is refused: a stop makes room in the
    /// end, but a longer journal could not be read again. Nil for entries by hand.
    fileprivate var limit: Int? {
        guard !session.isBook else { return nil }
        return action == .stop ? StateLimits.commandsAtMost : StateLimits.commands
    }
}
