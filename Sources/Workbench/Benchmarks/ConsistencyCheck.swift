import Simulation

/// Follows one body at one sample a second and finds the first value that cannot be.
struct ConsistencyCheck {
    private let restingHeartRate: Double
    private let maximalHeartRate: Double
    /// Metres per second.
    private let greatestSpeed: Double
    private var before: BodyState?
    private var distance = 0.0
    private var steps = 0.0

    /// Relative error that is left to rounding.
    private static let tolerance = 1e-9
    /// Metres per second squared; the last half step into standstill may be harder.
    private static let greatestAcceleration = 1.9
    private static let greatestBraking = 1.7
    /// Beats per minute and second.
    private static let fastestHeart = 6.0
    /// Beats per minute that wander may add to what drives the heart.
    private static let greatestWander = 20.0 + 1e-9

    init(_ athlete: Athlete) {
        restingHeartRate = Double(athlete.restingHeartRate)
        maximalHeartRate = Double(athlete.maximalHeartRate)
        greatestSpeed = 1.25 * athlete.speedAtFullIntensity
    }

    /// What is wrong with the body one second later; nil if nothing is.
    mutating func finding(in body: BodyState) -> String? {
        distance += body.speed
        steps += body.cadence / 60
        defer { before = body }
        let finding =
            relation(of: body) ?? limit(of: body) ?? before.flatMap { change(from: $0, to: body) }
        return finding.map { "\($0): \(body)" }
    }

    private func relation(of body: BodyState) -> String? {
        let ofSteps = body.cadence / 60 * (body.stride ?? 0)
        if !isClose(body.speed, ofSteps) { return "speed is not cadence times stride" }
        if !isClose(body.distance, distance) { return "distance is not the sum of speed" }
        if !isClose(body.stepPhase, steps) || body.steps != Int64(body.stepPhase) {
            return "steps are not the sum of cadence"
        }
        if (body.stride == nil) != (body.gait == .standing) { return "stride without a step" }
        if (body.contact == nil) != (body.gait != .running) { return "contact without running" }
        return nil
    }

    private func isClose(_ one: Double, _ other: Double) -> Bool {
        (one - other).magnitude <= Self.tolerance * max(one.magnitude, other.magnitude)
    }

    private func limit(of body: BodyState) -> String? {
        guard (0...greatestSpeed).contains(body.speed) else { return "speed" }
        guard (-25...25).contains(body.grade) else { return "grade" }
        guard (0...1.6).contains(body.intensity) else { return "intensity" }
        guard (restingHeartRate...maximalHeartRate).contains(body.drivenHeartRate) else {
            return "driven heart rate"
        }
        guard (body.heartRate - body.drivenHeartRate).magnitude <= Self.greatestWander else {
            return "wander of heart rate"
        }
        guard (restingHeartRate - 5...maximalHeartRate + 3).contains(body.heartRate) else {
            return "heart rate"
        }
        guard body.gait == .running, let contact = body.contact else {
            return (0...215).contains(body.cadence) ? nil : "cadence"
        }
        guard (135...215).contains(body.cadence) else { return "cadence" }
        let dutyFactor = contact * body.cadence / 120_000
        guard contact <= 60_000 / body.cadence - 25 + Self.tolerance else {
            return "contact leaves less than 25 ms of flight"
        }
        return (0.21 - Self.tolerance...0.49).contains(dutyFactor) ? nil : "duty factor"
    }

    private func change(from before: BodyState, to body: BodyState) -> String? {
        let acceleration = body.speed - before.speed
        if acceleration > Self.greatestAcceleration + Self.tolerance { return "acceleration" }
        if acceleration < -Self.greatestBraking - Self.tolerance, body.speed > 0 {
            return "braking"
        }
        let heart = body.drivenHeartRate - before.drivenHeartRate
        if heart.magnitude > Self.fastestHeart { return "heart rate changes too fast" }
        if body.energy < before.energy { return "energy shrinks" }
        return nil
    }
}
