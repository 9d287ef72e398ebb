import CivilTime
import Simulation
import Vocabulary

/// What is ordered of an athlete's habits; what is nil is drawn.
///
/// What is given decides, and chance gives way to it. Days can be made of orders without
/// ``problems``; others may trap. The page Days has a section about them.
package struct HabitsOrder: Hashable, Sendable {
    /// 0...7, kept in every week: nothing comes between, no break, no illness, no days away, unless
    /// it is ordered by date.
    package var runsPerWeek: Int?
    /// When runs begin on the clock of the wall.
    package var start: Start?
    /// The shortest and the longest run, whole minutes from setting off to standing still, each
    /// 10...240.
    package var minutes: ClosedRange<Int>?
    /// The day of the long run, or none, which is `LongRun.none`: `.none` alone would be nil.
    package var longRun: LongRun?
    /// Shares of the kinds of plans, 0 or more, in relation to their sum; those that are not named
    /// are not run. A long run that has a day of its own comes on top.
    package var plans: [PlanKind: Double]?
    /// Steps apart from runs on a usual working day, 500...40,000.
    package var stepsPerDay: Int?
    /// When the athlete falls asleep before a working day and wakes on one, in minutes after
    /// midnight, the former negative before it: from -360...360 on, for 3 to 14 hours.
    package var sleep: Range<Int>?
    /// Shares of nights and of days without the watch, 0...1.
    package var nightsOff: Double?
    package var daysOff: Double?

    package enum Start: Hashable, Sendable {
        /// Always at this time of the day, at weekends too.
        case usual(TrainingHabits.TimeOfDay)
        /// Seconds after midnight, the last one included.
        case between(ClosedRange<Int>)
    }

    package enum LongRun: Hashable, Sendable {
        case none
        case on(Weekday)
    }

    package init() {}
}

extension HabitsOrder {
    /// The longest that a run lasts from setting off to standing still, as far as it is not along
    /// a given route, in minutes.
    package var longestRun: Int { minutes?.upperBound ?? Self.longestDrawn }

    /// Minutes: a long run, or a mission and what it may take beyond its plan.
    private static let longestDrawn = 100

    /// Minutes of long runs, and of the others.
    struct Lengths {
        let long: ClosedRange<Int>
        let others: ClosedRange<Int>
    }

    /// The ordered lengths; nil where they are drawn. An athlete who runs long takes the upper
    /// third of the range for it, and the lower half for other runs.
    var lengths: Lengths? {
        guard let minutes else { return nil }
        guard hasLongRun || share(of: .long) > 0 else {
            return Lengths(long: minutes, others: minutes)
        }
        let width = minutes.upperBound - minutes.lowerBound
        return Lengths(
            long: minutes.upperBound - width / 3...minutes.upperBound,
            others: minutes.lowerBound...minutes.lowerBound + width / 2)
    }

    /// Whether plans are made to last as long as the week says, and not as long as their kind.
    var keepsLengths: Bool { minutes != nil || plans != nil }

    /// The seconds that a mission may take where lengths are kept.
    var missionSeconds: ClosedRange<Int64> {
        guard let minutes else { return RunPlan.usualRun }
        return Int64(minutes.lowerBound) * 60...Int64(minutes.upperBound) * 60
    }

    /// The most minutes that a planned run takes; nil where lengths are drawn.
    func longest(_ run: TrainingWeek.Run) -> Int? {
        guard keepsLengths else { return nil }
        guard run.kind == .mission else { return run.minutes }
        // A mission has a distance of its own near the planned time, and a tenth more for stops.
        let (least, most) = (missionSeconds.lowerBound / 60, missionSeconds.upperBound / 60)
        return min(max(run.minutes, Int(least)) * 6 / 5 + 8, Int(most))
    }

    /// Whether each week of training has a long run, whatever the others are.
    var hasLongRun: Bool {
        switch longRun {
        case .on: true
        case .some(.none): false
        case nil: plans == nil
        }
    }

    /// The ordered day of the long run, 0 on Monday.
    var longRunDay: Int? {
        guard case .on(let weekday)? = longRun else { return nil }
        return weekday.rawValue - Weekday.monday.rawValue
    }
}

extension HabitsOrder {
    /// The kind of a run by a uniform number; nil if no kinds are ordered.
    func kind(_ uniform: Double) -> PlanKind? {
        guard plans != nil else { return nil }
        let kinds = sharedKinds
        let sum = kinds.reduce(0) { $0 + share(of: $1) }
        var left = uniform * sum
        for kind in kinds {
            left -= share(of: kind)
            if left < 0 { return kind }
        }
        return kinds.last
    }

    /// The kinds that runs share among themselves. A long run on its day is none of them, unless
    /// there is no other kind.
    private var sharedKinds: [PlanKind] {
        let kinds = PlanKind.allCases.filter { share(of: $0) > 0 }
        guard longRunDay != nil, kinds != [.long] else { return kinds }
        return kinds.filter { $0 != .long }
    }

    func share(of kind: PlanKind) -> Double { plans?[kind] ?? 0 }
}
