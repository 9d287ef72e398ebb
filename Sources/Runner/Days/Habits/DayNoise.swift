import Vocabulary

/// Noise that changes smoothly from day to day, at any day without those before.
///
/// Independent normal numbers stand at knots of `period` days, and a cubic B-spline runs between
/// them (de Boor, "A practical guide to splines", 1978). Values four knots apart are independent.
struct SmoothNoise {
    let stream: RandomStream
    /// Days from knot to knot, at least 1.
    let period: Int

    init(_ draws: DayDraws, _ purpose: DayPurpose, period: Int) {
        stream = draws.stream(purpose)
        self.period = period
    }

    /// Of mean 0 and, over all days, standard deviation 1.
    func value(on day: Int) -> Double {
        let knot = Int64(day).dividedRoundingDown(by: Int64(period))
        let t = Double(Int64(day) - knot * Int64(period)) / Double(period)
        return Self.spline(t) { normal(knot + Int64($0)) }
    }

    private func normal(_ knot: Int64) -> Double { stream.normal(UInt64(bitPattern: knot)) }

    /// The value a share `t` of the way behind a knot.
    ///
    /// - Parameter normal: the numbers at the knots -1...2, counted from that knot.
    static func spline(_ t: Double, _ normal: (Int) -> Double) -> Double {
        let s = 1 - t
        let weights = (
            s * s * s, 4 - 6 * t * t + 3 * t * t * t, 4 - 6 * s * s + 3 * s * s * s, t * t * t
        )
        let sum =
            weights.0 * normal(-1) + weights.1 * normal(0) + weights.2 * normal(1)
            + weights.3 * normal(2)
        return sum / 6 * scale
    }

    /// Over a period, the squares of the four weights have the mean 151 / 315.
    private static let scale = (315.0 / 151).squareRoot()
}

/// Noise that forgets itself from day to day by a fixed share, as an Ornstein-Uhlenbeck process
/// does, at any day without those before: what is older than ``memory`` has gone.
struct FadingNoise {
    let stream: RandomStream
    /// Days in which it falls to 1/e.
    let timeConstant: Double

    private static let memory = 24

    /// The values of the days up to `day`, the last `count` of them, each of mean 0 and standard
    /// deviation 1. O(count + memory).
    func values(_ count: Int, upTo day: Int) -> [Double] {
        let kept = Elementary.exp(-1 / timeConstant)
        let share = (1 - kept * kept).squareRoot()
        var (value, values) = (0.0, [Double]())
        values.reserveCapacity(count)
        for number in day - Self.memory - count + 1...day {
            value = kept * value + share * stream.normal(UInt64(bitPattern: Int64(number)))
            if number > day - count { values.append(value) }
        }
        return values
    }
}

/// A chain of days of two kinds that tends to stay as it is, at any day without those before.
///
/// Each day is drawn anew, or with the chance `stickiness` is like the day before, so that this is
/// the chain's autocorrelation.
struct StickyChain {
    let stream: RandomStream
    /// The share of days of the rarer kind.
    let share: Double
    let stickiness: Double

    /// A longer run of days that are alike is cut: a chance below 10^-9.
    private static let longest = 30

    /// Whether a day is of the rarer kind. Takes one or two draws on average.
    subscript(day: Int) -> Bool {
        var drawn = day
        while stream.uniform(DayDraws.counter(drawn, 0)) < stickiness, day - drawn < Self.longest {
            drawn -= 1
        }
        return stream.uniform(DayDraws.counter(drawn, 1)) < share
    }
}
