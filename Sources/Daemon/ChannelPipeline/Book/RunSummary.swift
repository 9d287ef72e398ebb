import FlightPhases
import Vocabulary
import WireProtocol

/// What is kept of a run once it has landed, gathered step by step from its start.
package struct RunSummary: Sendable {
    private(set) var session: SessionName
    private(set) var start = FleetInstant(ticks: 0)
    private var part = RunPart()
    /// The last sample of the running part.
    private var last: (instant: FleetInstant, sessionTime: FleetDuration)?
    /// The instant before the first period of the running part.
    private var runBegan: (instant: FleetInstant, sessionTime: FleetDuration)?
    private var previous: (instant: FleetInstant, sessionTime: FleetDuration)?
    private var moving = FleetDuration.zero
    private var totals = Sample()
    private var heartRateSum: Int64 = 0
    private var heartRateCount: Int64 = 0
    private var heartRateMax: Int64 = 0
    /// Session time at each full kilometre.
    private var kilometres: [FleetDuration] = []
    private var phaseBegan = FleetDuration.zero
    private var phaseTicks = Array(repeating: Int64(0), count: Phase.allCases.count)
    private var calls: [Advisory: Int64] = [:]

    init(of session: SessionName) { self.session = session }

    mutating func take(_ step: FlightStep) {
        if step.starts {
            self = RunSummary(of: step.session)
            start = step.instant
        }
        if part.take(step), let sample = step.sample { take(sample, step) }
        if let transition = step.transition { enter(transition, at: step.sessionTime) }
        if let call = step.advisory?.to { calls[call, default: 0] += 1 }
        if step.ends { phaseTicks[step.phase.index] += (step.sessionTime - phaseBegan).ticks }
        previous = (step.instant, step.sessionTime)
    }

    private mutating func take(_ sample: Sample, _ step: FlightStep) {
        let before = previous ?? (start, .zero)
        if runBegan == nil { runBegan = before }
        last = (step.instant, step.sessionTime)
        if sample[.speed] != 0 { moving = moving + (step.sessionTime - before.sessionTime) }
        for metric in [.distance, .steps, .energy] as [Metric] {
            if let total = sample[metric] { totals[metric] = total }
        }
        if let heartRate = sample[.heartRate] {
            heartRateSum += heartRate
            heartRateCount += 1
            heartRateMax = max(heartRateMax, heartRate)
        }
        let full = (totals[.distance] ?? 0) / Self.kilometre
        while kilometres.count < full { kilometres.append(step.sessionTime) }
    }

    /// Centimetres.
    private static let kilometre: Int64 = 100_000

    private mutating func enter(_ transition: PhaseTransition, at time: FleetDuration) {
        phaseTicks[transition.from.index] += (time - phaseBegan).ticks
        phaseBegan = time
    }
}

extension LineBuffer {
    /// Adds `,"elapsed_s":…` and the other fields of a run's summary, without those that were not
    /// measured or that the reader may not see.
    mutating func append(_ summary: RunSummary, _ sight: Sight) {
        summary.append(to: &self, sight)
    }
}

extension RunSummary {
    fileprivate func append(to line: inout LineBuffer, _ sight: Sight) {
        if let runBegan, let last {
            line.appendSeconds("elapsed_s", last.instant - runBegan.instant)
            // The time in motion follows from speeds, which not every reader may see.
            if sight.metrics.contains(.speed) { line.appendSeconds("moving_s", moving) }
        }
        for metric in [.distance, .steps, .energy] as [Metric] {
            guard sight.metrics.contains(metric), let total = totals[metric] else { continue }
            line.appendValue(total, of: metric)
        }
        if sight.metrics.contains(.heartRate) { appendHeartRate(to: &line) }
        if sight.metrics.contains(.distance) { appendSplits(to: &line) }
        if sight.showsPhases { appendPhases(to: &line) }
        if sight.showsAdvisories { appendCalls(to: &line) }
    }

    private func appendHeartRate(to line: inout LineBuffer) {
        guard heartRateCount > 0 else { return }
        line.append(#","heart_rate_bpm":{"average":"#)
        let average = (heartRateSum * 100).dividedRoundingToEven(by: heartRateCount)
        line.appendDecimal(units: average, decimals: 2)
        line.append(#","max":"#)
        line.appendInteger(heartRateMax)
        line.append("}")
    }

    /// Seconds of session time of each full kilometre.
    private func appendSplits(to line: inout LineBuffer) {
        guard !kilometres.isEmpty, let runBegan else { return }
        line.append(#","splits_s":["#)
        var before = runBegan.sessionTime
        for (index, time) in kilometres.enumerated() {
            if index > 0 { line.append(",") }
            line.appendDecimal(units: (time - before).ticks * 2, decimals: 2)
            before = time
        }
        line.append("]")
    }

    private func appendPhases(to line: inout LineBuffer) {
        let known = Phase.allCases.filter { phaseTicks[$0.index] > 0 }
        guard !known.isEmpty else { return }
        line.append(#","phases_s":{"#)
        for (index, phase) in known.enumerated() {
            line.append(index == 0 ? "\"" : ",\"")
            line.append(utf8: phase.rawValue)
            line.append("\":")
            line.appendDecimal(units: phaseTicks[phase.index] * 2, decimals: 2)
        }
        line.append("}")
    }

    private func appendCalls(to line: inout LineBuffer) {
        guard !calls.isEmpty else { return }
        line.append(#","advisories":{"#)
        let known = Advisory.allCases.filter { calls[$0] != nil }
        for (index, call) in known.enumerated() {
            line.append(index == 0 ? "\"" : ",\"")
            line.append(utf8: call.rawValue)
            line.append("\":")
            line.appendInteger(calls[call] ?? 0)
        }
        line.append("}")
    }
}
