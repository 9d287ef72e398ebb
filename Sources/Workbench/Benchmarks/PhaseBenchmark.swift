import ChannelPipeline
import PhaseScoring
import Simulation
import Vocabulary

/// How well the phase machine reads what the truth says, with a strap and with an optical sensor.
enum PhaseBenchmark {
    private static let sessions = 60
    private static let seed: UInt64 = 77
    /// The most spurious changes in ten minutes of running.
    private static let mostSpurious = 0.1

    /// - Returns: whether the machine is as good as promised with both sensors.
    static func run() -> Bool {
        let strap = report(.strap, leastAgreement: 0.94, whileRunning: 0.905)
        let optical = report(.optical, leastAgreement: 0.94, whileRunning: 0.905)
        return strap && optical
    }

    private static func report(
        _ device: Equipment.Device, leastAgreement: Double, whileRunning leastRunning: Double
    ) -> Bool {
        let score = score(device)
        let agreement = score.agreement ?? 0
        let running = score.runningAgreement ?? 0
        let spurious = score.spuriousTransitionsPerTenMinutes ?? 0
        let ofHeartRate = score.confusion.agreement([.takeoff, .climb, .cruise, .descent]) ?? 0
        let delay = score.medianDetectionDelay.map { "\(hundredths($0.seconds)) s" } ?? "none"
        print(
            """
            \(device.rawValue), \(sessions) sessions of seed \(seed)
              agreement            \(percent(agreement)) of session time, \
            \(percent(leastAgreement)) wanted
              while running        \(percent(running)), \(percent(leastRunning)) wanted
              by heart rate alone  \(percent(ofHeartRate)), without the approach
              detection delay      \(delay) in the median of \(score.detectionDelays.count) phases
              missed               \(score.missedDetections) phases
              transitions          \(hundredths(score.transitionsPerTenMinutes ?? 0)) in ten minutes
              spurious transitions \(hundredths(spurious)) in ten minutes, \
            at most \(mostSpurious) wanted
            """)
        printTable(score.confusion)
        return agreement >= leastAgreement && running >= leastRunning && spurious <= mostSpurious
    }

    private static func score(_ device: Equipment.Device) -> PhaseScore {
        let fleet = Fleet(
            seed: seed, epoch: FleetInstant(ticks: 0) + .seconds(1_767_225_600),
            simulatedLanes: sessions, equipment: Equipment(device: device))
        var score = PhaseScore()
        for lane in fleet.flownLanes {
            var flight = LaneFlight(
                SessionName(lane: lane, lap: 0), of: fleet, fliesOneSession: true)
            while flight.nextInstant != nil {
                let step = flight.step(of: fleet)
                guard let truth = step.truePhase else { continue }
                score.observe(step.phase, truth: truth, at: step.sessionTime)
            }
            score.endFlight()
        }
        return score
    }

    /// Shares of each true phase's time, a row each.
    private static func printTable(_ confusion: PhaseConfusion) {
        let names = Phase.allCases.map { padded($0.rawValue, 10) }.joined()
        print("  true \\ machine" + names + "     hours")
        for truth in Phase.allCases {
            let total = confusion.total([truth]).seconds
            guard total > 0 else { continue }
            let shares = Phase.allCases.map { machine in
                padded(percent(confusion[machine, truth: truth].seconds / total), 10)
            }
            print(
                "  " + truth.rawValue + String(repeating: " ", count: 14 - truth.rawValue.count)
                    + shares.joined() + padded(hundredths(total / 3600), 10))
        }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func percent(_ share: Double) -> String {
        "\((share * 1000).rounded() / 10) %"
    }

    private static func hundredths(_ value: Double) -> String {
        "\((value * 100).rounded() / 100)"
    }
}
