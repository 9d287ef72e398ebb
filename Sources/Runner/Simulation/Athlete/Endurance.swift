import Vocabulary

/// How fast people can run for how long.
public enum Endurance {
    /// Metres of a best time that can be given.
    public static let distances = 400.0...100_000

    /// The share of the maximal oxygen uptake that a runner can hold for some seconds.
    ///
    /// With t in minutes it is 0.8 + 0.1894393 e^(-0.012778 t) + 0.2989558 e^(-0.1932605 t) up to
    /// two hours (Daniels and Gilbert, "Oxygen Power", 1979), above 1 in the first nine minutes.
    /// From there on it falls like 91.24 - 3.79 h + 0.08 h² of h hours (Davies and Thompson, Eur J
    /// Appl Physiol 41, 1979, 233), which differs by a thousandth at two hours; after a day it
    /// stays as it is.
    public static func share(seconds: Double) -> Double {
        guard seconds > joint else { return shareOfRace(minutes: seconds / 60) }
        let hours = min(seconds / 3600, 23.5)
        return shareOfRace(minutes: joint / 60) * percentOfDay(hours) / percentOfDay(joint / 3600)
    }

    /// Seconds at which the two laws meet.
    private static let joint = 7200.0

    private static func shareOfRace(minutes: Double) -> Double {
        0.8 + 0.1894393 * Elementary.exp(-0.012778 * minutes)
            + 0.2989558 * Elementary.exp(-0.1932605 * minutes)
    }

    private static func percentOfDay(_ hours: Double) -> Double {
        91.24 - 3.79 * hours + 0.08 * hours * hours
    }

    /// The shortest time over a distance within ``distances``, seconds: that of the fastest runs
    /// there have been, and between them a straight line of the logarithms, whose slope is the
    /// exponent of Riegel (American Scientist 69, 1981, 285).
    public static func fastestTime(over distance: Double) -> Double {
        let place = fastestRuns.dropLast().lastIndex { $0.distance <= distance } ?? 0
        let (from, to) = (fastestRuns[place], fastestRuns[place + 1])
        let exponent =
            Elementary.log(to.seconds / from.seconds) / Elementary.log(to.distance / from.distance)
        return from.seconds
            * Elementary.exp(exponent * Elementary.log(distance / from.distance))
    }

    /// Van Niekerk 2016, El Guerrouj 1998, Cheptegei 2020 twice, Kiplimo 2025, Kiptum 2023 and
    /// Sorokin 2023.
    private static let fastestRuns: [(distance: Double, seconds: Double)] = [
        (400, 43.03), (1500, 206), (5000, 755.36), (10_000, 1571), (21_097.5, 3402),
        (42_195, 7235), (100_000, 21_935),
    ]

    /// The longest time over a distance, seconds, from which an athlete follows who runs easily at
    /// ``Athlete/slowestRun``, whatever the running cost.
    public static func slowestTime(over distance: Double) -> Double {
        let limits = distance / 4...distance
        return solved(in: limits) { seconds in
            distance - seconds * slowestSpeed(share: share(seconds: seconds))
        }
    }

    // The uptake that a best time asks for is (rest + c v) / share, with c the uptake of a metre
    // per second. It is at least rest + c slowestRun / greatestEasyShare for v from here on.
    private static func slowestSpeed(share: Double) -> Double {
        let rest = [Athlete.runningCosts.lowerBound, Athlete.runningCosts.upperBound].map {
            Athlete.restingOxygenUptake * (share - 1) / Athlete.uptakePerSpeed(runningCost: $0)
        }
        return share * Athlete.slowestRun / Athlete.greatestEasyShare + max(rest[0], rest[1])
    }

    /// The least maximal oxygen uptake with which anybody runs, millilitres per kilogram and
    /// minute, rounded up to a tenth: that of the least running cost.
    public static let leastOxygenUptake: Double =
        (Athlete.leastOxygenUptake(runningCost: Athlete.runningCosts.lowerBound) * 10)
        .rounded(.up) / 10

    /// Where a falling function passes zero, to 2^-60 of the range.
    static func solved(
        in range: ClosedRange<Double>, _ excess: (Double) -> Double
    ) -> Double {
        var (low, high) = (range.lowerBound, range.upperBound)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if excess(middle) > 0 { low = middle } else { high = middle }
        }
        return low
    }
}
