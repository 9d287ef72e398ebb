import Statistics
import StreamAudit

/// What a stage of a load test came to.
package struct LoadStage: Hashable, Sendable {
    package let plan: StagePlan.Stage
    /// When it began, seconds since the measurement did.
    package let begins: Double
    /// How long it was: shorter than planned if the run ended within it.
    package var seconds = 0.0
    /// What was counted in it.
    package var counts = LoadCounts()
    /// Of the lines that were read in it, and of those that were due in it and have not come.
    package var latency = LatencyHistogram()
    /// Lines that were due in it and have not come at the end of the run.
    package var notReceived = 0
    /// Subscribers that were connected at its end.
    package var connected = 0

    package init(_ plan: StagePlan.Stage, begins: Double) {
        self.plan = plan
        self.begins = begins
    }

    package var linesPerSecond: Double? {
        seconds > 0 ? Double(counts.lines) / seconds : nil
    }

    /// Defects, connections not let in, and those that the daemon ended.
    package var errors: Int {
        counts.violations + counts.refused + counts.byes + counts.linksLost
    }
}
