import Vocabulary

/// A set of statistics in one byte.
@usableFromInline
struct StatisticSet: Equatable, Sendable {
    @usableFromInline var bits: UInt8 = 0

    init() {}

    /// The members of `statistics` that fit `metric`.
    init(_ statistics: Set<Statistic>, fitting metric: Metric) {
        for statistic in statistics where statistic.applies(to: metric) { insert(statistic) }
    }

    var isEmpty: Bool { bits == 0 }

    @inline(__always)
    func contains(_ statistic: Statistic) -> Bool { bits & (1 << statistic.place) != 0 }

    /// Calls `body` for each member, in the order of ``Statistic``.
    @inlinable @inline(__always)
    func forEach(_ body: (Statistic) -> Void) {
        var left = bits
        while left != 0 {
            body(Statistic.byPlace[left.trailingZeroBitCount])
            left &= left - 1
        }
    }

    mutating func insert(_ statistic: Statistic) { bits |= 1 << statistic.place }
}

extension Statistic {
    /// Every statistic at its place.
    @usableFromInline static let byPlace: [8 of Statistic] = [
        .average, .min, .max, .sd, .latest, .sum, .count, .coverage,
    ]

    /// Its place in `allCases` and in arrays by statistic, 0...7.
    @inlinable public var place: Int {
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
}
