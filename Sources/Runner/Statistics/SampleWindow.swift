import Vocabulary

/// The samples of several metrics in a trailing span of session time, and their exact sums.
///
/// A sample stands for the time since the sample before it, at most for one nominal period, so that
/// a drop-out does not stretch the sample after it. This time is the sample's weight. A sample
/// without some metric has a row as well; the weight of the next row follows from the row before
/// it.
///
/// All metrics share one row, as narrow as possible: a minute of the five discrete metrics at one
/// sample a second is 600 bytes. Every call needs the plan with which the window was made. The
/// window is a value; a copy is independent.
public struct SampleWindow: Sendable {
    /// The samples within the span; none if the span is the session, which no sample leaves. Its
    /// sums are by column, followed by those of the squares if deviations are asked for.
    private var rows: SampleRows
    /// The instant of the newest sample; negative before the first, which may lie at 0.
    private var newestTicks: Int32 = -1
    /// The instant of the sample before the oldest row.
    private var precedingTicks: Int32 = 0
    /// Whether a sample did not fit a narrow row. Only recordings have such intervals and values.
    private var isWide = false

    public init(_ plan: WindowPlan) {
        rows = SampleRows(capacity: plan.rows, plan.layout(isWide: false))
    }

    /// Bytes on the heap, without what the allocator adds.
    public var heapBytes: Int { rows.heapBytes }

    /// A column's sums and newest values as of the last call.
    func metricSums(of column: Int) -> MetricSums { rows.sums(at: column) }

    /// Adds the sample at `ticks`. Traps unless it is later than the sample before, and on values
    /// of more than 32 bits.
    ///
    /// Amortised O(columns): every sample is added once and dropped once.
    public mutating func observe(_ sample: Sample, at ticks: Int32, in plan: WindowPlan) {
        precondition(
            ticks > newestTicks, "sample at tick \(ticks) after the one at \(newestTicks)")
        advance(to: ticks, in: plan)
        let weight = min(plan.periodTicks, ticks - max(newestTicks, 0))
        let row = plan.span.isSession ? nil : makeRow(for: sample, at: ticks, in: plan)
        newestTicks = ticks
        let layout = plan.layout(isWide: isWide)
        rows.update(row: row, layout) { cells in
            for column in plan.metrics.indices {
                let value = sample[plan.metrics[column]].map { Int32($0) }
                if let row { cells.set(column, to: value, at: row, layout) }
                if let value { cells.enter(value, column, ticks: weight, in: plan) }
            }
        }
    }

    /// Appends an empty row in which the values of `sample` fit; returns its first cell.
    private mutating func makeRow(
        for sample: Sample, at ticks: Int32, in plan: WindowPlan
    ) -> Int {
        if !isWide, !isNarrow(sample, at: ticks, in: plan) { widen(in: plan) }
        return rows.append(at: ticks, plan.layout(isWide: isWide))
    }

    private func isNarrow(_ sample: Sample, at ticks: Int32, in plan: WindowPlan) -> Bool {
        guard rows.isEmpty || ticks - newestTicks == plan.periodTicks else { return false }
        for column in 0..<plan.layout(isWide: false).narrowColumns {
            if let value = sample[plan.metrics[column]], !RowLayout.isNarrow(value) { return false }
        }
        return true
    }

    private mutating func widen(in plan: WindowPlan) {
        rows = rows.laidOut(
            plan.layout(isWide: true), from: plan.layout(isWide: false),
            columns: plan.metrics.count, newest: newestTicks, period: plan.periodTicks)
        isWide = true
    }

    /// Drops the samples that are too old at `now`. Traps if `now` lies before the newest sample.
    public mutating func advance(to now: Int32, in plan: WindowPlan) {
        precondition(now >= newestTicks, "tick \(now) asked after a sample at \(newestTicks)")
        let edge = plan.span.edge(at: now)
        let layout = plan.layout(isWide: isWide)
        while !rows.isEmpty {
            let ticks = oldestTicks(layout, in: plan)
            guard ticks <= edge else { return }
            release(rows.start(of: 0, layout), at: ticks, layout, in: plan)
            precedingTicks = ticks
            rows.removeFirst()
        }
    }

    private mutating func release(
        _ start: Int, at ticks: Int32, _ layout: RowLayout, in plan: WindowPlan
    ) {
        let weight = weight(ofOldestAt: ticks, in: plan)
        rows.update(row: start, layout) { cells in
            for column in plan.metrics.indices {
                guard let value = cells.value(column, at: start, layout) else { continue }
                cells.leave(value, column, ticks: weight, in: plan)
            }
        }
    }

    private func oldestTicks(_ layout: RowLayout, in plan: WindowPlan) -> Int32 {
        rows.ticks(of: 0, newest: newestTicks, period: plan.periodTicks, layout)
    }

    /// The weight of the oldest row, in ticks.
    private func weight(ofOldestAt ticks: Int32, in plan: WindowPlan) -> Int32 {
        min(plan.periodTicks, ticks - precedingTicks)
    }

    /// A column's sums at `now`, with each sample weighted by the part of its period within the
    /// span.
    ///
    /// Only the oldest sample's period can begin before the span, because periods do not overlap.
    ///
    /// - Parameters:
    ///   - known: ``metricSums(of:)`` of the column.
    ///   - now: the instant to which the window was last advanced.
    func sums(
        of column: Int, _ known: MetricSums, at now: Int32, in plan: WindowPlan
    ) -> WeightedSums {
        var sums = WeightedSums(
            ticks: Int64(known.ticks), values: plan.hasMean(column) ? known.values : 0,
            squares: plan.hasSquares ? rows.sums(at: plan.metrics.count + column).values : 0)
        guard !rows.isEmpty else { return sums }
        let layout = plan.layout(isWide: isWide)
        let ticks = oldestTicks(layout, in: plan)
        let outside = plan.span.edge(at: now) - (ticks - weight(ofOldestAt: ticks, in: plan))
        guard outside > 0,
            let value = rows.value(column, at: rows.start(of: 0, layout), layout)
        else { return sums }
        sums.add(plan.hasMean(column) ? Int64(value) : 0, ticks: -outside)
        return sums
    }
}
