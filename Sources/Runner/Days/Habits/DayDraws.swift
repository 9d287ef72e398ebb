import Vocabulary

/// The random numbers of one athlete's days, counter by counter: none depends on another.
struct DayDraws: Sendable {
    let seed: UInt64
    let lane: LaneID

    func stream(_ purpose: DayPurpose) -> RandomStream {
        RandomStream(seed: seed, lane: lane.index, purpose: purpose.rawValue)
    }

    /// A draw for a day, a week or a block by its number, which may be negative.
    static func counter(_ number: Int, _ draw: Int = 0) -> UInt64 {
        UInt64(bitPattern: Int64(number)) &* 256 &+ UInt64(draw)
    }
}

/// The purposes of random numbers. They are part of the model: a number that has been used is never
/// given to another effect. Those below 1000 belong to athletes and runs.
enum DayPurpose: UInt64 {
    case habits = 1000
    case week = 1001
    case run = 1002
    case illness = 1003
    case absence = 1004
    case training = 1005
    case day = 1006
    case quarters = 1007
    case night = 1008
    case stepsOfWeeks = 1009
    case sleepOfWeeks = 1010
    case heartOfDays = 1011
    case heartOfWeeks = 1012
    case heartOfMonths = 1013
    case massOfDays = 1014
    case massOfWeeks = 1015
    case massOfMonths = 1016
    case phone = 1017
}

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
        let s = 1 - t
        let weights = (
            s * s * s, 4 - 6 * t * t + 3 * t * t * t, 4 - 6 * s * s + 3 * s * s * s, t * t * t
        )
        let sum =
            weights.0 * normal(knot - 1) + weights.1 * normal(knot) + weights.2 * normal(knot + 1)
            + weights.3 * normal(knot + 2)
        return sum / 6 * Self.scale
    }

    private func normal(_ knot: Int64) -> Double { stream.normal(UInt64(bitPattern: knot)) }

    /// Over a period, the squares of the four weights have the mean 151 / 315.
    private static let scale = (315.0 / 151).squareRoot()
}

extension Double {
    func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
