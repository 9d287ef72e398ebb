import Vocabulary

/// What became of a true phase.
enum Detection: Equatable, Sendable {
    /// The machine was in it already, or it was too short.
    case notNeeded
    case missed
    case after(FleetDuration)
}
