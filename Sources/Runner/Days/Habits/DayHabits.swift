import CivilTime
import Simulation
import Vocabulary

/// What stays the same in an athlete's days for years, cause by cause.
package struct DayHabits: Hashable, Sendable {
    package let training: TrainingHabits
    package let walking: WalkingHabits
    package let sleeping: SleepHabits
    package let wear: WearHabits
    package let body: BodyHabits
}

extension DayHabits {
    static func drawn(_ draws: DayDraws) -> DayHabits {
        let stream = draws.stream(.habits)
        let training = TrainingHabits.drawn(stream, draws.stream(.breaks))
        return DayHabits(
            training: training,
            walking: .drawn(stream, draws.stream(.walking)),
            sleeping: .drawn(training.timeOfDay, stream, draws.stream(.sleeping)),
            wear: .drawn(draws.stream(.wear)),
            body: .drawn(stream, draws.stream(.recovery)))
    }
}
