import Vocabulary

/// Short bumps at random times: nothing most of the time, and now and then a rise or a dip of some
/// seconds. Sums of normal noise have no such tails.
///
/// Each bump is height · e^(-|t / width|^1.5), where t is the time since its peak. Bumps do not
/// overlap: the time to the next one, drawn at a constant rate, counts from the end of the last.
struct BumpTrain: Sendable {
    /// In a bump the seconds since its peak, negative before it; else the seconds since the next
    /// one begins, always negative.
    private var clock: Float
    private let meanSeconds: Float
    private var width: Float = 1
    /// 0 between bumps.
    private var height: Float = 0

    /// A bump begins and ends this many widths from its peak, where 2 % of the height remain.
    private static let reach: Float = 2.5

    /// - Parameter perHour: the rate; at 0 nothing ever comes.
    init(perHour: Double, noise: SessionNoise, effect: SessionNoise.Effect) {
        let mean = perHour > 0 ? 3600 / perHour : .infinity
        meanSeconds = Float(mean)
        clock = Float(mean * Elementary.log(noise.uniform(effect, 0, .interval)))
    }

    /// Advances by one period; returns the bump's height at its end.
    @inline(__always)
    mutating func next(_ law: BumpLaw, _ effect: SessionNoise.Effect, at point: SamplePoint)
        -> Double
    {
        clock += Float(point.seconds)
        if height == 0 {
            guard clock >= 0 else { return 0 }
            begin(law, effect, at: point)
        } else if clock > Self.reach * width {
            end(effect, at: point)
            return 0
        }
        let distance = Double(clock < 0 ? -clock / (width * law.onset) : clock / width)
        return Double(height) * Elementary.exp(-distance * distance.squareRoot())
    }

    private mutating func end(_ effect: SessionNoise.Effect, at point: SamplePoint) {
        height = 0
        clock = meanSeconds * Float(Elementary.log(point.uniform(effect, .interval)))
    }

    /// Begins a dip of a given height now, unless a higher bump is under way.
    mutating func dip(by size: Double, _ law: BumpLaw) {
        guard Float(size) > height.magnitude else { return }
        width = Float(law.width)
        clock = -Self.reach * width * law.onset
        height = -Float(size)
    }

    private mutating func begin(
        _ law: BumpLaw, _ effect: SessionNoise.Effect, at point: SamplePoint
    ) {
        width = Float(law.width * Elementary.exp(law.widthSigma * point.normal(effect, .width)))
        clock = -Self.reach * width * law.onset
        let size = Elementary.exp(law.sigma * point.normal(effect, .height))
        let isDip = point.uniform(effect, .sign) < law.shareOfDips
        height = Float(
            isDip ? -min(law.dip * size, law.greatest) : min(law.rise * size, law.greatest))
    }
}

/// How high and how wide the bumps of one cause are.
struct BumpLaw: Sendable {
    let shareOfDips: Double
    /// Median heights; their logarithms have the standard deviation `sigma`.
    let dip: Double
    let rise: Double
    let sigma: Double
    /// Median seconds; its logarithm has the standard deviation `widthSigma`.
    let width: Double
    let widthSigma: Double
    /// How long a bump takes to its peak, in relation to the way back.
    var onset: Float = 1
    let greatest: Double
}
