import Vocabulary

extension Athlete {
    /// The athlete of `lane`, drawn from a population of runners who wear watches.
    ///
    /// Heart rate limits after Nikolaidis et al. (Front Physiol 2018) with the scatter of Robergs
    /// and Landwehr (JEPonline 2002), its time constant after Hunt et al. (BioMed Eng OnLine
    /// 2015), stature's effect on cadence between Burns et al. (J Appl Physiol 2019) and
    /// similarity.
    public static func drawn(seed: UInt64, lane: LaneID) -> Athlete {
        let draws = Draws(seed: seed, lane: lane)
        let facts = AthleteFacts.drawn(draws)
        let fitness = draws.normal(.oxygenUptake)
        let style = RunningStyle(draws)
        let runningCost = draws.normal(.runningCost, mean: 3.9, deviation: 0.27)
            .clamped(to: 3.2...4.8)
        return Athlete(
            facts: facts,
            restingHeartRate: restingHeartRate(draws, fitness: fitness),
            maximalHeartRate: maximalHeartRate(draws, facts: facts),
            maximalOxygenUptake: maximalOxygenUptake(
                facts: facts, fitness: fitness, runningCost: runningCost),
            runningCost: runningCost,
            heartResponse: .drawn(draws, fitness: fitness),
            cadenceAtThree: 167 + 6.2 * style.cadence,
            cadenceSlope: draws.normal(.cadenceSlope, mean: 7.5, deviation: 3.9).clamped(
                to: -2...18),
            contact: .drawn(draws, style),
            effortRegulation: draws.normal(.effortRegulation, mean: 0.24, deviation: 0.17).clamped(
                to: -0.1...0.8),
            easyIntensity: draws.normal(.easyIntensity, mean: 0.635, deviation: 0.062)
                .clamped(to: 0.52...0.78),
            habits: .drawn(draws, style), wearables: .drawn(draws))
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
}

extension Athlete.HeartResponse {
    // The heart of the fittest quarter, above 0.674 deviations, responds faster.
    fileprivate static func drawn(_ draws: Draws, fitness: Double) -> Self {
        let timeConstant = draws.logNormal(.heartRateTimeConstant, median: 44, sigma: 0.37)
        return Self(
            timeConstant: timeConstant.clamped(to: 20...120) * (fitness > 0.674 ? 0.8 : 1),
            driftPerHour: draws.normal(.heartRateDrift, mean: 0.05, deviation: 0.02)
                .clamped(to: -0.03...0.14),
            deadTimeSeconds: Int(draws.wholeSeconds(.deadTime, in: 3...5)))
    }
}

extension Athlete.GroundContact {
    fileprivate static func drawn(_ draws: Draws, _ style: RunningStyle) -> Self {
        Self(
            factor: 1.06 * Elementary.exp(0.075 * style.contact),
            exponent: draws.normal(.contactExponent, mean: 0.43, deviation: 0.12)
                .clamped(to: 0.15...0.8),
            gain: draws.logNormal(.contactGain, median: 1, sigma: 1.1).clamped(to: 0.2...5),
            fatigue: draws.normal(.contactFatigue, mean: 0.026, deviation: 0.012))
    }
}

extension Athlete.Habits {
    fileprivate static func drawn(_ draws: Draws, _ style: RunningStyle) -> Self {
        Athlete.Habits(
            pacing: Elementary.exp(0.6 * style.pacing),
            cadence: Elementary.exp(0.27 * style.cadenceWander),
            contact: Elementary.exp(0.25 * style.contactWander),
            heartRate: Elementary.exp(0.33 * style.heartWander),
            stopsPerHour: -0.8 * Elementary.log(draws.uniform(.stoppingHabit)),
            restlessness: draws.uniform(.restlessness, in: 0.12...0.28))
    }
}

extension Athlete.Wearables {
    fileprivate static func drawn(_ draws: Draws) -> Self {
        Athlete.Wearables(
            isOptical: draws.uniform(.opticalSensor) < 0.53,
            measuresStride: draws.uniform(.strideSensor) < 0.32,
            measuresContact: draws.uniform(.contactSensor) >= 0.2,
            heartRateScatter: draws.logNormal(.heartRateScatter, median: 0.1, sigma: 0.6),
            opticalSmoothing: draws.logNormal(.opticalSmoothing, median: 2.8, sigma: 0.5).clamped(
                to: 0.5...8),
            watch: .drawn(draws))
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
