import Vocabulary

/// An athlete's level-ground relations between speed, cadence and ground contact, without noise.
public struct GaitLaw: Equatable, Sendable {
    /// Steps per minute at 3 m/s.
    private let cadenceAtThree: Double
    private let cadenceSlope: Double
    /// Milliseconds at 3 m/s.
    private let contactAtThree: Double
    private let contactExponent: Double

    /// With a slope of 8 steps per metre, cadence reproduces Craib et al. (Int J Sports Med 1994)
    /// to half a step per minute. Taller people take fewer steps.
    public init(_ athlete: Athlete) {
        cadenceAtThree = athlete.cadenceAtThree - 70 * (athlete.facts.height - 1.72)
        cadenceSlope = athlete.cadenceSlope
        contactAtThree = Self.typicalContactAtThree * athlete.contactFactor
        contactExponent = athlete.contactExponent
    }

    /// Steps of both feet per minute of running at `speed` metres per second, `wander` more than
    /// usual.
    public func runningCadence(speed: Double, wander: Double = 0) -> Double {
        (cadenceAtThree + cadenceSlope * (speed - 3) + wander).clamped(to: 135...215)
    }

    /// Milliseconds that a running foot is on the ground at `speed` metres per second.
    public func contact(speed: Double) -> Double {
        contactAtThree * Elementary.exp(-contactExponent * Elementary.log(speed / 3))
    }

    /// Milliseconds: 430 v^-0.478 at 3 m/s. The exponent goes through the end points of Kipp,
    /// Grabowski and Kram (J Exp Biol 2018).
    private static let typicalContactAtThree = 254.33

    /// Steps of both feet per minute of walking at `speed` metres per second.
    public static func walkingCadence(speed: Double) -> Double {
        60 * speed / (0.25 + 0.38 * speed)
    }

    /// `contact` within what running is: at least 25 ms of flight between two contacts, and a duty
    /// factor (contact in relation to two steps) of at least 0.21.
    public static func possibleContact(_ contact: Double, cadence: Double) -> Double {
        let millisecondsPerStep = 60_000 / cadence
        return contact.clamped(to: 0.42 * millisecondsPerStep...millisecondsPerStep - 25)
    }
}
