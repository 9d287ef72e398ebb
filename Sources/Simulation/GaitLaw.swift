import Vocabulary

/// The level-ground relations between speed, cadence and ground contact, without noise.
package enum GaitLaw {
    /// Steps of both feet per minute at `speed` metres per second.
    ///
    /// Reproduces Craib et al. (Int J Sports Med 1994) to half a step per minute. Taller people
    /// take fewer steps.
    package static func runningCadence(speed: Double, athlete: Athlete) -> Double {
        let cadence =
            athlete.cadenceAtThree + 8 * (speed - 3) - 70 * (athlete.facts.height - 1.72)
        return cadence.clamped(to: 135...215)
    }

    /// Steps of both feet per minute at `speed` metres per second.
    package static func walkingCadence(speed: Double) -> Double {
        60 * speed / (0.25 + 0.38 * speed)
    }

    /// Milliseconds that a foot is on the ground at `speed` metres per second.
    ///
    /// The exponent goes through the end points of Kipp, Grabowski and Kram (J Exp Biol 2018).
    package static func contact(speed: Double, athlete: Athlete) -> Double {
        430 * athlete.contactFactor * Elementary.exp(-0.478 * Elementary.log(speed))
    }

    /// `contact` within what running is: at least 25 ms of flight between two contacts, and a duty
    /// factor (contact in relation to two steps) of at least 0.21.
    package static func possibleContact(_ contact: Double, cadence: Double) -> Double {
        let millisecondsPerStep = 60_000 / cadence
        return contact.clamped(to: 0.42 * millisecondsPerStep...millisecondsPerStep - 25)
    }
}
