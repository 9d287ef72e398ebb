/// The energy that moving costs an athlete.
public struct EnergyModel: Sendable {
    /// Active kilocalories since the session's start: the body's use at rest is left out.
    public private(set) var total = 0.0
    private let runningCost: Double
    /// Kilocalories per joule and kilogram of body mass.
    private let kilocaloriesPerCost: Double
    private let intensityPerPower: Double

    /// Joules per kilogram and metre of walking. It is least at a comfortable speed, and equals the
    /// cost of running near 1.9 m/s, where people begin to run (Margaria et al., J Appl Physiol
    /// 1963).
    private static func walkingCost(speed: Double) -> Double {
        let haste = max(0, speed - 1.3)
        return 2.3 + 4.4 * haste * haste
    }
    private static let joulesPerKilocalorie = 4184.0

    public init(athlete: Athlete) {
        runningCost = athlete.runningCost
        kilocaloriesPerCost = athlete.facts.mass / Self.joulesPerKilocalorie
        intensityPerPower = 1 / (athlete.speedAtFullIntensity * athlete.runningCost)
    }

    /// Joules per kilogram and metre, on ground where running costs `ground` times as much as on
    /// the level.
    private func cost(of gait: Gait, speed: Double, ground: Double) -> Double {
        switch gait {
        case .standing, .walking: Self.walkingCost(speed: speed)
        case .running: runningCost * ground
        }
    }

    /// The share of the oxygen uptake reserve that moving at `speed` metres per second takes.
    public func intensity(speed: Double, gait: Gait, ground: Double = 1) -> Double {
        cost(of: gait, speed: speed, ground: ground) * speed * intensityPerPower
    }

    /// Adds the energy of `seconds` at `speed` metres per second.
    public mutating func add(
        speed: Double, seconds: Double, gait: Gait, ground: Double = 1
    ) {
        let cost = cost(of: gait, speed: speed, ground: ground)
        total += cost * speed * seconds * kilocaloriesPerCost
    }
}
