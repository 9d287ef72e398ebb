import Vocabulary

/// The statistics of one metric at one instant. A `stat` line leaves out what is nil.
///
/// Averages, deviations and smoothed values have two decimals more than the metric, `count` has
/// none, `coverage` three, all others those of the metric. Every value is rounded once, ties to
/// even.
// Eighty bytes instead of the two hundred of as many optional decimals, and inlined setters:
// otherwise copying is a third of the cost of a report.
public struct MetricReport: Sendable {
    @usableFromInline var present: StatisticSet = []
    @usableFromInline let decimals: UInt8
    private var isSmoothed = false
    @usableFromInline var units = PerStatistic<Int64>(repeating: 0)
    private var smoothedUnits: Int64 = 0

    /// An empty report of a metric with `decimals` decimals.
    @inline(__always)
    public init(decimals: Int) { self.decimals = UInt8(decimals) }

    public subscript(statistic: Statistic) -> Decimal64? {
        guard present.contains(statistic) else { return nil }
        return Decimal64(units: units[statistic.index], decimals: decimals(of: statistic))
    }

    /// Calls `body` for every statistic of the report, in the order of ``Statistic``, with its
    /// value in units of the last of `decimals` decimals.
    @inlinable @inline(__always)
    public func forEach(_ body: (Statistic, _ units: Int64, _ decimals: Int) -> Void) {
        present.forEach { body($0, units[$0.index], decimals(of: $0)) }
    }

    public var smoothed: Decimal64? {
        isSmoothed ? Decimal64(units: smoothedUnits, decimals: Int(decimals) + 2) : nil
    }

    /// Whether the report has neither a statistic nor a smoothed value.
    public var isEmpty: Bool { present.isEmpty && !isSmoothed }

    /// - Parameter value: in units of the last of the statistic's decimals.
    @inline(__always)
    public mutating func set(_ statistic: Statistic, to value: Int64) {
        present.insert(StatisticSet(statistic))
        units[statistic.index] = value
    }

    /// - Parameter value: in hundredths of the unit of the metric's last decimal.
    @inline(__always)
    public mutating func setSmoothed(to value: Int64) {
        isSmoothed = true
        smoothedUnits = value
    }

    @inlinable @inline(__always)
    func decimals(of statistic: Statistic) -> Int { statistic.decimals(of: Int(decimals)) }
}

extension MetricReport: Equatable {
    public static func == (left: Self, right: Self) -> Bool {
        left.smoothed == right.smoothed
            && Statistic.allCases.allSatisfy { left[$0] == right[$0] }
    }
}

extension MetricReport: CustomStringConvertible {
    /// The statistics by name, as in `average 151.20, count 5`.
    public var description: String {
        var parts = Statistic.allCases.compactMap { statistic in
            self[statistic].map { "\(statistic.rawValue) \($0)" }
        }
        if let smoothed { parts.append("smoothed \(smoothed)") }
        return parts.joined(separator: ", ")
    }
}
