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
