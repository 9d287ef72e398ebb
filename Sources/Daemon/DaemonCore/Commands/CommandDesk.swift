import ChannelPipeline
import LinuxIO
import StateFiles
import StreamServer
import Vocabulary
import WireProtocol

/// The desk for live commands: each takes one way, from its request to its answer.
///
/// | stage | what it does | where |
/// |---|---|---|
/// | check | turns the request into a command, or refuses it | `CommandCheck` |
/// | book | notes it in the fleet to come, for the next check | `PendingCommands` |
/// | disk | has the journal keep it, and hears whether the disk has it | ``keep`` |
/// | apply | lets the live fleet and all replays fly by it | ``Subscriptions/apply(_:)`` |
///
/// Then the lines show its effect. The page *The way of a command* tells all stages.
final class CommandDesk: CommandSource {
    let subscriptions: Subscriptions
    /// Commands on their way to the disk.
    var pending = PendingCommands() {
        didSet { subscriptions.clockwork.awaitsCommands = !pending.isEmpty }
    }
    var owners = SessionOwners()
    /// Throws if the journal has no room for a command.
    var admit: (SessionCommand) throws(JournalFailure) -> Void = { _ in }
    /// Writes a command to the journal and reports with ``finish(_:_:)``; nil without a state
    /// directory.
    var keep: ((SessionCommand, _ number: Int) -> Void)?
    /// Whether the daemon ends, and takes no more commands.
    var isEnding = false
    /// An earlier process may have published up to here.
    let frontier: FleetInstant?
    var limits = CommandLimits()
    /// The present day of the machine's clock, from 1970 in UTC; one that a journal can keep.
    var machineDay: () -> Int32 = {
        Int32(clamping: min(max(0, WallClock.nowMicroseconds / 86_400_000_000), 999_999))
    }
    /// Has the journal forget sessions, if there is one, and reports with ``finishForgetting(_:)``;
    /// nil where nothing is forgotten.
    var compact: ((@escaping Choice) -> Void)?
    var forgetting: ForgettingTimes

    init(_ subscriptions: Subscriptions, frontier: FleetInstant?) {
        self.subscriptions = subscriptions
        self.frontier = frontier
        forgetting = ForgettingTimes(from: subscriptions.clockwork.schedule.fleetOrigin)
    }

    var clockwork: Clockwork { subscriptions.clockwork }
    var fleet: Fleet { clockwork.fleet }
    /// The instant up to which everything has been published.
    var now: FleetInstant { clockwork.live.now }

    /// Checks a command, books it and gives it to the disk. Without a journal it takes effect now.
    func perform(
        _ request: CommandRequest, by rights: Rights = .unrestricted, among users: Int = 1,
        then answer: @escaping CommandAnswer
    ) {
        do throws(WireError) {
            if isEnding { throw Self.ending }
            // While the fleet is not followed, no other call comes.
            if case .start = request { forgetEndedLanes() }
            let command = try check(request, Claimant(rights, among: users), rights)
            try checkJournal(for: command)
            let number = try pending.insert(command, in: fleet, at: now, answer)
            owners.note(command, by: rights)
            guard let keep else { return finish(number, nil) }
            keep(command, number)
        } catch {
            answer(.refused(error))
        }
    }

    private func checkJournal(for command: SessionCommand) throws(WireError) {
        do throws(JournalFailure) { try admit(command) } catch { throw Self.error(for: error) }
    }

    /// Carries out a command that is on the disk, or refuses it.
    ///
    /// The fleet to come has a refused command until all that wait behind it are refused too: no
    /// request may be checked meanwhile.
    ///
    /// - Parameter failure: why it could not be kept.
    func finish(_ number: Int, _ failure: JournalFailure?) {
        let (command, answer) = pending.remove(number)
        do throws(WireError) {
            if let failure { throw Self.error(for: failure) }
            try subscriptions.apply(command)
        } catch {
            if case .start = command.action { owners.forget([command.session.lane]) }
            return answer(.refused(error))
        }
        answer(.done(command, isDurable: keep != nil))
        forgetIfDue()
    }

    func note(on command: SessionCommand) -> String? {
        guard case .add = command.action, fleet.fliesLaps(command.session.flownLane) else {
            return nil
        }
        return LapsNote.text
    }

    /// Forgets who has started the lanes that have left all subscriptions.
    func forgetEndedLanes() { owners.forget(subscriptions.removeEndedLanes()) }
}

/// The commands that are refused behind the check.
extension CommandDesk {
    private static let ending = WireError(
        .shuttingDown, reason: "It takes no more commands; this one has changed nothing.",
        suggestion: "Connect again when it is back.")

    /// Answers the commands that the disk has not kept in time.
    func abandonCommands() {
        for answer in pending.abandon() {
            answer(
                .refused(
                    WireError(
                        .shuttingDown,
                        reason: "The disk has not answered in time: the command may count after "
                            + "the daemon's restart, or not.",
                        suggestion: "Connect again when it is back, and see what flies.")))
        }
    }

    private static func error(for failure: JournalFailure) -> WireError {
        WireError(
            failure.isDiskFull ? .diskFull : .internal,
            reason: "It could not be kept: \(failure).",
            suggestion: failure.isDiskFull
                ? "Nothing has changed; make room on the disk, and try again."
                : "Nothing has changed; see the daemon's log, and try again.")
    }
}
