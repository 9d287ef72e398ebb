import Statistics

/// What a stage of a load test came to.
package struct LoadStage: Hashable, Sendable {
    package let plan: StagePlan.Stage
    /// When it began, seconds since the measurement did.
    package let begins: Double
    /// How long it was: shorter than planned if the run ended within it.
    package internal(set) var seconds = 0.0
    /// What was counted in it.
    package internal(set) var counts = LoadCounts()
    /// Of the lines that were read in it, and of those that were due in it and have not come.
    package internal(set) var latency = LatencyHistogram()
    /// Lines that were due in it and have not come at the end of the run.
    package internal(set) var notReceived = 0
    /// Subscribers that were connected at its end.
    package internal(set) var connected = 0

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

/// Cuts what is counted into the stages of a plan.
package struct StageMeter: Sendable {
    private let plan: StagePlan
    private let origin: Int64
    package private(set) var stages: [LoadStage] = []
    /// What had been counted when the present stage began.
    private var before = LoadCounts()
    private var began: Int64
    /// Whether a stage runs.
    private var isCounting = false

    /// - Parameter origin: when the first stage begins, microseconds of the monotonic clock.
    package init(_ plan: StagePlan, at origin: Int64) {
        self.plan = plan
        self.origin = origin
        began = origin
    }

    /// Begins the next stage, and ends the one before. Traps when the plan has no more.
    package mutating func beginNext(_ tally: inout LoadTally, connected: Int, at now: Int64) {
        end(&tally, connected: connected, at: now)
        let next = LoadStage(
            plan.stages[stages.count], begins: Double(now - origin) / 1e6)
        stages.append(next)
        before = tally.counts
        began = now
        isCounting = true
        tally.stageTotal = LatencyHistogram()
    }

    /// Ends the present stage; nothing without one, and after the last.
    package mutating func end(_ tally: inout LoadTally, connected: Int, at now: Int64) {
        guard isCounting, let last = stages.indices.last else { return }
        isCounting = false
        takeLatencies(of: tally)
        tally.stageTotal = LatencyHistogram()
        stages[last].seconds = Double(now - began) / 1e6
        stages[last].counts = tally.counts - before
        stages[last].connected = connected
    }

    private mutating func takeLatencies(of tally: LoadTally) {
        guard let last = stages.indices.last, let latencies = tally.stageTotal else { return }
        stages[last].latency.merge(latencies)
    }

    /// Adds what was read behind the end to the last stage, and lines that have not come to the
    /// stages in which they were due, with the age that they have now.
    package mutating func record(_ lines: OverdueLines, _ tally: LoadTally, at now: Int64) {
        guard !stages.isEmpty else { return }
        takeLatencies(of: tally)
        lines.forEach { due, times in
            let begins = Double(due - origin) / 1e6
            let place = stages.lastIndex { $0.begins <= begins } ?? 0
            stages[place].latency.record(now - due, times: times)
            stages[place].notReceived += times
        }
    }
}
