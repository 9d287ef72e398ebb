import Vocabulary

extension Athlete {
    /// The athlete of `lane`, drawn from a population of runners who wear watches.
    ///
    /// Heart rate limits after Nikolaidis et al. (Front Physiol 2018) with the scatter of Robergs
    /// and Landwehr (JEPonline 2002), its time constant after Hunt et al. (BioMed Eng OnLine
    /// 2015), stature's effect on cadence between Burns et al. (J Appl Physiol 2019) and
    /// similarity.
    public static func drawn(seed: UInt64, lane: Int) -> Athlete {
        let draws = Draws(seed: seed, lane: lane)
        let facts = AthleteFacts.drawn(draws)
        let fitness = draws.normal(.oxygenUptake)
        let cadence = draws.normal(.cadence)
        let runningCost = draws.normal(.runningCost, mean: 3.9, deviation: 0.27)
            .clamped(to: 3.2...4.8)
        return Athlete(
            facts: facts,
            restingHeartRate: restingHeartRate(draws, fitness: fitness),
            maximalHeartRate: maximalHeartRate(draws, facts: facts),
            maximalOxygenUptake: maximalOxygenUptake(
                facts: facts, fitness: fitness, runningCost: runningCost),
            runningCost: runningCost,
            heartRateTimeConstant: heartRateTimeConstant(draws, fitness: fitness),
            heartRateDriftPerHour: draws.normal(.heartRateDrift, mean: 0.05, deviation: 0.02)
                .clamped(to: -0.03...0.14),
            deadTimeSeconds: Int(draws.wholeSeconds(.deadTime, in: 3...5)),
            cadenceAtThree: 166.5 + 6.2 * cadence,
            cadenceSlope: draws.normal(.cadenceSlope, mean: 8, deviation: 4).clamped(to: -2...18),
            contactFactor: contactFactor(draws, cadence: cadence),
            contactExponent: draws.normal(.contactExponent, mean: 0.46, deviation: 0.11)
                .clamped(to: 0.15...0.8),
            contactFatigue: draws.normal(.contactFatigue, mean: 0.015, deviation: 0.01),
            easyIntensity: draws.normal(.easyIntensity, mean: 0.635, deviation: 0.062)
                .clamped(to: 0.52...0.78),
            habits: .drawn(draws), wearables: .drawn(draws))
    }

    private static func restingHeartRate(_ draws: Draws, fitness: Double) -> Int {
        let mean = 60 - 4 * fitness
        let drawn = draws.normal(.restingHeartRate, mean: mean, deviation: 5)
        return Int(drawn.clamped(to: 38...90).rounded())
    }

    private static func maximalHeartRate(_ draws: Draws, facts: AthleteFacts) -> Int {
        let ofMen = 208 - 0.7 * Double(facts.age)
        let mean = facts.sex == .female ? ofMen - 3 : ofMen
        let drawn = draws.normal(.maximalHeartRate, mean: mean, deviation: 7)
        return Int(drawn.clamped(to: 145...212).rounded())
    }

    // The lower limit lets everybody run: ``slowestRun`` takes at most 80 % of the uptake reserve.
    private static func maximalOxygenUptake(
        facts: AthleteFacts, fitness: Double, runningCost: Double
    ) -> Double {
        let atForty: Double = facts.sex == .male ? 58 : 53
        let mean = atForty - 0.3 * Double(facts.age - 40)
        let lowest = restingOxygenUptake + slowestRun * runningCost * 60 / joulesPerMillilitre / 0.8
        return max((mean + 6.5 * fitness).clamped(to: 28...85), lowest)
    }

    // The heart of the fittest quarter, above 0.674 deviations, responds faster.
    private static func heartRateTimeConstant(_ draws: Draws, fitness: Double) -> Double {
        let drawn = draws.logNormal(.heartRateTimeConstant, median: 43, sigma: 0.4)
        return drawn.clamped(to: 20...120) * (fitness > 0.674 ? 0.8 : 1)
    }

    // Runners with quick steps have short contacts: the correlation with cadence is -0.4.
    private static func contactFactor(_ draws: Draws, cadence: Double) -> Double {
        let own = draws.normal(.contactFactor)
        return 1.07 * Elementary.exp(0.06 * (-0.4 * cadence + (1 - 0.4 * 0.4).squareRoot() * own))
    }
}

extension Athlete.Habits {
    fileprivate static func drawn(_ draws: Draws) -> Self {
        Athlete.Habits(
            pacing: draws.logNormal(.pacingLevel, median: 1, sigma: 0.4),
            cadence: draws.logNormal(.cadenceLevel, median: 1, sigma: 0.25),
            contact: draws.logNormal(.contactLevel, median: 1, sigma: 0.35),
            heartRate: draws.logNormal(.heartRateLevel, median: 1, sigma: 0.2),
            stopsPerHour: -2.2 * Elementary.log(draws.uniform(.stoppingHabit)),
            restlessness: draws.uniform(.restlessness, in: 0.12...0.28))
    }
}

extension Athlete.Wearables {
    fileprivate static func drawn(_ draws: Draws) -> Self {
        Athlete.Wearables(
            isOptical: draws.uniform(.opticalSensor) < 0.6,
            measuresStride: draws.uniform(.strideSensor) < 0.33,
            measuresContact: draws.uniform(.contactSensor) >= 0.2,
            heartRateScatter: draws.logNormal(.heartRateScatter, median: 0.13, sigma: 0.6))
    }
}

extension AthleteFacts {
    fileprivate static func drawn(_ draws: Draws) -> AthleteFacts {
        let sex: Sex = draws.uniform(.sex) < 0.6 ? .male : .female
        let age = draws.normal(.age, mean: 40, deviation: 11).clamped(to: 18...70)
        let height =
            switch sex {
            case .male: draws.normal(.height, mean: 1.77, deviation: 0.07)
            case .female: draws.normal(.height, mean: 1.65, deviation: 0.065)
            }
        let bodyMassIndex = draws.normal(.bodyMassIndex, mean: 23.2, deviation: 2.5)
            .clamped(to: 18...32)
        let roundedHeight = (height.clamped(to: 1.45...2.1) * 100).rounded() / 100
        let mass = bodyMassIndex * roundedHeight * roundedHeight
        return AthleteFacts(
            sex: sex, age: Int(age.rounded()), height: roundedHeight,
            mass: (mass * 10).rounded() / 10)
    }
}
