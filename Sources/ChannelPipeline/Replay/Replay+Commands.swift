import Vocabulary

extension Replay {
    /// Flies by a command from its instant on, which the live fleet has not reached.
    ///
    /// - Parameter fleet: the live one, in whose book the command has been entered.
    package func apply(_ command: SessionCommand, of fleet: Fleet) {
        if command.session.isBook { admitEarly(command.session.flownLane) }
        run.apply(command, of: fleet)
    }
}
