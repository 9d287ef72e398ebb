import Vocabulary

/// Age and fitness: the two normal numbers behind an athlete's heart and lungs, and what a quantity
/// that is given tells of them.
///
/// Quantities are linear in both, with a scatter of their own, so all are normal together. A value
/// y that is given, where y₀ would have been drawn, moves each number x by cov(x, y) / var(y) times
/// (y - y₀), which draws x exactly from its distribution given y (Matheron's rule; Journel and
/// Huijbregts, "Mining Geostatistics", 1978). So a value as it would have been drawn changes
/// nothing. Resting heart rate alone, of the variance 4² + 5², moves fitness by -4/41 a beat.
struct Constitution {
    /// Years.
    private(set) var age: Double
    /// Standard normal among runners of the same age and sex.
    private(set) var fitness: Double
    private var ageVariance = deviationOfAge * deviationOfAge
    private var fitnessVariance = 1.0
    private var covariance = 0.0

    private static let deviationOfAge = 11.0

    init(_ draws: Draws) {
        age = draws.normal(.age, mean: 40, deviation: Self.deviationOfAge)
        fitness = draws.normal(.oxygenUptake)
    }

    /// - Parameter scatter: the quantity's own draw, standard normal.
    mutating func learn(_ value: Double, of law: BodyLaw, scatter: Double = 0) {
        let drawn = law.mean(age: age, fitness: fitness) + law.deviation * scatter
        let withAge = law.perYear * ageVariance + law.perFitness * covariance
        let withFitness = law.perYear * covariance + law.perFitness * fitnessVariance
        let variance =
            law.perYear * withAge + law.perFitness * withFitness + law.deviation * law.deviation
        let surprise = (value - drawn) / variance
        age += withAge * surprise
        fitness += withFitness * surprise
        ageVariance -= withAge * withAge / variance
        fitnessVariance -= withFitness * withFitness / variance
        covariance -= withAge * withFitness / variance
    }
}

/// How a quantity of the body depends on age and fitness.
struct BodyLaw {
    private let level: Double
    /// The age of the level.
    private let years: Double
    let perYear: Double
    let perFitness: Double
    /// The standard deviation among athletes of one age and fitness.
    let deviation: Double

    /// Whole years are known as they are.
    static let age = BodyLaw(level: 0, years: 0, perYear: 1, perFitness: 0, deviation: 0)

    /// Beats per minute.
    static let restingHeartRate = BodyLaw(
        level: 60, years: 0, perYear: 0, perFitness: -4, deviation: 5)

    /// Beats per minute: Nikolaidis et al. (Front Physiol 2018), with the scatter of Robergs and
    /// Landwehr (JEPonline 2002).
    static func maximalHeartRate(_ sex: AthleteFacts.Sex) -> BodyLaw {
        BodyLaw(
            level: sex == .female ? 205 : 208, years: 0, perYear: -0.7, perFitness: 0, deviation: 7)
    }

    /// Millilitres per kilogram and minute.
    static func maximalOxygenUptake(_ sex: AthleteFacts.Sex) -> BodyLaw {
        BodyLaw(
            level: sex == .male ? 58 : 53, years: 40, perYear: -0.3, perFitness: 6.5, deviation: 0)
    }

    func mean(age: Double, fitness: Double) -> Double {
        level + perYear * (age - years) + perFitness * fitness
    }

    /// The fitness that takes a quantity to `value` at an age.
    func fitness(of value: Double, age: Double) -> Double {
        (value - mean(age: age, fitness: 0)) / perFitness
    }
}
