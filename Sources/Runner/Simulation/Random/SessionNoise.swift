import Vocabulary

/// The random numbers of one session that are drawn at every sample.
///
/// All effects share one stream, in which each has counters of its own. Switching one effect off
/// changes no other, and the session keeps one key instead of one for each effect.
struct SessionNoise: Sendable {
    private let stream: RandomStream

    /// An effect; the raw value is its counter among those of a sample, and is part of the model.
    enum Effect: UInt64, CaseIterable {
        case roughness = 0
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
        case speedBumps = 14
        case cadenceBumps = 15
        case heartBumps = 16
        case receiverBumps = 17
        case contactError = 18
        case recorder = 19
        case heartUnrest = 20
        case heartStrays = 21
        case resistance = 22
    }

    private static let countersPerSample: UInt64 = 32

    init(draws: Draws) { stream = draws.stream(.noise) }

    @inline(__always)
    func bits(_ effect: Effect, _ number: UInt64) -> UInt64 {
        stream.bits(number &* Self.countersPerSample &+ effect.rawValue)
    }

    /// A standard normal number, for the first value of an effect.
    func first(_ effect: Effect) -> Double { stream.normal(effect.rawValue) }

    /// The draws of an event: the time before it, and what it is like. The raw value is a part of
    /// the model.
    enum EventDraw: UInt64 {
        case interval = 1
        case height = 2
        case width = 3
        case sign = 4
    }

    /// Uniform in the open interval (0, 1), for an event that begins or ends at a sample.
    func uniform(_ effect: Effect, _ number: UInt64, _ draw: EventDraw) -> Double {
        stream.uniform(counter(effect, number, draw))
    }

    /// Standard normal, for an event that begins or ends at a sample.
    func normal(_ effect: Effect, _ number: UInt64, _ draw: EventDraw) -> Double {
        stream.normal(counter(effect, number, draw))
    }

    // The draws of events lie above all counters of samples.
    private func counter(_ effect: Effect, _ number: UInt64, _ draw: EventDraw) -> UInt64 {
        draw.rawValue << 60 | number &* Self.countersPerSample &+ effect.rawValue
    }

    /// A number of mean 0 and standard deviation 1; `number` counts the session's samples from 1.
    @inline(__always)
    func step(_ effect: Effect, _ number: UInt64) -> Double {
        stream.innovation(number &* Self.countersPerSample &+ effect.rawValue)
    }
}

/// One sample period of a session: its length and its random numbers.
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

    /// The random number of an effect in this period, of mean 0 and standard deviation 1.
    @inline(__always)
    func step(_ effect: SessionNoise.Effect) -> Double { noise.step(effect, number) }

    /// 64 random bits of an effect in this period.
    @inline(__always)
    func bits(_ effect: SessionNoise.Effect) -> UInt64 { noise.bits(effect, number) }

    /// Uniform in the open interval (0, 1), for an event that begins or ends in this period.
    func uniform(_ effect: SessionNoise.Effect, _ draw: SessionNoise.EventDraw) -> Double {
        noise.uniform(effect, number, draw)
    }

    /// Standard normal, for an event that begins or ends in this period.
    func normal(_ effect: SessionNoise.Effect, _ draw: SessionNoise.EventDraw) -> Double {
        noise.normal(effect, number, draw)
    }
}

extension RandomStream {
    /// A random number of mean 0 and standard deviation 1, ten times as fast as the exact normal.
    ///
    /// It is the sum of the four 16-bit quarters of the bits at `counter`: close to normal, and
    /// never beyond 3.5. Noise with memory sums many of them, which is closer still.
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
