import Vocabulary

/// What is checked of every numbered line.
package struct DataLine: Hashable {
    package enum Kind: String, CaseIterable {
        case sample, truth, stat, phase, advisory, event, end

        /// Whether a newer one may replace it; nil of the kinds that never are replaced.
        var measurement: Measurements? {
            switch self {
            case .sample: .sample
            case .truth: .truth
            case .stat: .stat
            case .phase, .advisory, .event, .end: nil
            }
        }
    }

    var kind: Kind
    var session: SessionName
    var n: Int64
    /// How many lines it has replaced, and those had.
    var skipped: Int64
    /// Microseconds of the monotonic clock; nil where the line does not say it.
    var due: Int64?
    /// Microseconds; nil of a line that is replayed.
    var late: Int64?
    var anchor: AnchorReader.Reading

    /// Whether the anchor is right and names the session's lane.
    var isInPlace: Bool { anchor.isRight && anchor.position.lane == session.lane }
}

/// The kinds of line of which a newer one replaces an older one that still waits.
struct Measurements: OptionSet, Hashable {
    let rawValue: UInt8

    static let sample = Self(rawValue: 1)
    static let truth = Self(rawValue: 2)
    static let stat = Self(rawValue: 4)

    /// Those that a subscription to the kinds has.
    init(_ kinds: Set<LineKind>) {
        self = kinds.reduce(into: []) { set, kind in
            set.formUnion(DataLine.Kind(rawValue: kind.rawValue)?.measurement ?? [])
        }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }
}
