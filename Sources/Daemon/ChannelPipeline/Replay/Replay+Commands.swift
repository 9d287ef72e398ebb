import Vocabulary

/// How live commands reach replays, and which commands replays keep.
///
/// A replay shares the book of the fleet. Once the fleet forgets commands that lie ahead of the
/// replay, the replay keeps the book as it was and enters later commands itself, until it has come
/// to what the fleet remembers.
extension Replay {
    /// Flies by a command from its instant on, which the live fleet has not reached.
    ///
    /// - Parameter fleet: the live fleet, in whose book the command has been entered.
    package func apply(_ command: SessionCommand, of fleet: Fleet) {
        if command.session.isBook { admitEarly(command.session.flownLane) }
        run.apply(command, of: fleet)
        late.joining?.apply(command, of: fleet)
    }

    /// Has all replays of a fleet fly by a command. Replays that have the same book share it.
    package static func apply(
        _ command: SessionCommand, of fleet: Fleet, to replays: [Replay]
    ) {
        var fleets = [fleet.commands.forgettings: fleet]
        for replay in replays {
            replay.goOn(with: fleet)
            let forgettings = replay.fleet.commands.forgettings
            let other = fleets[forgettings]
            replay.apply(command, of: other ?? fleet)
            if other == nil { fleets[forgettings] = replay.fleet }
        }
    }

    /// How many books replays go on with: one for each time that the fleet has forgotten what some
    /// of them still need. O(replays)
    package static func bookCount(of replays: [Replay]) -> Int {
        Set(replays.map(\.fleet.commands.forgettings)).count
    }

    /// Goes on with the book of a later state of the fleet, unless that book has forgotten what the
    /// replay needs.
    package func goOn(with fleet: Fleet) {
        run.shareBook(of: fleet)
        late.joining?.goOn(with: fleet)
    }
}
