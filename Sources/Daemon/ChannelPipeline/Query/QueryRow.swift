import Vocabulary
import WireProtocol

/// What the samples and entries of one interval amount to, metric by metric.
struct QueryRow: Sendable {
    private let columns: QueryColumns
    private var cells: [QueryCell]
    /// Whether simulated lines may still come to the interval.
    var isOpen = false

    init(_ columns: QueryColumns) {
        self.columns = columns
        cells = Array(repeating: QueryCell(), count: columns.metrics.count)
    }

    /// Empties it for the next interval.
    mutating func clear() {
        for column in cells.indices { cells[column] = QueryCell() }
        isOpen = false
    }

    /// - Parameter ticks: for how long the value stands; 1 for the value of an entry, but for a
    ///   heart rate.
    @inline(__always)
    mutating func add(_ value: Int64, to column: Int, ticks: Int64, at time: QueryTime) {
        cells[column].add(value, ticks: ticks, at: time)
    }

    /// Adds `,"steps":{"sum":8123},…`; nothing for a metric without values.
    func append(to line: inout LineBuffer) {
        for (metric, cell) in zip(columns.metrics, cells)
        where cell.count > 0 && columns.statistics.contains(where: { $0.applies(to: metric) }) {
            line.append(#",""#)
            line.append(utf8: metric.name)
            line.append(#"":{"#)
            let opening = line.count
            for statistic in columns.statistics where statistic.applies(to: metric) {
                guard let value = cell.value(of: statistic, decimals: metric.decimals) else {
                    continue
                }
                line.append(line.count == opening ? "\"" : ",\"")
                line.append(utf8: statistic.rawValue)
                line.append("\":")
                line.append(value)
            }
            line.append("}")
        }
    }
}

/// When a value was measured, and its rank among the values of one instant.
struct QueryTime: Comparable, Sendable {
    private let bits: Int64

    @inline(__always)
    init(_ instant: FleetInstant, _ rank: StreamPosition.Rank) {
        bits = instant.ticks << 4 | Int64(rank.rawValue)
    }

    static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }

    static let never = QueryTime(FleetInstant(ticks: -1), .resume)
}

/// The exact sums of one metric in one interval.
///
/// Two centuries of samples at 50 Hz stay far below 64 bits.
struct QueryCell: Sendable {
    private(set) var count: Int64 = 0
    private var sum: Int64 = 0
    /// The sum of values times ticks, and of ticks.
    private var weighted: Int64 = 0
    private var ticks: Int64 = 0
    private var least = Int64.max
    private var greatest = Int64.min
    private var latest: Int64 = 0
    private var latestTime = QueryTime.never

    @inline(__always)
    mutating func add(_ value: Int64, ticks: Int64, at time: QueryTime) {
        count += 1
        // Those of positions, which nobody reads, may wrap.
        sum &+= value
        weighted &+= value &* ticks
        self.ticks += ticks
        least = min(least, value)
        greatest = max(greatest, value)
        guard time >= latestTime else { return }
        latest = value
        latestTime = time
    }

    /// The value of a statistic; nil for an average of values without any weight.
    func value(of statistic: Statistic, decimals: Int) -> Decimal64? {
        switch statistic {
        case .sum: Decimal64(units: sum, decimals: decimals)
        case .average:
            ticks > 0
                ? Decimal64(
                    units: (weighted * 100).dividedRoundingToEven(by: ticks),
                    decimals: decimals + 2) : nil
        case .min: Decimal64(units: least, decimals: decimals)
        case .max: Decimal64(units: greatest, decimals: decimals)
        case .latest: Decimal64(units: latest, decimals: decimals)
        case .count: Decimal64(units: count, decimals: 0)
        case .sd, .coverage: nil
        }
    }
}

/// What a query asks of each interval, and where the metrics of samples and entries belong.
struct QueryColumns: Sendable {
    let metrics: [QueryMetric]
    /// The statistics in the order of an answer.
    let statistics: [Statistic]
    /// The metrics of runs among them.
    let ofSamples: [(metric: Metric, column: Int)]
    /// The column by index of the metric of days; nil for a metric that is not asked for.
    private let ofEntries: [Int?]
    /// Whether any metric of days is asked for.
    let hasEntries: Bool
    /// The metrics of days among them.
    let dayMetrics: DayMetricSet
    /// Whether samples must be told where they were measured.
    let needsPlaces: Bool

    init(_ metrics: [QueryMetric], _ statistics: Set<Statistic>) {
        self.metrics = metrics
        self.statistics = Statistic.ofQueries.filter(statistics.contains)
        ofSamples = metrics.enumerated().compactMap { column, metric in
            metric.run.map { ($0, column) }
        }
        ofEntries = DayMetric.allCases.map { day in metrics.firstIndex { $0.day == day } }
        hasEntries = metrics.contains { $0.day != nil }
        dayMetrics = DayMetricSet(metrics.compactMap(\.day))
        needsPlaces = ofSamples.contains { Metric.places.contains($0.metric) }
    }

    func column(of metric: DayMetric) -> Int? { ofEntries[metric.index] }
}
