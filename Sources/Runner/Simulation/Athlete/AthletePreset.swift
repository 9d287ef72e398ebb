/// Athletes that are known by a word: what makes them that, and the rest is drawn.
public enum AthletePreset: String, CaseIterable, Sendable {
    case beginner, commuter
    case clubRunner = "club-runner"
    case marathoner, ultrarunner, elite
    case masterOf70 = "master-of-70"
    case backFromInjury = "back-from-injury"
    case irregular, parent, student
    case mockWeek = "mock-week"

    /// The body and the sensors.
    public var order: AthleteOrder {
        var order = AthleteOrder()
        switch self {
        case .beginner: order.fitness = .best(distance: 5000, seconds: 33 * 60)
        case .commuter: order.fitness = .best(distance: 10_000, seconds: 52 * 60)
        case .clubRunner: order.fitness = .best(distance: 10_000, seconds: 40 * 60)
        case .marathoner: order.fitness = .best(distance: 42_195, seconds: 195 * 60)
        case .ultrarunner: order.fitness = .best(distance: 100_000, seconds: 630 * 60)
        case .elite: (order.age, order.fitness) = (26, .oxygenUptake(78))
        case .masterOf70: (order.age, order.fitness) = (70, .best(distance: 10_000, seconds: 3000))
        case .backFromInjury: (order.restingHeartRate, order.fitness) = (64, .oxygenUptake(45))
        case .irregular: order.fitness = .best(distance: 5000, seconds: 28 * 60)
        case .parent: order.age = 38
        case .student: order.age = 21
        case .mockWeek: order = Self.mockWeekOrder
        }
        return order
    }

    // Easy at about 3 m/s, 140 bpm and 11 kcal a minute.
    private static let mockWeekOrder: AthleteOrder = {
        var order = AthleteOrder()
        order.age = 35
        (order.height, order.mass) = (1.7, 62)
        (order.restingHeartRate, order.maximalHeartRate) = (60, 185)
        order.fitness = .best(distance: 10_000, seconds: 38 * 60)
        order.cadence = 180
        return order
    }()

    /// One sentence.
    public var summary: String {
        switch self {
        case .beginner: "Somebody who has just begun and runs 5 km in 33 minutes."
        case .commuter: "Somebody who runs to work and back, 10 km in 52 minutes."
        case .clubRunner: "A member of a running club, 10 km in 40 minutes."
        case .marathoner: "A runner who trains for marathons and runs one in 3:15:00."
        case .ultrarunner: "A runner of very long ways, 100 km in 10:30:00."
        case .elite: "A professional of 26 years with a maximal oxygen uptake of 78 mL/kg/min."
        case .masterOf70: "A runner of 70 years, 10 km in 50 minutes."
        case .backFromInjury:
            "A runner who comes back from an injury, with a heart that beats faster at rest."
        case .irregular: "Somebody who runs now and then, 5 km in 28 minutes."
        case .parent: "A parent of 38 years who runs when the children leave time for it."
        case .student: "A student of 21 years."
        case .mockWeek:
            "A runner with numbers as in made-up data: easy at 3 m/s and 140 bpm, 62 kg, 180 steps "
                + "a minute."
        }
    }
}
