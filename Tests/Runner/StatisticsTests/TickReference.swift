import Statistics
import TestSupport
import Vocabulary

/// What a series must say, found by walking through the ticks of the window one by one.
///
/// It keeps every sample, writes into every tick of session time which value was measured in it,
/// and computes each report from nothing.
struct TickReference {
    let metric: Metric
    let shape: ChannelShape
    let period: FleetDuration
    private(set) var samples: [(ticks: Int64, value: Int64?)] = []
    /// What was measured in the tick that ends at the index.
    private var measured = [nothing]
    private static let nothing = Int.min

    init(metric: Metric, shape: ChannelShape, period: FleetDuration) {
        self.metric = metric
        self.shape = shape
        self.period = period
    }

    mutating func observe(_ value: Int64?, at time: FleetDuration) {
        let start = max(time.ticks - period.ticks, samples.last?.ticks ?? 0)
        while measured.count <= Int(start) { measured.append(Self.nothing) }
        while measured.count <= Int(time.ticks) {
            measured.append(value.map { Int($0) } ?? Self.nothing)
        }
        samples.append((time.ticks, value))
    }

    func report(at time: FleetDuration) -> MetricReport {
        var report = MetricReport(decimals: metric.decimals)
        func say(_ statistic: Statistic, _ value: Int64?) {
            guard shape.statistics.contains(statistic), statistic.applies(to: metric),
                let value
            else { return }
            report.set(statistic, to: value)
        }
        let edge = edge(of: shape.window, at: time.ticks)
        let values = values(after: edge)
        let ticks = measuredTicks(after: edge, through: time.ticks)
        let length = time.ticks - max(edge, 0)
        let share = length > 0 ? Rational(Int128(ticks.count), over: Int128(length)) : Rational(0)
        say(.count, Int64(values.count))
        say(.coverage, share.rounded(scale: 1000))
        let isCovered = share.isAtLeast(percent: shape.minimumCoveragePercent)
        guard !values.isEmpty, isCovered else { return report }
        say(.latest, values.last)
        say(.min, values.min())
        say(.max, values.max())
        say(.sum, values.last.map { $0 - (totalBefore(edge) ?? 0) })
        say(.average, Self.meanHundredths(ticks))
        if shape.statistics.contains(.sd) { say(.sd, Self.deviationHundredths(ticks)) }
        if metric.isDiscrete, let smoothed = smoothedHundredths(at: time.ticks) {
            report.setSmoothed(to: smoothed)
        }
        return report
    }

    /// Values of the samples later than tick `edge`.
    private func values(after edge: Int64) -> [Int64] {
        samples.reversed().prefix { $0.ticks > edge }.compactMap(\.value).reversed()
    }

    private func totalBefore(_ edge: Int64) -> Int64? {
        samples.last { $0.ticks <= edge && $0.value != nil }?.value
    }

    /// The values of the ticks within (edge, now], one for each tick in which there was one.
    private func measuredTicks(after edge: Int64, through now: Int64) -> [Int] {
        var values: [Int] = []
        var tick = Int(max(edge, 0)) + 1
        while tick <= min(Int(now), measured.count - 1) {
            if measured[tick] != Self.nothing { values.append(measured[tick]) }
            tick += 1
        }
        return values
    }

    private func edge(of window: Window, at now: Int64) -> Int64 {
        switch window {
        case .span(let length): now - length.ticks
        case .session: -1
        }
    }

    private func smoothedHundredths(at now: Int64) -> Int64? {
        switch shape.smoothing {
        case .none:
            return nil
        case .mean(let span):
            return Self.meanHundredths(measuredTicks(after: now - span.ticks, through: now))
        case .median(let span):
            let values = values(after: now - span.ticks).sorted()
            guard !values.isEmpty else { return nil }
            return 50 * (values[values.count / 2] + values[(values.count - 1) / 2])
        case .ema(let halfLife):
            return filtered(halfLife, times: 1)
        case .ema2(let halfLife):
            return filtered(halfLife, times: 2)
        }
    }

    /// The whole series filtered from its first value on.
    private func filtered(_ halfLife: FleetDuration, times: Int) -> Int64? {
        let present = samples.filter { $0.value != nil }
        var series = present.map { Double($0.value ?? 0) }
        for _ in 0..<times {
            for place in series.indices.dropFirst() {
                let elapsed = Double(present[place].ticks - present[place - 1].ticks)
                let kept = Elementary.exp(
                    -0x1.62e42fefa39efp-1 * elapsed / Double(halfLife.ticks))
                series[place] = series[place - 1] + (1 - kept) * (series[place] - series[place - 1])
            }
        }
        return series.last.map { Int64(($0 * 100).rounded(.toNearestOrEven)) }
    }

    private static func meanHundredths(_ values: [Int]) -> Int64? {
        guard !values.isEmpty else { return nil }
        return Rational(Int128(sum(of: values)), over: Int128(values.count)).rounded(scale: 100)
    }

    private static func sum(of values: [Int]) -> Int {
        var sum = 0
        for value in values { sum += value }
        return sum
    }

    /// From the squares of the deviations themselves, and a root found by bisection.
    private static func deviationHundredths(_ values: [Int]) -> Int64? {
        guard !values.isEmpty else { return nil }
        let count = Int128(values.count)
        let sum = Int128(sum(of: values))
        var squares: Int128 = 0
        // Neighbouring ticks mostly have one value, and a wide square is slow.
        var last = values[0]
        var square: Int128 = (count * Int128(last) - sum) * (count * Int128(last) - sum)
        for value in values {
            if value != last {
                last = value
                square = (count * Int128(value) - sum) * (count * Int128(value) - sum)
            }
            squares += square
        }
        let cube = count * count * count
        let halves = bisected(below: 1 << 30) { Int128($0) * Int128($0) * cube <= 40_000 * squares }
        if halves % 2 == 0 { return halves / 2 }
        let isTie = Int128(halves) * Int128(halves) * cube == 40_000 * squares
        return isTie && (halves / 2) % 2 == 0 ? halves / 2 : halves / 2 + 1
    }

    /// The last number below `limit` for which `holds`, which begins with numbers that do.
    private static func bisected(below limit: Int64, holds: (Int64) -> Bool) -> Int64 {
        var low: Int64 = 0
        var high = limit
        while high - low > 1 {
            let middle = (low + high) / 2
            if holds(middle) { low = middle } else { high = middle }
        }
        return low
    }
}
