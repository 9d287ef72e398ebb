import Vocabulary

/// What a motion sensor reads of cadence.
struct CadenceSensor: Sendable {
    private let stream: RandomStream

    /// Steps per minute.
    private static let scatter = 0.3

    init(draws: Draws) { stream = draws.stream(.cadenceError) }

    /// Steps of both feet per minute; 0 at standstill.
    func read(_ cadence: Double, place: UInt64) -> Double {
        guard cadence > 0 else { return 0 }
        return max(0, cadence + Self.scatter * stream.innovation(place))
    }
}
