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

    private static let countersPerSample: UInt64 = 32

    init(draws: Draws) { stream = draws.stream(.noise) }

    /// Standard normal: where an effect begins.
    func first(_ effect: Effect) -> Double { stream.normal(effect.rawValue) }

    /// Mean 0, standard deviation 1; `number` counts the samples of the session from 1.
    @inline(__always)
    func step(_ effect: Effect, _ number: UInt64) -> Double {
        stream.innovation(number &* Self.countersPerSample &+ effect.rawValue)
    }
}

/// One sample period of a session: how long it is, and the random numbers that belong to it.
struct SamplePoint {
    /// The length of the period.
    let seconds: Double
    /// Counts the samples of the session from 1.
    let number: UInt64
    private let noise: SessionNoise

    init(_ number: UInt64, seconds: Double, noise: SessionNoise) {
        self.number = number
        self.seconds = seconds
        self.noise = noise
    }

    /// Mean 0, standard deviation 1.
    @inline(__always)
    func step(_ effect: SessionNoise.Effect) -> Double { noise.step(effect, number) }
}

extension RandomStream {
    /// A random step of mean 0 and standard deviation 1 for what is drawn at every sample.
    ///
    /// The sum of the four 16-bit quarters of the bits at `counter`: close to normal, never beyond
    /// 3.5, and ten times as fast as the exact quantile. Noise that remembers its last steps is
    /// the sum of many of them and closer still.
    @inline(__always)
    public func innovation(_ counter: UInt64) -> Double {
        let bits = bits(counter)
        let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + bits >> 48
        return (Double(sum) - Self.meanOfSum) * Self.inverseDeviationOfSum
    }

    private static let meanOfSum = 4 * 32_767.5
    /// The variance of four independent numbers uniform in 0...65,535 is (2^32 - 1) / 3.
    private static let inverseDeviationOfSum = 1 / (4_294_967_295.0 / 3).squareRoot()
}
