import Vocabulary

/// An athlete's heart in one session: the rate that effort drives, and the heart's own wander.
struct Heart: Sendable {
    private var driven: HeartRateModel
    private var wander: HeartRateWander
    /// The least intensity that drives the heart in a stop.
    private let restlessness: Float
    /// Beats per minute.
    private(set) var rate: Double

    init(athlete: Athlete, draws: Draws, noise: SessionNoise, rate: SampleRate) {
        driven = HeartRateModel(
            athlete: athlete, start: athlete.startingHeartRate(draws),
            samplesPerSecond: rate.hertz)
        wander = HeartRateWander(
            athlete: athlete, draws: draws, noise: noise, period: rate.period.seconds)
        restlessness = Float(athlete.habits.restlessness)
        self.rate = driven.heartRate
    }

    /// Beats per minute that the effort alone leads to.
    var drivenRate: Double { driven.heartRate }

    /// Advances by one period at `intensity`, a share of the oxygen uptake reserve.
    mutating func advance(intensity: Double, isStopped: Bool, at point: SamplePoint) {
        driven.advance(intensity: isStopped ? max(intensity, Double(restlessness)) : intensity)
        let wander = wander.next(used: driven.reserveUsed, at: point)
        rate = (driven.heartRate + wander).clamped(to: driven.possible)
    }
}

/// The wander of heart rate at constant effort: breathing, posture, thoughts.
///
/// It is the sum of noise on three time scales, restless at times and livelier near rest, and of
/// bumps. Its size fits runners whom a controller holds at
/// one heart rate: they deviate by 2 bpm (Wang and Hunt, BioMed Eng OnLine 2021).
struct HeartRateWander: Sendable {
    private var quick: SmoothWander
    private var medium: OrnsteinUhlenbeck
    private var slow: OrnsteinUhlenbeck
    private var bumps: BumpTrain
    /// The logarithm of how restless the heart is at present.
    private var unrest: OrnsteinUhlenbeck
    private static let bumpLaw = BumpLaw(
        shareOfDips: 0.5, dip: 4.2, rise: 4.2, sigma: 0.69, width: 6.6, widthSigma: 0.37,
        greatest: 12)

    /// Beats per minute.
    private static let limits = -20.0...20
    private static let unrestLimits = -1.4...1.4
    /// How much more the heart wanders from breath to breath at rest, where the vagus nerve holds
    /// it, than from this share of the reserve on, where it has let go.
    private static let vagalGain = 1.1
    private static let vagalEnd = 0.65

    init(athlete: Athlete, draws: Draws, noise: SessionNoise, period: Double) {
        let level =
            athlete.habits.heartRate
            * draws.logNormal(.sessionHeartRateLevel, median: 1, sigma: 0.31)
        quick = SmoothWander(
            timeConstant: 5.7, smoothing: 1.6, deviation: 0.6 * level, period: period,
            first: noise.first(.heartRate))
        medium = OrnsteinUhlenbeck(
            timeConstant: 40, deviation: 1.3 * level, period: period,
            first: noise.first(.mediumHeartRate))
        slow = OrnsteinUhlenbeck(
            timeConstant: 250, deviation: 1.7 * level, period: period,
            first: noise.first(.slowHeartRate))
        unrest = OrnsteinUhlenbeck(
            timeConstant: 150, deviation: 0.36, period: period, first: noise.first(.heartUnrest))
        bumps = BumpTrain(
            perHour: draws.logNormal(.heartBumpRate, median: 11, sigma: 0.75), noise: noise,
            effect: .heartBumps)
    }

    /// Advances by one period; returns beats per minute.
    ///
    /// - Parameter used: the share of the heart-rate reserve that effort uses.
    mutating func next(used: Double, at point: SamplePoint) -> Double {
        medium.advance(by: point.step(.mediumHeartRate))
        slow.advance(by: point.step(.slowHeartRate))
        unrest.advance(by: point.step(.heartUnrest))
        let unrest = Elementary.exp(unrest.value.clamped(to: Self.unrestLimits))
        let vagal = 1 + Self.vagalGain * max(0, 1 - used / Self.vagalEnd)
        let quick = vagal * unrest * quick.next(point.step(.heartRate))
        let bump = bumps.next(Self.bumpLaw, .heartBumps, at: point)
        return (quick + unrest * medium.value + slow.value + bump).clamped(to: Self.limits)
    }
}

extension Athlete {
    /// The heart rate at the start of a session, beats per minute: about 79 before a run, 112 for
    /// the 14 % who have warmed up.
    public func startingHeartRate(seed: UInt64, lane: LaneID, lap: Int) -> Double {
        startingHeartRate(Draws(seed: seed, lane: lane, lap: lap))
    }

    fileprivate func startingHeartRate(_ draws: Draws) -> Double {
        let hasWarmedUp = draws.uniform(.warmedUp) < 0.14
        let drawn = draws.logNormal(
            .startingHeartRate, median: hasWarmedUp ? 112 : 86, sigma: hasWarmedUp ? 0.1 : 0.22)
        let resting = Double(restingHeartRate)
        let reserve = Double(maximalHeartRate) - resting
        return drawn.clamped(to: resting + 8...resting + 0.55 * reserve)
    }
}
