import Vocabulary

/// How fast an athlete is who wants to run at a given speed: with a lag, within what legs can
/// speed up and brake.
struct SpeedModel: Sendable {
    /// Metres per second; 0 at standstill.
    private(set) var speed = 0.0
    private var moving = 0.0
    private let agileShare: Float
    private let steadyShare: Float

    /// Metres per second below which nobody takes a step.
    private static let standstill = 0.3
    /// Metres per second up to which a runner starts off rather than changes pace.
    private static let startingOff = 1.8
    /// Metres per second squared.
    private static let greatestAcceleration = 1.2
    private static let greatestBraking = 1.7

    init(period: Double) {
        agileShare = Float(1 - Elementary.exp(-period / 1.2))
        steadyShare = Float(1 - Elementary.exp(-period / 2))
    }

    /// Goes on by one period towards `wanted` metres per second.
    mutating func advance(towards wanted: Double, at point: SamplePoint) {
        let isAgile = wanted < Self.standstill || moving < Self.startingOff
        let change = (wanted - moving) * Double(isAgile ? agileShare : steadyShare)
        moving += change.clamped(
            to: -Self.greatestBraking * point.seconds...Self.greatestAcceleration * point.seconds)
        let isStanding = moving < Self.standstill && wanted < Self.standstill
        speed = isStanding ? 0 : moving
        if isStanding, wanted == 0 { moving = 0 }
    }
}
