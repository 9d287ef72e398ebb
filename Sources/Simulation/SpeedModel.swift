import Vocabulary

/// How fast an athlete is who wants to run at a given speed.
///
/// People follow the speed they want with a lag, accelerate and brake within limits, and cannot
/// hold a pace exactly. The four layers of pacing noise give a spectrum like f^-1.1; Hoos et al.
/// (Int J Sports Physiol Perform) found exponents of 1.04 to 1.88 in half-marathons.
struct SpeedModel: Sendable {
    private var even: FirstOrderLag
    private var pacing: LayeredNoise<4>
    private let period: Double

    /// Metres per second squared.
    private static let greatestAcceleration = 1.0
    private static let greatestBraking = 1.5
    /// Metres per second below which nobody takes a step.
    private static let standstill = 0.3

    init(athlete: Athlete, draws: Draws, period: Double) {
        even = FirstOrderLag(timeConstant: 4, period: period)
        pacing = LayeredNoise(
            timeConstants: [8, 32, 128, 512], deviation: athlete.pacingDeviation, period: period,
            stream: draws.stream(.pacing))
        self.period = period
    }

    /// The speed after one more period, metres per second; 0 at standstill.
    mutating func next(wanted: Double, pacingFactor: Double, place: UInt64) -> Double {
        let change = (wanted - even.value) * even.share
        even.value += change.clamped(
            to: -Self.greatestBraking * period...Self.greatestAcceleration * period)
        let noise = pacing.next(place)
        guard even.value >= Self.standstill else { return 0 }
        return even.value * (1 + pacingFactor * noise)
    }
}
