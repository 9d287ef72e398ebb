import CivilTime
import Simulation
import Vocabulary

extension AthletePreset {
    /// The habits that make such an athlete; the others are drawn. Chosen, but for those of the
    /// week of mock data.
    package var habits: HabitsOrder {
        var order = HabitsOrder()
        switch self {
        case .beginner: order.run(2, 20...40, longRun: .none, [.easy: 1])
        case .commuter:
            order.run(5, 25...45, longRun: .none, [.easy: 0.8, .progression: 0.2])
            order.start = .between(hours: 7, 8)
        case .clubRunner:
            order.run(4, 35...100, longRun: .on(.sunday))
            order.start = .usual(.evening)
        case .marathoner: order.run(6, 40...150, longRun: .on(.sunday))
        case .ultrarunner: order.run(6, 45...240, longRun: .on(.saturday))
        case .elite:
            order.run(7, 40...130, longRun: .on(.sunday))
            order.sleep = -120..<405
        case .masterOf70:
            order.run(4, 25...60, longRun: .on(.saturday), [.easy: 0.9, .progression: 0.1])
            order.start = .between(hours: 6, 8)
            order.sleep = -120..<315
        case .backFromInjury: order.run(3, 15...30, longRun: .none, [.easy: 1])
        case .irregular: order.start = .between(hours: 6, 21)
        case .parent:
            order.run(3, 25...50, longRun: .on(.saturday))
            order.sleep = -60..<345
        case .student:
            order.start = .between(hours: 15, 21)
            order.sleep = 45..<510
        case .mockWeek:
            // With the time before and after the run, and a short pause, it is 30 to 60 minutes.
            order.run(7, 32...54, longRun: .none, [.easy: 0.7, .mission: 0.3])
            order.start = .between(hours: 6, 8)
        }
        return order
    }
}

extension HabitsOrder {
    fileprivate mutating func run(
        _ runsPerWeek: Int, _ minutes: ClosedRange<Int>, longRun: LongRun,
        _ plans: [PlanKind: Double]? = nil
    ) {
        self.runsPerWeek = runsPerWeek
        self.minutes = minutes
        self.longRun = longRun
        self.plans = plans
    }
}

extension HabitsOrder.Start {
    /// From a full hour until just before another.
    fileprivate static func between(hours first: Int, _ end: Int) -> Self {
        .between(first * 3600...end * 3600 - 1)
    }
}
