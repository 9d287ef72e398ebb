import Vocabulary

/// When and how well an athlete sleeps.
package struct SleepHabits: Hashable, Sendable {
    /// Minutes asleep in a usual night before a working day.
    package let minutes: Double
    /// When the athlete falls asleep before a working day, in minutes after midnight; mostly
    /// negative.
    package let bedMinute: Double
    /// Share of the night that the athlete lies awake.
    package let wakefulness: Double
    /// Minutes from going to bed to falling asleep beyond the first four, on average.
    package let latency: Double
    /// How much the times of falling asleep and waking vary; 1 is 38 and 31 minutes.
    package let spread: Double
    /// Minutes by which the athlete goes to bed and gets up later at weekends.
    package let weekendBed: Double
    package let weekendWake: Double
    /// Share of nights that begin far too late.
    package let lateNights: Double
    /// Share of the stretches awake in which the athlete walks, and how many steps that usually
    /// takes.
    package let nightlyWalks: Double
    package let nightlySteps: Double
    /// Share of days with a nap.
    package let naps: Double
}

extension SleepHabits {
    static func drawn(
        _ time: TrainingHabits.TimeOfDay, _ habits: RandomStream, _ stream: RandomStream
    ) -> SleepHabits {
        let weekendBed = 32 + 30 * stream.normal(1)
        return SleepHabits(
            minutes: (408 + 38 * habits.normal(7)).clamped(to: 300...530),
            bedMinute: (bedMinute(time) + 58 * habits.normal(8)).clamped(to: -200...160),
            wakefulness: (0.06 + 0.02 * habits.normal(9)).clamped(to: 0.02...0.15),
            latency: stream.logNormal(9, median: 7, sigma: 0.5).clamped(to: 2...15),
            spread: stream.logNormal(0, median: 1.2, sigma: 0.28).clamped(to: 0.5...2.5),
            weekendBed: weekendBed,
            weekendWake: weekendBed + 45 + 45 * stream.normal(2),
            lateNights: (0.12 * stream.logNormal(3, median: 0.9, sigma: 0.45))
                .clamped(to: 0.03...0.3),
            nightlyWalks: 0.9 * stream.uniform(6),
            nightlySteps: stream.logNormal(8, median: 16, sigma: 1),
            naps: stream.uniform(4) < 0.33 ? 0.02 + 0.06 * stream.uniform(5) : 0)
    }

    /// Early runners go to bed early.
    private static func bedMinute(_ time: TrainingHabits.TimeOfDay) -> Double {
        switch time {
        case .early: -100
        case .midday: -48
        case .evening: -30
        }
    }
}
