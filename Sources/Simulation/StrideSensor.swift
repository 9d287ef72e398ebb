import Vocabulary

/// What a watch says of step length: it divides the speed that it reads by the cadence.
struct StrideSensor: Sendable {
    private let stream: RandomStream

    /// Share of the length.
    private static let scatter = 0.002

    init(draws: Draws) { stream = draws.stream(.strideError) }

    /// Metres of one step; absent at standstill.
    func read(speed: Double, cadence: Double, place: UInt64) -> Double? {
        guard speed > 0, cadence > 0 else { return nil }
        return max(0, 60 * speed / cadence * (1 + Self.scatter * stream.innovation(place)))
    }
}
