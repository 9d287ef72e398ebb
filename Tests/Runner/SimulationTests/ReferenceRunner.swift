import Simulation
import TestSupport
import Vocabulary

/// The runner whose heart rate is worked out step by step in the reference figures: 60 to 185 bpm,
/// 50 mL/kg/min, no dead time.
enum ReferenceRunner {
    static let athlete: Athlete = {
        var athlete = Athlete.drawn(seed: 0, lane: 0)
        athlete.facts.height = 1.72
        athlete.facts.mass = 70
        athlete.restingHeartRate = 60
        athlete.maximalHeartRate = 185
        athlete.maximalOxygenUptake = 50
        athlete.runningCost = 3.9
        athlete.heartResponse.timeConstant = 55
        athlete.heartResponse.driftPerHour = 0.06
        athlete.heartResponse.deadTimeSeconds = 0
        athlete.cadenceAtThree = 169
        athlete.cadenceSlope = 8
        athlete.contact.factor = 1
        athlete.contact.exponent = 0.478
        return athlete
    }()

    /// Goes at `speed` metres per second for `seconds`.
    typealias Stretch = (speed: Double, seconds: Int)

    /// Heart rate after each second of the stretches, beginning at rest; place 0 is the start.
    static func heartRates(_ stretches: [Stretch], samplesPerSecond: Int64 = 1) -> [Double] {
        var model = HeartRateModel(athlete: athlete, start: 60, samplesPerSecond: samplesPerSecond)
        let energy = EnergyModel(athlete: athlete)
        var heartRates = [model.heartRate]
        for stretch in stretches {
            let gait: Gait =
                stretch.speed >= 2 ? .running : stretch.speed > 0 ? .walking : .standing
            let intensity = energy.intensity(speed: stretch.speed, gait: gait)
            for _ in 0..<stretch.seconds {
                for _ in 0..<samplesPerSecond { model.advance(intensity: intensity) }
                heartRates.append(model.heartRate)
            }
        }
        return heartRates
    }

    static func isClose(_ value: Double, to expected: Double, within tolerance: Double) -> Bool {
        (value - expected).magnitude <= tolerance
    }
}
