/// What is computed over a window, after HealthKit's statistics options.
///
/// A statistic is a case with its row, its index and its place in ``byIndex``, all of this file.
/// `Statistics` computes it of a window, `QueryRow` of an interval.
public enum Statistic: String, CaseIterable, Sendable {
    /// Time-weighted arithmetic mean.
    case average
    case min
    case max
    /// Time-weighted population standard deviation.
    case sd
    /// The newest value in the window; of a cumulative metric its total.
    case latest
    /// The increase within the window.
    case sum
    /// Number of samples in the window that have the metric.
    case count
    /// Share of the window's time for which the metric was measured, 0 to 1.
    case coverage

    /// How many decimals a value has.
    public enum Precision: Sendable {
        /// This number of decimals more than the metric has.
        case beyondMetric(Int)
        /// This number of decimals, whatever the metric.
        case fixed(Int)
    }

    /// One row of the table of statistics.
    public struct Row: Sendable {
        public let precision: Precision
        /// Whether a query by intervals can ask for it.
        public let isOfQueries: Bool

        @inlinable @inline(__always) init(_ precision: Precision, isOfQueries: Bool) {
            self.precision = precision
            self.isOfQueries = isOfQueries
        }
    }

    // A switch, so that the compiler misses no row and puts a constant where one column is read.
    @inlinable @inline(__always) public var row: Row {
        switch self {
        case .average: Row(.beyondMetric(2), isOfQueries: true)
        case .min: Row(.beyondMetric(0), isOfQueries: true)
        case .max: Row(.beyondMetric(0), isOfQueries: true)
        case .sd: Row(.beyondMetric(2), isOfQueries: false)
        case .latest: Row(.beyondMetric(0), isOfQueries: true)
        case .sum: Row(.beyondMetric(0), isOfQueries: true)
        case .count: Row(.fixed(0), isOfQueries: true)
        case .coverage: Row(.fixed(3), isOfQueries: false)
        }
    }

    /// Decimals of a value of the statistic, where the metric has `decimals`.
    @inlinable @inline(__always) public func decimals(of decimals: Int) -> Int {
        switch row.precision {
        case .beyondMetric(let more): decimals + more
        case .fixed(let count): count
        }
    }

    /// Its index in `allCases` and in arrays by statistic.
    @inlinable public var index: Int {
        switch self {
        case .average: 0
        case .min: 1
        case .max: 2
        case .sd: 3
        case .latest: 4
        case .sum: 5
        case .count: 6
        case .coverage: 7
        }
    }

    /// Every statistic at its index.
    public static let byIndex: PerStatistic<Statistic> = [
        .average, .min, .max, .sd, .latest, .sum, .count, .coverage,
    ]

    /// The statistics that a query can ask for, in the order of its answer.
    public static let ofQueries: [Statistic] =
        [.sum] + allCases.filter { $0.row.isOfQueries && $0 != .sum }

    public func applies(to metric: Metric) -> Bool { metric.row.statistics.contains(self) }

    public func applies(to metric: QueryMetric) -> Bool { metric.statistics.contains(self) }
}

/// An element for each statistic. The length of a type must be a literal; ``Statistic/byIndex`` has
/// the compiler count its own elements, and a test holds it to the cases.
public typealias PerStatistic<Element> = InlineArray<8, Element>

/// A set of statistics.
public struct StatisticSet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

    @inlinable @inline(__always) public init(_ statistic: Statistic) {
        self.init(rawValue: 1 << statistic.index)
    }

    public init(_ statistics: some Sequence<Statistic>) {
        self.init(rawValue: statistics.reduce(0) { $0 | 1 << $1.index })
    }

    /// The statistics that fit a state at an instant, such as a heart rate.
    @inlinable public static var ofStates: StatisticSet {
        StatisticSet(rawValue: (1 << UInt32(PerStatistic<Statistic>.count)) - 1)
            .subtracting(StatisticSet(.sum))
    }

    /// The statistics that fit an amount that grows, such as a distance.
    @inlinable public static var ofTotals: StatisticSet {
        StatisticSet(.latest).union(StatisticSet(.sum)).union(StatisticSet(.count))
            .union(StatisticSet(.coverage))
    }

    /// The statistics that fit a position.
    @inlinable public static var ofPositions: StatisticSet {
        ofTotals.subtracting(StatisticSet(.sum))
    }

    @inlinable @inline(__always) public func contains(_ statistic: Statistic) -> Bool {
        rawValue & (1 << statistic.index) != 0
    }

    /// Calls `body` for each member, in the order of ``Statistic``.
    @inlinable @inline(__always)
    public func forEach(_ body: (Statistic) -> Void) {
        var left = rawValue
        while left != 0 {
            body(Statistic.byIndex[left.trailingZeroBitCount])
            left &= left - 1
        }
    }
}
