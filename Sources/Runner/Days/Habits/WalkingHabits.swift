import CivilTime
import Vocabulary

/// How much an athlete walks apart from runs, and when.
package struct WalkingHabits: Hashable, Sendable {
    /// Steps apart from runs on a usual working day.
    package let steps: Double
    /// Standard deviation of the logarithm of a day's steps, day by day.
    package let spread: Double
    /// How many days are idle, 0...1, with far fewer steps.
    package let idleness: Double
    /// What weekends add to the logarithm of a day's steps.
    package let weekend: Double
    /// Deviation of what single weekdays add.
    package let rhythm: Double
    /// How unlike the average an athlete's hours are: the concentration of a Dirichlet
    /// distribution about them.
    package let concentration: Double
    /// How much more the athlete walks in one block of hours than in another: the deviation of the
    /// logarithm.
    package let contrast: Double
    /// Minutes from one block to the next.
    package let blockMinutes: Int
    /// How unlike the quarters of an hour are: the exponent of exponential numbers.
    package let unevenness: Double
    /// Share of the quarters of an hour without a step.
    package let sitting: Double
    /// Share of the waking hours in which the athlete sits still.
    package let stillness: Double
}

extension WalkingHabits {
    static func drawn(_ habits: RandomStream, _ stream: RandomStream) -> WalkingHabits {
        WalkingHabits(
            steps: (8000 + 2350 * habits.normal(5)).clamped(to: 2200...15_500),
            spread: stream.logNormal(0, median: 0.19, sigma: 0.5).clamped(to: 0.1...0.9),
            idleness: 0.02 + 0.13 * stream.uniform(1),
            weekend: 0.3 * stream.normal(2),
            rhythm: 0.08 * stream.logNormal(3, median: 1, sigma: 0.3),
            concentration: stream.logNormal(4, median: 30, sigma: 0.5).clamped(to: 12...90),
            contrast: stream.logNormal(6, median: 0.25, sigma: 0.8).clamped(to: 0.03...1.1),
            blockMinutes: 45 + 25 * Int(8 * stream.uniform(7)),
            unevenness: 0.4 + 0.9 * stream.uniform(9),
            sitting: 0.05 + 0.35 * stream.uniform(8),
            stillness: stream.logNormal(5, median: 0.10, sigma: 0.6).clamped(to: 0.01...0.35))
    }
}
