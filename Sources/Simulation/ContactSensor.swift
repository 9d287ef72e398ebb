import Vocabulary

/// What a motion sensor reads of ground contact.
struct ContactSensor: Sendable {
    private let stream: RandomStream

    private static let scatterMilliseconds = 0.6

    init(draws: Draws) { stream = draws.stream(.contactError) }

    /// Milliseconds; absent unless running.
    func read(_ contact: Double?, place: UInt64) -> Double? {
        guard let contact else { return nil }
        return max(0, contact + Self.scatterMilliseconds * stream.innovation(place))
    }
}
