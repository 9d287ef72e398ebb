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

    /// The places of its members, in order.
    @inlinable @inline(__always)
    var places: Places { Places(bits: bits) }

    @usableFromInline
    struct Places {
        @usableFromInline var bits: UInt8

        @inlinable init(bits: UInt8) { self.bits = bits }

        @inlinable @inline(__always)
        mutating func next() -> Int? {
            guard bits != 0 else { return nil }
            defer { bits &= bits - 1 }
            return bits.trailingZeroBitCount
        }
    }

    mutating func insert(_ statistic: Statistic) { bits |= 1 << statistic.place }
}

extension Statistic {
    /// Its place in arrays by statistic, 0...7.
    var place: Int {
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
