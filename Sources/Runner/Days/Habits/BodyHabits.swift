import Vocabulary

/// How an athlete's resting heart rate and mass move, and when the scales are asked.
package struct BodyHabits: Hashable, Sendable {
    /// How much resting heart rate moves from night to night; 1 is average.
    package let heartSpread: Double
    /// Beats per minute that a working day adds to the heart rate of sitting.
    package let tension: Double
    /// Share of mornings on the scales.
    package let weighing: Double
    /// Share of Fridays and Saturdays with alcohol; other days have a fifth of it.
    package let drinking: Double
    /// How much of the usual rhythm of the week is in the athlete's mass; 1 is average.
    package let massRhythm: Double
}

extension BodyHabits {
    static func drawn(_ habits: RandomStream, _ stream: RandomStream) -> BodyHabits {
        BodyHabits(
            heartSpread: stream.logNormal(0, median: 1, sigma: 0.31).clamped(to: 0.4...2.5),
            tension: stream.logNormal(1, median: 3, sigma: 0.5).clamped(to: 0.5...10),
            weighing: 0.6 + 0.36 * habits.uniform(11), drinking: 0.7 * habits.uniform(12),
            massRhythm: (1 + 0.5 * habits.normal(13)).clamped(to: -0.5...2.5))
    }
}
