import Vocabulary

/// An athlete's body in one session, period by period.
struct Body: Sendable {
    private var road: Road
    private var events: RoadEvents
    private var pacing: Pacing
    private var speed: SpeedModel
    private var gait: GaitModel
    // Here it fills the gap that the alignment of contact leaves.
    private var intensity: Float = 0
    private var contact: ContactModel
    // Here it fills the gap that the heart's alignment leaves.
    private let effortRegulation: Float
    private var heart: Heart
    private var energy: EnergyModel
    /// Meaningless unless the gait is running.
    private var contactMilliseconds = 0.0
    private(set) var distance = 0.0
    private var stepPhase = 0.0
    private let speedAtFullIntensity: Double

    /// The greatest gain of speed downhill, a factor: braking legs limit it before the heart does.
    private static let greatestDownhillGain = 1.18
    /// The greatest speed in a walk break, metres per second: below it the gait stays walking.
    private static let fastestWalk = 1.58
    /// The share of the quick wander of cadence that moves the body; the rest changes the stride.
    private static let stepsToSpeed = 0.15
    /// The greatest speed of all, relative to the speed that takes the whole oxygen uptake reserve.
    private static let greatestSpeed = 1.25

    init(
        athlete: Athlete, plan: RunPlan, route: Route, on ground: Ground, draws: Draws,
        noise: SessionNoise, rate: SampleRate
    ) {
        let period = rate.period.seconds
        road = Road(route: route, on: ground, draws: draws, noise: noise, period: period)
        events = RoadEvents(athlete: athlete, plan: plan, draws: draws)
        pacing = Pacing(athlete: athlete, draws: draws, noise: noise, period: period)
        speed = SpeedModel(draws: draws, period: period)
        gait = GaitModel(athlete: athlete, draws: draws, noise: noise, period: period)
        contact = ContactModel(athlete: athlete, draws: draws, noise: noise, period: period)
        heart = Heart(athlete: athlete, draws: draws, noise: noise, rate: rate)
        energy = EnergyModel(athlete: athlete)
        speedAtFullIntensity = athlete.speedAtFullIntensity
        effortRegulation = Float(athlete.effortRegulation)
    }

    /// The state at the instant of the last `advance`.
    var state: BodyState {
        BodyState(
            gait: gait.gait, speed: speed.speed, cadence: gait.cadence,
            contact: gait.gait == .running ? contactMilliseconds : nil, heartRate: heart.rate,
            drivenHeartRate: heart.drivenRate, grade: road.grade,
            resistance: road.resistance.cost - 1, intensity: Double(intensity),
            distance: distance, stepPhase: stepPhase, energy: energy.total)
    }

    /// The roughness of the road here.
    var roughness: Double { road.roughness }

    /// Where the athlete is; nil indoors.
    func place(on ground: Ground) -> Place? { road.place(at: distance, on: ground) }

    /// Has the athlete stand still for some seconds.
    mutating func stand(for seconds: Double) { events.stand(for: seconds) }

    /// Advances by one sample period.
    ///
    /// The order matters: each model reads what those before it have made of this period.
    mutating func advance(
        _ demand: PlanDemand, on terrain: Terrain?, draws: Draws, at point: SamplePoint,
        until instant: FleetInstant
    ) {
        let ground = Ground(seed: draws.seed, on: terrain)
        let corner = road.advance(to: distance, on: ground, at: point)
        if let corner { pacing.pass(corner, at: point) }
        events.advance(
            demand, red: corner?.light?.wait(at: instant) ?? 0, draws: draws, at: point)
        gait.wander(roughness: road.roughness, at: point)
        speed.advance(towards: wantedSpeed(demand, at: point), at: point)
        gait.advance(speed: speed.speed, on: road, at: point)
        let intensity = energy.intensity(
            speed: speed.speed, gait: gait.gait, ground: road.cost)
        self.intensity = Float(intensity)
        let contact = contact.next(
            gait, speed: speed.speed * road.resistance.gaitFactor, intensity: intensity,
            roughness: road.roughness, at: point)
        contactMilliseconds = contact ?? 0
        advanceTotals(by: point.seconds)
        heart.advance(intensity: intensity, isStopped: events.isStopped, at: point)
    }

    private mutating func wantedSpeed(_ demand: PlanDemand, at point: SamplePoint) -> Double {
        let deviation = pacing.next(demand.part, roughness: road.roughness, at: point)
        guard !events.isStopped, demand.intensity > 0 else { return 0 }
        if gait.isHesitating {
            gait.hesitate(seconds: point.seconds)
            return 0
        }
        // Hard work is run by effort: nobody has the share of a hill to spare.
        let regulation = demand.part == .work ? 1 : Double(effortRegulation)
        let evenEffort = 1 / (1 + regulation * (road.costOfGrade - 1))
        let giveWay = min(
            evenEffort * road.resistance.speedFactor, Self.greatestDownhillGain)
        let speed =
            demand.intensity * speedAtFullIntensity * (1 + deviation) * giveWay
            * (1 + Self.stepsToSpeed * gait.shift / GaitModel.typicalCadence)
            * gait.speedFactor
        // Uphill the greatest effort is the same, at a lower speed.
        let greatest = Self.greatestSpeed * speedAtFullIntensity / max(1, road.costAhead)
        let possible = min(speed, greatest)
        guard let walking = events.walkingSpeed else { return possible }
        return min(possible, walking * (1 + 0.5 * deviation), Self.fastestWalk)
    }

    private mutating func advanceTotals(by seconds: Double) {
        distance += speed.speed * seconds
        stepPhase += gait.cadence / 60 * seconds
        energy.add(speed: speed.speed, seconds: seconds, gait: gait.gait, ground: road.cost)
    }
}

/// The exact state of an athlete's body at one instant, before any sensor.
///
/// Speed is cadence times stride. Distance is the sum of speed over time. The number of steps is
/// the whole part of the sum of cadence over time.
public struct BodyState: Equatable, Sendable {
    public let gait: Gait
    /// Metres per second.
    public let speed: Double
    /// Steps of both feet per minute.
    public let cadence: Double
    /// Milliseconds of one foot; only while running.
    public let contact: Double?
    /// Beats per minute.
    public let heartRate: Double
    /// Beats per minute that the effort alone leads to, without the heart's wander.
    public let drivenHeartRate: Double
    /// Rise of the road in percent of the way.
    public let grade: Double
    /// The share by which wind and surface raise the cost of running; negative with the wind.
    public let resistance: Double
    /// The share of the oxygen uptake reserve that moving takes at this instant.
    public let intensity: Double
    /// Metres since the session's start.
    public let distance: Double
    /// Steps since the session's start, with the fraction of the present one.
    public let stepPhase: Double
    /// Active kilocalories since the session's start.
    public let energy: Double

    /// Metres from one foot to the other; absent at standstill.
    public var stride: Double? { cadence > 0 ? 60 * speed / cadence : nil }

    public var steps: Int64 { Int64(stepPhase) }
}
