import Vocabulary

/// What a client wants done to a session while the fleet flies.
public enum CommandRequest: Hashable, Sendable {
    /// - Parameter at: the first tick not before the instant that was asked for; nil is the next.
    case start(StartOrder, at: FleetInstant?)
    case pause(SelectedSessions)
    case resume(SelectedSessions)
    case stop(SelectedSessions)
}
