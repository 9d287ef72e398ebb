import Vocabulary

/// One sample period of a session: how long it is, and the random numbers that belong to it.
struct SamplePoint {
    /// The length of the period.
    let seconds: Double
    /// Counts the samples of the session from 1.
    let place: UInt64
    private let noise: SessionNoise

    init(_ place: UInt64, seconds: Double, noise: SessionNoise) {
        self.place = place
        self.seconds = seconds
        self.noise = noise
    }

    /// Mean 0, standard deviation 1.
    @inline(__always)
    func step(_ effect: SessionNoise.Effect) -> Double { noise.step(effect, place) }
}
