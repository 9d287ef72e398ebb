import FlightPlot
import Vocabulary

/// Flights made of plain numbers.
enum SyntheticFlight {
    static let mission = Mission(targetDistance: 3000, targetSpeed: 3, paceDeviation: 10)
    static let reserve = HeartRateReserve(resting: 50, maximal: 190)

    static func facts(
        name: String = "s0.0", runner: String = "female, 34", mission: Mission? = nil,
        reserve: HeartRateReserve? = reserve
    ) -> FlightFacts {
        FlightFacts(
            name: name, plan: mission == nil ? "easy" : "mission", runner: runner,
            began: "Thursday 5 March 2026, 07:21 UTC", reserve: reserve, mission: mission)
    }

    /// Every metric at a point of an even run at 3 m/s.
    static func sample(second: Double, without silent: MetricSet = []) -> Sample {
        var sample = Sample()
        let values: [(Metric, Double)] = [
            (.heartRate, 120 + 20 * (second / 600)), (.speed, 3), (.cadence, 172),
            (.stride, 1.05), (.contact, 245), (.distance, second * 3), (.steps, second * 2.8),
            (.energy, second * 0.2),
        ]
        for (metric, value) in values where !silent.contains(metric) {
            sample[metric] = metric.quantized(value)
        }
        return sample
    }

    /// The sample on a circle of 200 m around a place at 60° north, once in ten minutes, over a
    /// hill of 40 m.
    static func placed(_ second: Double) -> Sample {
        var sample = sample(second: second)
        let turn = second / 600 * 2 * Double.pi
        let degree = 111_195.08
        sample[.latitude] = Metric.latitude.quantized(60 + 200 / degree * Elementary.sin(turn))
        let east = 179.9999 + 400 / degree * Elementary.cos(turn)
        sample[.longitude] = Metric.longitude.quantized(east > 180 ? east - 360 : east)
        sample[.altitude] = Metric.altitude.quantized(120 - 20 * Elementary.cos(turn))
        return sample
    }

    /// Ten minutes of ``placed(_:)``, ever faster.
    static func placedTrack(without silent: MetricSet = [], pause: Int? = nil) -> FlightTrack {
        var track = FlightTrack(facts())
        for second in 1...600 {
            var sample = placed(Double(second))
            sample[.speed] = Int64(2500 + second)
            for metric in silent.members { sample[metric] = nil }
            track.take(sample, at: .seconds(Int64(second)), phase: .cruise, call: nil)
            if second == pause { track.pause(for: .seconds(30)) }
        }
        return track
    }

    /// - Parameter silent: what is not measured from a second on.
    static func track(
        _ facts: FlightFacts = facts(), seconds: Int, hertz: Int = 1,
        silent: (Int) -> MetricSet = { _ in [] }, pauses: [Int: Int64] = [:],
        call: (Int) -> Advisory? = { _ in nil }
    ) -> FlightTrack {
        var track = FlightTrack(facts)
        for step in 0..<seconds * hertz {
            let second = step / hertz
            let time = FleetDuration(ticks: Int64((step + 1) * 50 / hertz))
            let phase: Phase =
                second < 60 ? .takeoff : second < 120 ? .climb : second < 130 ? .descent : .cruise
            track.take(
                sample(second: time.seconds, without: silent(second)), at: time, phase: phase,
                call: call(second))
            if (step + 1) % hertz == 0, let length = pauses[second + 1] {
                track.pause(for: .seconds(length))
            }
        }
        return track
    }
}
