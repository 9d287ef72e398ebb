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
    // 1011 to 1013 belonged to the heart of an earlier model.
    case massOfDays = 1014
    case massOfWeeks = 1015
    case massOfMonths = 1016
    case phone = 1017
    case breaks = 1018
    case walking = 1019
    case hours = 1020
    case blocks = 1021
    case sleeping = 1022
    case naps = 1023
    case wear = 1024
    case nightsWorn = 1025
    case daysWorn = 1026
    case drawer = 1027
    case recovery = 1028
    case heartOfNights = 1029
    case stages = 1030
    case variability = 1031
    case heartOfMinutes = 1032
    case orderedRuns = 1040
    case orderedStarts = 1041
    case findings = 1050
}

extension RandomStream {
    /// e to a normal number of deviation `sigma`, times `median`.
    func logNormal(_ counter: UInt64, median: Double, sigma: Double) -> Double {
        median * Elementary.exp(sigma * normal(counter))
    }

    /// Exponential of mean 1.
    func exponential(_ counter: UInt64) -> Double { -Elementary.log(uniform(counter)) }
}

extension Double {
    func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
