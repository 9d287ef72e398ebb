import Vocabulary

/// How an athlete is on a day, and where.
package enum DayState: String, CaseIterable, Sendable {
    case well
    /// Ill for some days, about twice a year.
    case ill
    /// Away from home, with no time to run and no scales, about twice a year.
    case away
}

/// Episodes of some days that begin at random: at most one in each block of days.
///
/// An episode begins anywhere in its block, so a day can belong to that of its own block and of the
/// one before, and to no other.
struct Episodes {
    let blockDays: Int
    /// The chance of a block to have an episode.
    let chance: Double
    /// Days, at most as many as a block has.
    let length: ClosedRange<Int>

    static let illnesses = Episodes(blockDays: 64, chance: 0.35, length: 3...8)
    static let absences = Episodes(blockDays: 91, chance: 0.5, length: 3...12)

    /// Days since the episode began that holds `day`, from 0 on; nil on other days.
    func elapsed(on day: Int, _ stream: RandomStream) -> Int? {
        days(around: day, stream).map { day - $0.lowerBound }
    }

    /// The days of the episode that holds `day`; nil on other days.
    func days(around day: Int, _ stream: RandomStream) -> Range<Int>? {
        let block = Int(Int64(day).dividedRoundingDown(by: Int64(blockDays)))
        for number in [block, block - 1] {
            guard stream.uniform(DayDraws.counter(number, 0)) < chance else { continue }
            let offset = Int(stream.uniform(DayDraws.counter(number, 1)) * Double(blockDays))
            let span = Double(length.upperBound - length.lowerBound + 1)
            let days = length.lowerBound + Int(stream.uniform(DayDraws.counter(number, 2)) * span)
            let first = number * blockDays + offset
            if (first..<first + days).contains(day) { return first..<first + days }
        }
        return nil
    }
}
