import Vocabulary

extension Athlete {
    /// Joules per kilogram and metre that running costs anybody.
    static let runningCosts = 3.2...4.8
    /// ``slowestRun`` takes at most this share of the oxygen uptake reserve.
    static let greatestEasyShare = 0.8

    /// The speed of an easy run on level ground, metres per second.
    public var easySpeed: Double {
        max(easyIntensity, slowestRunningIntensity) * speedAtFullIntensity
    }

    /// The time in which the athlete runs `metres` all out on level ground, seconds.
    ///
    /// A runner holds the share F of ``Endurance/share(seconds:)`` of the maximal oxygen uptake V.
    /// Of the reserve above rest R that is (F V - R) / (V - R), and as large a share of
    /// ``speedAtFullIntensity`` is the speed.
    public func bestTime(over metres: Double) -> Double {
        func speed(_ share: Double) -> Double {
            (share * maximalOxygenUptake - Self.restingOxygenUptake)
                / (maximalOxygenUptake - Self.restingOxygenUptake) * speedAtFullIntensity
        }
        let limits = metres / speed(1.3)...metres / speed(0.4)
        return Endurance.solved(in: limits) { seconds in
            metres - seconds * speed(Endurance.share(seconds: seconds))
        }
    }

    /// Millilitres of oxygen per kilogram and minute that a metre per second takes.
    static func uptakePerSpeed(runningCost: Double) -> Double {
        runningCost * 60 / joulesPerMillilitre
    }

    /// The least maximal oxygen uptake with which ``slowestRun`` is easy enough.
    static func leastOxygenUptake(runningCost: Double) -> Double {
        restingOxygenUptake + slowestRun * runningCost * 60 / joulesPerMillilitre
            / greatestEasyShare
    }
}

extension AthleteOrder.Fitness {
    /// The greatest maximal oxygen uptake that a best time is put down to: if it asks for more, the
    /// athlete runs at a lower cost instead.
    private static let greatestOfBest = 85.0

    /// The running costs with which somebody can be so fit, joules per kilogram and metre.
    var runningCosts: ClosedRange<Double> {
        let all = Athlete.runningCosts
        switch self {
        case .oxygenUptake(let uptake):
            let reserve = (uptake - Athlete.restingOxygenUptake) * Athlete.joulesPerMillilitre / 60
            let highest = reserve * Athlete.greatestEasyShare / Athlete.slowestRun
            let lowest = reserve / Athlete.greatestFullSpeed
            return max(all.lowerBound, lowest)...min(all.upperBound, highest)
        case .best(let distance, let seconds):
            let held = Endurance.share(seconds: seconds) * Self.greatestOfBest
            let reserve = (held - Athlete.restingOxygenUptake) * Athlete.joulesPerMillilitre / 60
            return all.lowerBound...min(all.upperBound, reserve * seconds / distance)
        }
    }

    /// The maximal oxygen uptake of an athlete who is so fit: as given, or V of F V = R + c v, with
    /// which ``Athlete/bestTime(over:)`` gives the time.
    func maximalOxygenUptake(runningCost: Double) -> Double {
        switch self {
        case .oxygenUptake(let uptake): uptake
        case .best(let distance, let seconds):
            (Athlete.restingOxygenUptake + distance / seconds
                * Athlete.uptakePerSpeed(runningCost: runningCost))
                / Endurance.share(seconds: seconds)
        }
    }
}
