import Vocabulary
import WireProtocol

extension FleetRun {
    /// Enters a command, and flies by it from its instant on.
    ///
    /// Traps if everything due at that instant has been taken.
    ///
    /// - Throws: as ``Fleet/enter(_:)`` does; nothing has changed then.
    package mutating func apply(_ command: LiveCommand) throws(WireError) {
        try fleet.enter(command)
        note(command)
    }

    /// Flies by a command that has been entered in `fleet`, the state of this run's own fleet after
    /// it. Traps if everything due at the command's instant has been taken.
    mutating func apply(_ command: LiveCommand, of fleet: Fleet) {
        // Runs share the book of the fleet: each would else make its own copy.
        self.fleet = fleet
        note(command)
    }

    private mutating func note(_ command: LiveCommand) {
        precondition(now < command.instant, "command on \(command.session) for what was taken")
        guard let place = place(of: command.session.lane),
            flights[place].session == command.session
        else { return }
        flights[place].noteCommands(of: fleet)
    }

    /// Adds a lane before its first step to one channel; other channels get no lines of it. Also
    /// within a tick, after which the lane begins.
    mutating func add(lane: Int, channel: Int) {
        let session = SessionName(lane: lane, lap: 0)
        let place =
            place(of: lane)
            ?? insert(LaneFlight(session, of: fleet), broughtTo: present.instant)
        channels[channel]?.open(place)
    }
}
