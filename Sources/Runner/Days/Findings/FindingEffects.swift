import Simulation
import Vocabulary

/// What ordered findings do to the body, by the day. The section Findings by date of the page Days
/// has the sources.
extension FindingCourse {
    /// Beats per minute that illness and overreaching add to the heart rate of the night that ends
    /// on a day.
    func nightlyBeats(on day: Int) -> Double {
        let ill = strongest(.ill, on: day) { since, _, _ in
            guard since > 0 else { return Self.beatsOfIllness / 3 }
            guard since <= Self.memory else { return 0 }
            return Self.beatsOfIllness * Elementary.exp(-Double(since - 1) / 3)
        }
        return ill + Self.beatsOfStrain * strain(on: day)
    }

    private static let beatsOfIllness = 5.0
    /// The runs themselves add the rest of the 2.5.
    private static let beatsOfStrain = 1.8
    /// Days after which an illness is forgotten.
    private static let memory = 24

    /// How much overreaching weighs on a night, 0...1: it comes within a week and goes within one.
    func strain(on day: Int) -> Double {
        strongest(.overreached, on: day) { sinceFirst, sinceLast, count in
            let reached = min(1, Double(min(sinceFirst, count)) / 7)
            return max(0, reached - max(0, Double(sinceLast)) / 7)
        }
    }

    /// The share of a usual night's sleep that overreaching takes.
    func lackOfSleep(on day: Int) -> Double { 0.08 * strain(on: day) }

    /// Steps in relation to those of another day, apart from what the day's state does.
    func steps(on day: Int) -> Double { isOn(.injured, day) ? 0.76 : 1 }

    /// Speed at any share of the oxygen uptake reserve, in relation to the usual one.
    func speed(on day: Int) -> Double {
        fitness.speed(on: day) * (1 - Self.lossOfIllness * weakness(on: day))
            * (1 - Self.lossOfFatigue * fatigue(on: day))
    }

    /// Beats per minute by which the maximal heart rate of a run differs.
    func maximalHeartRate(on day: Int) -> Double { -5 * fatigue(on: day) }

    private static let lossOfIllness = 0.04
    private static let lossOfFatigue = 0.03

    /// How much of an illness is in the legs, 0...1: all of it until the day after it.
    private func weakness(on day: Int) -> Double {
        strongest(.ill, on: day) { _, sinceLast, _ in
            sinceLast > Self.memory ? 0 : Elementary.exp(-max(0, Double(sinceLast - 1)) / 5)
        }
    }

    /// How tired overreaching has made the legs, 0...1: most on its last day, no more two weeks
    /// later.
    private func fatigue(on day: Int) -> Double {
        strongest(.overreached, on: day) { sinceFirst, sinceLast, count in
            sinceLast <= 0
                ? Double(sinceFirst + 1) / Double(count) : max(0, 1 - Double(sinceLast) / 14)
        }
    }
}

extension AthleteDays {
    /// How the athlete runs on a day.
    func condition(on day: Int) -> Condition {
        guard let findingCourse else { return .usual }
        let beats = findingCourse.maximalHeartRate(on: day)
        let wholeBeats = beats.rounded()
        // Athletes have whole beats; the speed makes up for the rest, so that the speed at a heart
        // rate moves as smoothly as the finding does.
        let reserve = Double(athlete.maximalHeartRate - athlete.restingHeartRate)
        let speed = findingCourse.speed(on: day) * (reserve + wholeBeats) / (reserve + beats)
        return Condition(
            speed: speed.clamped(to: athlete.speedFactors), maximalHeartRate: Int(wholeBeats))
    }

    /// The athlete as it is on a day.
    func athlete(on day: Int) -> Athlete { athlete.taking(condition(on: day)) }

    /// Beats per minute that findings add to the heart rate of the night that ends on a day.
    func nightlyBeats(on day: Int) -> Double {
        guard let findingCourse else { return 0 }
        let usual = Double(athlete.restingHeartRate)
        let fit = findingCourse.fitness.speed(on: day).clamped(to: athlete.speedFactors)
        let change = athlete.restingHeartRateChange(speed: fit)
        // Nobody's rest moves beyond what nearly all athletes are drawn with.
        let rest = (usual + change).clamped(to: min(42, usual)...max(90, usual))
        return rest - usual + findingCourse.nightlyBeats(on: day)
    }
}
