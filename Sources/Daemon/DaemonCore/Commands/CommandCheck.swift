import ChannelPipeline
import Configuration
import LinuxIO
import StateFiles
import StreamServer
import Vocabulary
import WireProtocol

/// How the desk checks a live command against the fleet to come: the present one with all commands
/// that are on their way to the disk.
extension CommandDesk {
    /// Turns a request into a command that is possible in the fleet to come.
    func check(
        _ request: CommandRequest, _ claimant: Claimant, _ rights: Rights
    ) throws(WireError) -> SessionCommand {
        let planned = pending.planned ?? fleet
        try rights.check(
            request, owner: owners.user(of: request, in: planned),
            removing: planned.entry(of: request))
        var command = try planned.command(
            request, after: firstFreeInstant, present: clockwork.clockTime(at: MonotonicClock.now),
            stride: fleet.shard.count, remainder: fleet.shard.index)
        try sign(&command, request, by: rights, in: planned)
        try checkRoom(for: request, in: planned, as: claimant)
        try checkClock(for: request, command)
        return command
    }

    /// Notes the user in whose shares a command counts, if there is one, and refuses a command for
    /// which the shares have no room.
    private func sign(
        _ command: inout SessionCommand, _ request: CommandRequest, by rights: Rights,
        in planned: Fleet
    ) throws(WireError) {
        guard let user = owners.sharingUser(rights) else { return }
        var times = CommandTimes(now: now, day: machineDay())
        if case .start(_, at: .some) = request { times.isPlanned = true }
        command.user = try planned.checkShares(
            of: command, by: (user, rights.user), times,
            startsOfDay: subscriptions.limits.userStarts, stride: fleet.shard.count)
        if case .start = command.action { command.day = times.day }
    }

    private var schedule: ScheduleClock { clockwork.schedule }

    /// The instant after which a command may take effect: lines up to it may have been published by
    /// the time the command is on the disk.
    private var firstFreeInstant: FleetInstant {
        guard keep != nil else { return now }
        let scheduled = schedule.instant(at: MonotonicClock.now)
        let free = max(now, scheduled) + StateLimits.margin(at: schedule.speed)
        return max(free, frontier ?? free)
    }

    /// After a restart with the clock set back, the frontier may lie far ahead: a command given now
    /// is not meant for then. Only a start may be for a time to come.
    private func checkClock(
        for request: CommandRequest, _ command: SessionCommand
    ) throws(WireError) {
        if case .start(_, at: .some) = request { return }
        guard let commandsFrom, clockwork.isPaced else { return }
        let clock = MonotonicClock.now
        let wait = schedule.due(command.instant) - clock
        guard wait > StateLimits.commandWait else { return }
        throw WireError(
            .clockBehind,
            reason: "Lines up to \(commandsFrom.calendarTime) may have been sent before the "
                + "machine's clock was set back; the fleet's present is "
                + "\(schedule.instant(at: clock).calendarTime), and the command would take effect "
                + "in \(wait.components.seconds) s.",
            suggestion: "Set the machine's clock and start the daemon again; if the clock is right "
                + "now, who runs the daemon ends it and runs runwayd \(ClockMend.flag) "
                + "\(ClockMend.now).")
    }

    /// The instant from which on commands take effect, because an earlier process may have
    /// published up to it; nil if it lies no further ahead than after every kill.
    var commandsFrom: FleetInstant? {
        guard keep != nil, let frontier, clockwork.isPaced else { return nil }
        let scheduled = schedule.instant(at: MonotonicClock.now)
        let usual = max(now, scheduled) + StateLimits.frontierReach(at: schedule.speed)
        return frontier > usual ? frontier : nil
    }

    private func checkRoom(
        for request: CommandRequest, in planned: Fleet, as claimant: Claimant
    ) throws(WireError) {
        switch request {
        case .start, .pause, .resume: break
        // A session that is stopped makes room in the end. The fleet has limits of its own for
        // entries.
        case .stop, .add, .remove: return
        }
        guard planned.commands.count < limits.all else {
            throw WireError(
                .noRoom,
                reason: "\(limits.all) commands are kept, most of them on sessions that "
                    + "have not ended.",
                suggestion: "Stop sessions, or try again once some have ended.")
        }
        guard case .start = request else { return }
        let started = planned.startedLanes(at: now).count {
            owners.user(of: $0, in: planned) == claimant.user
        }
        try subscriptions.checkShareOfStart(
            for: claimant, pending: pending.starts, started: started)
    }
}

extension Fleet {
    /// The entry that a request removes; nil if there is none.
    fileprivate func entry(of request: CommandRequest) -> FoundEntry? {
        guard case .remove(let name) = request else { return nil }
        return entry(named: name)
    }
}
