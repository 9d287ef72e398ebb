import Vocabulary

/// How an athlete wears the watch.
package struct WearHabits: Hashable, Sendable {
    /// Share of nights without the watch.
    package let nightsOff: Double
    /// Share of days on which it stays off but for the run.
    package let daysOff: Double
    /// Whether it is charged in the evening, and not after getting up.
    package let chargesInEvening: Bool
    /// Minutes of a usual charge.
    package let chargeMinutes: Double
    /// Share of days on which it is charged while the athlete is awake.
    package let charges: Double
}

extension WearHabits {
    static func drawn(_ stream: RandomStream) -> WearHabits {
        let normal = stream.normal(0)
        // 5, 13 and 45 % of the nights at the quantiles of 10, 50 and 90 %.
        let odds = Elementary.exp(-2.3 + (normal < 0 ? 0.81 : 1.33) * normal)
        let off = stream.uniform(1)
        // A quarter of the athletes take it off for the night.
        let sleepsWithout = stream.uniform(5) < 0.25
        return WearHabits(
            nightsOff: sleepsWithout
                ? 0.88 + 0.115 * stream.uniform(6) : (odds / (1 + odds)).clamped(to: 0.01...0.95),
            daysOff: 0.3 * off * off * off * off * off, chargesInEvening: stream.uniform(2) < 0.5,
            chargeMinutes: stream.logNormal(3, median: 55, sigma: 0.4).clamped(to: 20...180),
            charges: 0.25 + 0.6 * stream.uniform(4))
    }
}
