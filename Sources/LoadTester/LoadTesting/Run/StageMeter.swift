import LoadReport
import Statistics
import StreamAudit
import Vocabulary

/// The figures of each stage of a plan.
package struct StageMeter: Sendable {
    private let plan: StagePlan
    private let origin: MonotonicInstant
    package private(set) var stages: [LoadStage] = []
    /// The counts at the beginning of the current stage.
    private var before = AuditCounts()
    private var began: MonotonicInstant
    /// Whether a stage is in progress.
    private var isCounting = false

    /// - Parameter origin: when the first stage begins.
    package init(_ plan: StagePlan, at origin: MonotonicInstant) {
        self.plan = plan
        self.origin = origin
        began = origin
    }

    /// Begins the next stage, and ends the one before. Traps when the plan has no more.
    package mutating func beginNext(
        _ tally: inout AuditTally, connected: Int, at now: MonotonicInstant
    ) {
        end(&tally, connected: connected, at: now)
        let next = LoadStage(plan.stages[stages.count], begins: (now - origin).inSeconds)
        stages.append(next)
        before = tally.counts
        began = now
        isCounting = true
        tally.stageTotal = LatencyHistogram()
    }

    /// Ends the current stage; does nothing without one.
    package mutating func end(_ tally: inout AuditTally, connected: Int, at now: MonotonicInstant) {
        guard isCounting, let last = stages.indices.last else { return }
        isCounting = false
        recordLatencies(of: tally)
        tally.stageTotal = LatencyHistogram()
        stages[last].seconds = (now - began).inSeconds
        stages[last].counts = tally.counts - before
        stages[last].connected = connected
    }

    private mutating func recordLatencies(of tally: AuditTally) {
        guard let last = stages.indices.last, let latencies = tally.stageTotal else { return }
        stages[last].latency.merge(latencies)
    }

    /// Adds the lines that were read after the end to the last stage, and missing lines, with their
    /// present age, to the stages in which they were due.
    package mutating func record(
        _ lines: OverdueLines, _ tally: AuditTally, at now: MonotonicInstant
    ) {
        guard !stages.isEmpty else { return }
        recordLatencies(of: tally)
        lines.forEach { due, times in
            let begins = Double(due.microseconds(since: origin)) / 1e6
            let index = stages.lastIndex { $0.begins <= begins } ?? 0
            stages[index].latency.record(now.microseconds(since: due), times: times)
            stages[index].notReceived += times
        }
    }
}

extension StagePlan {
    /// The visits of a subscriber, in order. Numbers count from 0; the last to connect are the
    /// first to leave.
    ///
    /// - Parameter origin: when the first stage begins.
    package func visits(
        of number: Int, since origin: MonotonicInstant
    ) -> [SubscriberScript.Visit] {
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
    fileprivate func time(at share: Double) -> Duration {
        .microseconds(Int64(Double(length.wholeMicroseconds) * share))
    }
}
