import Vocabulary

/// What the lines of a subscription show, as long as it lasts: its peer must have the right to all
/// of it. Its snapshots, at the beginning, may show more.
public struct ReadingNeed: Hashable, Sendable {
    let sight: Sight
    /// A bit for each kind, in the order of their table.
    private let kinds: UInt8

    public init(_ shape: ChannelShape) { self.init(of: shape, for: shape.sight) }

    /// - Parameter seen: what the readers of the lines may see.
    init(of shape: ChannelShape, for seen: Sight) {
        var sight = Sight.nothing
        if shape.kinds.contains(.stat) || shape.kinds.contains(.sample) {
            sight.metrics = shape.metrics
        }
        if shape.kinds.contains(.advisory) {
            sight.metrics.formUnion(seen.metrics.intersection(MetricSet(.speed)))
        }
        if shape.kinds.contains(.truth) {
            sight.metrics.formUnion(MetricSet(.heartRate))
            // The true place is told to who asks for a place.
            sight.metrics.formUnion(shape.metrics.intersection(Metric.places))
        }
        if shape.kinds.contains(.entry) {
            sight.metrics.formUnion(seen.metrics.intersection(Self.summarized))
            sight.showsAdvisories = seen.showsAdvisories
        }
        sight.dayMetrics = shape.dayMetrics
        let ofPhases: Set<LineKind> = [.stat, .sample, .truth, .phase, .entry]
        sight.showsPhases = seen.showsPhases && !shape.kinds.isDisjoint(with: ofPhases)
        self.sight = sight
        kinds = Self.bits(shape.kinds)
    }

    /// The metrics of which the summary of a run is made.
    private static let summarized = MetricSet([.heartRate, .speed, .distance, .steps, .energy])

    private static func bits(_ kinds: Set<LineKind>) -> UInt8 {
        LineKind.allCases.enumerated().reduce(0) { bits, kind in
            kinds.contains(kind.element) ? bits | 1 << kind.offset : bits
        }
    }

    /// Whether a peer of these rights may have the lines.
    public func isCovered(by rights: Rights) -> Bool {
        kinds & ~Self.bits(rights.kinds) == 0 && sight.isSubset(of: rights.sight)
    }
}

/// What an answer that is computed in slices shows as long as it is computed.
public enum AnswerNeed: Hashable, Sendable {
    /// A page of sessions: all that may be seen of the sessions.
    case sessions(Sight)
    /// A page of sums of these metrics.
    case metrics(MetricSet, DayMetricSet)

    public init(_ request: QueryRequest) {
        self = .metrics(
            MetricSet(request.metrics.compactMap(\.run)),
            DayMetricSet(request.metrics.compactMap(\.day)))
    }

    /// Whether a peer of these rights may have the answer.
    public func isCovered(by rights: Rights) -> Bool {
        switch self {
        case .sessions(let sight): rights.mayLook && sight.isSubset(of: rights.sight)
        case .metrics(let runs, let days):
            rights.isDetermined && runs.isSubset(of: rights.sight.metrics)
                && days.isSubset(of: rights.sight.dayMetrics)
        }
    }
}
