import Vocabulary

/// The sum of several independent Ornstein-Uhlenbeck noises from one stream.
///
/// Time constants that grow by equal factors make its spectrum fall like a power of frequency, as
/// human rhythms do.
struct LayeredNoise<let count: Int>: Sendable {
    private var layers: [count of OrnsteinUhlenbeck]
    private let stream: RandomStream

    /// Every layer has the same `deviation`.
    init(
        timeConstants: [count of Double], deviation: Double, period: Double, stream: RandomStream
    ) {
        layers = [count of OrnsteinUhlenbeck] { layer in
            OrnsteinUhlenbeck(
                timeConstant: timeConstants[layer], deviation: deviation, period: period,
                first: stream.normal(UInt64(layer)))
        }
        self.stream = stream
    }

    /// The noise at sample `place`, counted from 1.
    @inline(__always)
    mutating func next(_ place: UInt64) -> Double {
        var sum = 0.0
        for layer in 0..<count {
            layers[layer].advance(by: stream.innovation(place &* UInt64(count) &+ UInt64(layer)))
            sum += layers[layer].value
        }
        return sum
    }
}
