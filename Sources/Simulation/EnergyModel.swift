/// What moving costs an athlete.
package struct EnergyModel: Sendable {
    /// Kilocalories since the session's start, without what the body at rest would have used.
    package private(set) var total = 0.0
    private let runningCost: Double
    /// Kilocalories per joule and kilogram of body mass.
    private let kilocaloriesPerCost: Double
    private let intensityPerPower: Double

    /// Joules per kilogram and metre at the usual walking speeds.
    private static let walkingCost = 2.3
    private static let joulesPerKilocalorie = 4184.0

    package init(athlete: Athlete) {
        runningCost = athlete.runningCost
        kilocaloriesPerCost = athlete.facts.mass / Self.joulesPerKilocalorie
        intensityPerPower = 1 / (athlete.speedAtFullIntensity * athlete.runningCost)
    }

    /// Joules per kilogram and metre, on ground where running costs `ground` times as much as on
    /// the level.
    private func cost(of gait: Gait, ground: Double) -> Double {
        switch gait {
        case .standing, .walking: Self.walkingCost
        case .running: runningCost * ground
        }
    }

    /// The share of the oxygen uptake reserve that moving at `speed` metres per second takes.
    package func intensity(speed: Double, gait: Gait, ground: Double = 1) -> Double {
        cost(of: gait, ground: ground) * speed * intensityPerPower
    }

    /// Adds what `distance` metres cost.
    package mutating func add(distance: Double, gait: Gait, ground: Double = 1) {
        total += cost(of: gait, ground: ground) * distance * kilocaloriesPerCost
    }
}
