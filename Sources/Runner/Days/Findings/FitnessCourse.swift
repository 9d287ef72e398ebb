import Vocabulary

/// How ordered training and injuries change the speed at a heart rate for good or for months.
///
/// Training raises it linearly from its first day to its last by a gain, which stays. Whoever may
/// not run loses 19 % x (1 - e^(-d / 46)) in d days, which are the 7 % in 21 days and 16 % in 84 of
/// the maximal oxygen uptake of Coyle et al. (J Appl Physiol 57, 1984, 1857). Twelve weeks bring
/// back what twelve weeks took (Lepers et al., Front Physiol 15, 2024, 1508642): by e^(-d / 28).
struct FitnessCourse: Sendable {
    private struct Training {
        let days: ClosedRange<Int>
        let gain: Double
        /// The factor of those before it.
        let before: Double
    }

    private struct Injury {
        let days: ClosedRange<Int>
        /// The loss that is left of those before it.
        let before: Double
    }

    /// By their days; none meets another of its kind.
    private var trainings: [Training] = []
    private var injuries: [Injury] = []

    private static let greatestLoss = 0.19
    private static let daysOfLoss = 46.0
    private static let daysOfReturn = 28.0
    /// A smaller loss is none.
    private static let leastLoss = 0.0005

    /// - Parameter findings: by their first days.
    init(_ findings: [Finding]) {
        for finding in findings {
            let day = finding.days.lowerBound
            if finding.kind == .training {
                trainings.append(
                    Training(
                        days: finding.days, gain: Double(finding.gain) / 100, before: gain(on: day))
                )
            } else if finding.kind == .injured {
                injuries.append(Injury(days: finding.days, before: loss(on: day - 1)))
            }
        }
    }

    /// Speed at a heart rate in relation to the usual one.
    func speed(on day: Int) -> Double { gain(on: day) * (1 - loss(on: day)) }

    /// The factor of training alone.
    func gain(on day: Int) -> Double {
        guard let training = trainings.last(where: { $0.days.lowerBound <= day }) else { return 1 }
        let passed = Double(day - training.days.lowerBound + 1)
        let share = min(1, passed / Double(training.days.count))
        return training.before * (1 + training.gain * share)
    }

    /// The share that injuries have taken.
    private func loss(on day: Int) -> Double {
        guard let injury = injuries.last(where: { $0.days.lowerBound <= day }) else { return 0 }
        let last = min(day, injury.days.upperBound)
        let rested = Double(last - injury.days.lowerBound + 1)
        let kept = Elementary.exp(-rested / Self.daysOfLoss)
        let lost = Self.greatestLoss - (Self.greatestLoss - injury.before) * kept
        let left = lost * Elementary.exp(-Double(day - last) / Self.daysOfReturn)
        return left < Self.leastLoss ? 0 : left
    }
}
