import CivilTime
import Simulation
import Vocabulary

extension DayCourse {
    /// The deviation of the intervals between heart beats in the night that ends on the date, in
    /// tenths of a millisecond, known on waking.
    ///
    /// Falls with age (Umetani et al., J Am Coll Cardiol 31, 1998, 593) and against resting heart
    /// rate, so that load, alcohol and illness lower it as they raise that one.
    func heartRateVariability(wake: FleetInstant) -> Reading {
        let (athlete, stream) = (days.athlete, stream(.variability))
        let rest = Double(athlete.restingHeartRate)
        let usual =
            Elementary.log(43) - 0.009 * Double(athlete.facts.age - 40) - 0.015 * (rest - 58)
            + 0.32 * stream.normal(UInt64.max)
        let tonight = nightlyHeartRates(1)[0] - rest
        let noise = 0.14 * stream.normal(DayDraws.counter(date.dayNumber))
        let milliseconds = Elementary.exp(usual - 0.042 * tonight + noise)
        return Reading(
            instant: wake, value: Int64((milliseconds.clamped(to: 6...220) * 10).rounded()))
    }
}
