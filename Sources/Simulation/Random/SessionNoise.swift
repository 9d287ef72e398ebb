import Vocabulary

/// The random numbers of one session that are drawn at every sample.
///
/// All effects share one stream, in which each has places of its own: no signal moves when another
/// is switched off, and the session keeps one key instead of one for each effect.
struct SessionNoise: Sendable {
    private let stream: RandomStream

    /// An effect's share of the places. The numbers are part of the model.
    enum Effect: UInt64, CaseIterable {
        case roughness = 0
        case grade = 1
        case slowPacing = 2
        case pacing = 3
        case cadence = 4
        case slowCadence = 5
        case contact = 6
        case slowContact = 7
        case heartRate = 8
        case mediumHeartRate = 9
        case slowHeartRate = 10
        case speedError = 11
        case strideError = 12
        case heartRateScatter = 13
    }

    private static let placesPerSample: UInt64 = 32

    init(draws: Draws) { stream = draws.stream(.noise) }

    /// Standard normal: where an effect begins.
    func first(_ effect: Effect) -> Double { stream.normal(effect.rawValue) }

    /// Mean 0, standard deviation 1; `place` counts the samples of the session from 1.
    @inline(__always)
    func step(_ effect: Effect, _ place: UInt64) -> Double {
        stream.innovation(place &* Self.placesPerSample &+ effect.rawValue)
    }
}
