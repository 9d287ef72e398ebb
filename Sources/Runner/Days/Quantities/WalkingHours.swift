import CivilTime
import Vocabulary

/// How likely an athlete walks at a time of a date: by the hours of the athlete's own, in blocks of
/// an hour or three, and not at all in some.
struct WalkingHours {
    /// The average over many days, hour by hour.
    private let usual: [Double]
    /// Normal numbers at the knots of the date's blocks, from the one before midnight on.
    private let knots: [Double]
    /// Blocks below this are still.
    private let still: Double

    private let blockMinutes: Int
    private let contrast: Double

    init(_ course: DayCourse) {
        let habits = course.days.habits.walking
        let isFree = course.date.weekday.isWeekend
        let stream = course.stream(.hours)
        let mean = isFree ? Self.freeHours : Self.workingHours
        let sum = mean.reduce(0, +)
        usual = mean.enumerated().map { hour, weight in
            // A gamma number of this shape after Wilson and Hilferty (PNAS 17, 1931, 684): they
            // are the parts of a Dirichlet distribution. An athlete's free days are like the
            // working days, but for a part of their own.
            let shape = max(0.3, habits.concentration * weight / sum)
            let own = stream.normal(UInt64(hour))
            let ofKind = stream.normal(UInt64(hour + (isFree ? 32 : 64)))
            let root = 1 - 1 / (9 * shape) + (0.85 * own + 0.53 * ofKind) / (3 * shape.squareRoot())
            return root > 0 ? weight * root * root * root : 0
        }
        let blocks = course.stream(.blocks)
        knots = (0..<24 * 60 / habits.blockMinutes + 4).map {
            blocks.normal(DayDraws.counter(course.date.dayNumber, $0))
        }
        (blockMinutes, contrast) = (habits.blockMinutes, habits.contrast)
        still = Elementary.normalQuantile(habits.stillness)
    }

    /// In relation to other times; 0 where the athlete sits still.
    ///
    /// - Parameter minute: minutes after midnight by the clock of the wall.
    func weight(minute: Int) -> Double {
        let (knot, rest) = (minute / blockMinutes, minute % blockMinutes)
        let block = SmoothNoise.spline(Double(rest) / Double(blockMinutes)) {
            knots[knot + 1 + $0]
        }
        guard block > still else { return 0 }
        let hour = minute / 60
        let share = Double(minute % 60) / 60
        let usual = usual[hour % 24] * (1 - share) + usual[(hour + 1) % 24] * share
        return usual * Elementary.exp(contrast * block)
    }

    /// On the way to work, at noon and after work.
    private static let workingHours = [
        0.8, 0.6, 0.4, 0.3, 0.3, 0.5, 0.9, 1.1, 1.3, 1.25, 1.4, 1.4, 1.6, 1.5, 1.4, 1.25, 1.6, 1.75,
        1.9, 1.75, 1.2, 1, 1, 0.95,
    ]
    /// In the middle of the day.
    private static let freeHours = [
        0.9, 0.7, 0.5, 0.3, 0.3, 0.3, 0.4, 0.7, 1.1, 1.35, 1.8, 1.75, 1.8, 2, 1.85, 1.65, 1.4, 1.5,
        1.6, 1.5, 1.1, 0.95, 1, 0.95,
    ]
}
