import Vocabulary

/// Tells the samples of a session that belong to its run from those of the standing around it.
///
/// A run goes from the plan's first sample until the athlete stands: behind the plan's end lie the
/// steps in which a runner comes to a halt. So sums over the run equal the totals of the session's
/// last sample.
package struct RunPart: Sendable {
    /// The latest known value of each total.
    private var totals = Sample()

    package init() {}

    /// Whether the step's sample belongs to the run; false without a sample. Takes the steps of one
    /// session in their order, all of them.
    package mutating func take(_ step: FlightStep) -> Bool {
        guard let sample = step.sample else { return false }
        let grows = note(sample)
        switch step.stage {
        case .beforeRun: return false
        case .running, .finalPart: return true
        case .afterRun: return grows
        }
    }

    /// Whether any total is greater than before.
    private mutating func note(_ sample: Sample) -> Bool {
        var grows = false
        for metric in [.distance, .steps, .energy] as [Metric] {
            guard let total = sample[metric] else { continue }
            if total > totals[metric] ?? 0 { grows = true }
            totals[metric] = total
        }
        return grows
    }
}
