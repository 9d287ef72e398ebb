import LoadReport
import Statistics
import StreamAudit

/// The figures of each stage of a plan.
package struct StageMeter: Sendable {
    private let plan: StagePlan
    private let origin: Int64
    package private(set) var stages: [LoadStage] = []
    /// The counts at the beginning of the current stage.
    private var before = LoadCounts()
    private var began: Int64
    /// Whether a stage is in progress.
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

    /// Ends the current stage; does nothing without one.
    package mutating func end(_ tally: inout LoadTally, connected: Int, at now: Int64) {
        guard isCounting, let last = stages.indices.last else { return }
        isCounting = false
        recordLatencies(of: tally)
        tally.stageTotal = LatencyHistogram()
        stages[last].seconds = Double(now - began) / 1e6
        stages[last].counts = tally.counts - before
        stages[last].connected = connected
    }

    private mutating func recordLatencies(of tally: LoadTally) {
        guard let last = stages.indices.last, let latencies = tally.stageTotal else { return }
        stages[last].latency.merge(latencies)
    }

    /// Adds the lines that were read after the end to the last stage, and missing lines, with their
    /// present age, to the stages in which they were due.
    package mutating func record(_ lines: OverdueLines, _ tally: LoadTally, at now: Int64) {
        guard !stages.isEmpty else { return }
        recordLatencies(of: tally)
        lines.forEach { due, times in
            let begins = Double(due - origin) / 1e6
            let index = stages.lastIndex { $0.begins <= begins } ?? 0
            stages[index].latency.record(now - due, times: times)
            stages[index].notReceived += times
        }
    }
}

extension StagePlan {
    /// The visits of a subscriber, in order. Numbers count from 0; the last to connect are the
    /// first to leave.
    ///
    /// - Parameter origin: when the first stage begins, microseconds of the monotonic clock.
    package func visits(of number: Int, since origin: Int64) -> [SubscriberScript.Visit] {
        var visits: [SubscriberScript.Visit] = []
        if number < initialSubscribers { visits.append(.init(begin: origin)) }
        for (stage, beginning) in zip(stages, beginnings) {
            let begin = origin + beginning
            if stage.from <= number, number < stage.to {
                let share = Double(number + 1 - stage.from) / Double(stage.to - stage.from)
                visits.append(.init(begin: begin + stage.time(at: share)))
            } else if stage.to <= number, number < stage.from {
                let share = Double(stage.from - number) / Double(stage.from - stage.to)
                visits[visits.count - 1].end = begin + stage.time(at: share)
            }
        }
        return visits
    }
}

extension StagePlan.Stage {
    fileprivate func time(at share: Double) -> Int64 { Int64(Double(microseconds) * share) }
}
