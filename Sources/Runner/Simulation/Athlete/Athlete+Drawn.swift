import Vocabulary

extension Athlete {
    /// The athlete of `lane`, drawn from a population of runners who wear watches.
    ///
    /// Heart rate limits after Nikolaidis et al. (Front Physiol 2018) with the scatter of Robergs
    /// and Landwehr (JEPonline 2002), its time constant after Hunt et al. (BioMed Eng OnLine
    /// 2015), stature's effect on cadence between Burns et al. (J Appl Physiol 2019) and
    /// similarity.
    ///
    /// - Parameter order: what is given of the athlete, without ``AthleteOrder/problems``; the rest
    ///   is drawn in keeping with it, and is as near as that allows to the athlete without an
    ///   order. See ``Constitution`` for age, fitness and the limits of heart rate.
    public static func drawn(
        seed: UInt64, lane: LaneID, as order: AthleteOrder? = nil
    ) -> Athlete {
        let draws = Draws(seed: seed, lane: lane)
        let order = order ?? AthleteOrder()
        let runningCost = draws.normal(.runningCost, mean: 3.9, deviation: 0.27)
            .clamped(to: order.fitness?.runningCosts ?? runningCosts)
        let uptake = order.fitness?.maximalOxygenUptake(runningCost: runningCost)
        let sex = AthleteFacts.Sex.drawn(draws, as: order)
        let known = Constitution(draws, sex: sex, uptake: uptake, order)
        let facts = AthleteFacts.drawn(draws, sex, age: known.age, as: order)
        let uptakes = BodyLaw.maximalOxygenUptake(sex)
        let fitness = uptake.map { uptakes.fitness(of: $0, age: Double(facts.age)) }
        var athlete = drawn(draws, facts, fitness: fitness ?? known.fitness, runningCost, order)
        if let uptake { athlete.maximalOxygenUptake = uptake }
        if let sensor = order.sensor { athlete.wearables.isOptical = sensor == .optical }
        if let cadence = order.cadence { athlete.takeSteps(cadence, draws) }
        return athlete
    }

    private static func drawn(
        _ draws: Draws, _ facts: AthleteFacts, fitness: Double, _ runningCost: Double,
        _ order: AthleteOrder
    ) -> Athlete {
        let style = RunningStyle(draws)
        let resting = restingHeartRate(draws, fitness: fitness, order)
        return Athlete(
            facts: facts,
            restingHeartRate: resting,
            maximalHeartRate: maximalHeartRate(draws, facts, resting: resting, order),
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

    /// Beats per minute that lie between the limits of everybody's heart rate.
    static let leastReserve = 40

    private static func restingHeartRate(
        _ draws: Draws, fitness: Double, _ order: AthleteOrder
    ) -> Int {
        if let ordered = order.restingHeartRate { return ordered }
        let law = BodyLaw.restingHeartRate
        let drawn = draws.normal(
            .restingHeartRate, mean: law.mean(age: 0, fitness: fitness), deviation: law.deviation)
        let highest = order.maximalHeartRate.map { min(90, $0 - leastReserve) } ?? 90
        return Int(drawn.clamped(to: 38...Double(highest)).rounded())
    }

    // Who is older than anybody in the population may be below its limit, by the law's slope.
    private static func maximalHeartRate(
        _ draws: Draws, _ facts: AthleteFacts, resting: Int, _ order: AthleteOrder
    ) -> Int {
        if let ordered = order.maximalHeartRate { return ordered }
        let law = BodyLaw.maximalHeartRate(facts.sex)
        let drawn = draws.normal(
            .maximalHeartRate, mean: law.mean(age: Double(facts.age), fitness: 0),
            deviation: law.deviation)
        let lowest = 145 + law.perYear * Double(max(0, facts.age - AthleteFacts.drawnAges.upper))
        let limits = max(lowest, Double(resting + leastReserve))...212
        return Int(drawn.clamped(to: limits).rounded())
    }

    // The lower limit lets everybody run.
    private static func maximalOxygenUptake(
        facts: AthleteFacts, fitness: Double, runningCost: Double
    ) -> Double {
        let law = BodyLaw.maximalOxygenUptake(facts.sex)
        let drawn = law.mean(age: Double(facts.age), fitness: fitness).clamped(to: 28...85)
        return max(drawn, leastOxygenUptake(runningCost: runningCost))
    }

    /// Has an easy run take `cadence` steps per minute, with the contact of such steps.
    private mutating func takeSteps(_ cadence: Double, _ draws: Draws) {
        cadenceAtThree += cadence - GaitLaw(self).easyCadence(of: self)
        // Steps that nobody takes by himself do not make contacts that nobody has.
        let trait = ((cadenceAtThree - 167) / 6.2).clamped(to: -4...4)
        contact = .drawn(draws, RunningStyle(draws, cadence: trait))
    }
}

extension Constitution {
    /// Age and fitness in keeping with what is ordered of heart and lungs.
    fileprivate init(
        _ draws: Draws, sex: AthleteFacts.Sex, uptake: Double?, _ order: AthleteOrder
    ) {
        self.init(draws)
        if let age = order.age { learn(Double(age), of: .age) }
        if let uptake { learn(uptake, of: .maximalOxygenUptake(sex)) }
        if let rate = order.maximalHeartRate {
            learn(
                Double(rate), of: .maximalHeartRate(sex), scatter: draws.normal(.maximalHeartRate))
        }
        if let rate = order.restingHeartRate {
            learn(Double(rate), of: .restingHeartRate, scatter: draws.normal(.restingHeartRate))
        }
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
