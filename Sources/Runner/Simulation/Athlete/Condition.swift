/// How an athlete is in one session, in relation to what is usual: trained, tired, recovering.
public struct Condition: Hashable, Sendable {
    /// Speed at any share of the oxygen uptake reserve, in relation to the usual one; within
    /// ``Athlete/speedFactors``.
    public let speed: Double
    /// Beats per minute by which the maximal heart rate differs, -20...0.
    public let maximalHeartRate: Int

    /// In which an athlete is as it was drawn or ordered.
    public static let usual = Condition()

    public init(speed: Double = 1, maximalHeartRate: Int = 0) {
        (self.speed, self.maximalHeartRate) = (speed, maximalHeartRate)
    }
}

extension Athlete {
    /// Metres per second. Nobody's whole reserve leads to a greater speed: the fastest marathon
    /// asks for 7.0. Whoever takes up more oxygen runs at a higher cost, as studies of elite
    /// runners find (Morgan and Daniels, Int J Sports Med 15, 1994, 426).
    public static let greatestFullSpeed = 7.2
    /// ``slowestRun`` takes at most this share of the reserve, whatever befalls an athlete.
    private static let greatestRunningShare = 0.9

    /// By which factors a condition can change the athlete's speed, so that it neither falls to a
    /// walk nor rises beyond ``greatestFullSpeed``; 1 is always one of them.
    public var speedFactors: ClosedRange<Double> {
        let usual = speedAtFullIntensity
        let least = Self.slowestRun / Self.greatestRunningShare / usual
        return min(1, least)...max(1, Self.greatestFullSpeed / usual)
    }

    /// The athlete in a condition: with as much more or less of an oxygen uptake reserve, at the
    /// usual cost and heart rate at rest. In the usual condition nothing changes.
    public func taking(_ condition: Condition) -> Athlete {
        guard condition != .usual else { return self }
        var athlete = self
        athlete.maximalOxygenUptake += oxygenUptakeChange(condition.speed)
        athlete.maximalHeartRate += condition.maximalHeartRate
        return athlete
    }

    /// The speed at a heart rate in a condition, in relation to the usual one.
    ///
    /// The share of the reserve that a heart rate stands for is in inverse proportion to the
    /// heart's own reserve, so that the factor is the same at every heart rate.
    public func speedAtHeartRate(in condition: Condition) -> Double {
        let reserve = Double(maximalHeartRate - restingHeartRate)
        return condition.speed * reserve / (reserve + Double(condition.maximalHeartRate))
    }

    /// Beats per minute by which the heart rate at rest moves with fitness that changes the speed
    /// by a factor: as between athletes, -4 for each 6.5 ml of oxygen per kilogram and minute.
    public func restingHeartRateChange(speed factor: Double) -> Double {
        let perUptake =
            BodyLaw.restingHeartRate.perFitness
            / BodyLaw.maximalOxygenUptake(facts.sex).perFitness
        return perUptake * oxygenUptakeChange(factor)
    }

    /// Millilitres per kilogram and minute.
    private func oxygenUptakeChange(_ factor: Double) -> Double {
        (maximalOxygenUptake - Self.restingOxygenUptake) * (factor - 1)
    }
}

extension AthleteOrder {
    /// The speed that takes the whole oxygen uptake reserve of somebody as fit as is ordered, at a
    /// running cost of 3.9 J/kg/m or the nearest that such fitness allows, metres per second; nil
    /// where no fitness is ordered. Who is drawn with another cost is somewhat faster or slower.
    public var speedAtFullIntensity: Double? {
        guard let fitness else { return nil }
        let cost = 3.9.clamped(to: fitness.runningCosts)
        let uptake = fitness.maximalOxygenUptake(runningCost: cost)
        return (uptake - Athlete.restingOxygenUptake) / Athlete.uptakePerSpeed(runningCost: cost)
    }
}
