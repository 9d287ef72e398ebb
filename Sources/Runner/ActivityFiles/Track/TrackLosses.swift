import Simulation
import Vocabulary

/// What is left out of a recorded run or moved: each kind once, with its number and first place.
package struct TrackLosses: Equatable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A value that no runner and no sensor has.
        case beyondLimit(Metric)
        /// A point before or far behind the points around it.
        case outOfOrder
        /// A point without a time.
        case noTime
        /// A distance before or far behind those around it.
        case distanceOutOfOrder
        /// A recorder's clock was set while it ran; the times on one side of it are shifted.
        case clockSet
        /// A point behind the longest recording.
        case tooLong
    }

    package struct Loss: Hashable, Sendable {
        package let kind: Kind
        /// Bytes from the beginning of the file to the first of them.
        package let place: Int
        package fileprivate(set) var count: Int
    }

    /// In the order in which they were first met.
    private(set) var all: [Loss] = []

    mutating func note(_ kind: Kind, at place: Int) {
        guard let index = all.firstIndex(where: { $0.kind == kind }) else {
            all.append(Loss(kind: kind, place: place, count: 1))
            return
        }
        all[index].count += 1
    }
}

extension TrackLosses.Loss: CustomStringConvertible {
    package var description: String {
        let (records, values) = (counted("record"), counted("value"))
        return switch kind {
        case .beyondLimit(let metric):
            "\(values) of \(metric.name) beyond \(metric.row.limits.upperBound) "
                + "\(metric.row.unit) left out"
        case .outOfOrder: "\(records) out of the order of time left out"
        case .noTime: "\(records) without a time left out"
        case .distanceOutOfOrder: "\(values) of distance out of the order of the others left out"
        case .clockSet:
            "the clock was set \(count == 1 ? "once" : "\(count) times"): "
                + "the times on the shorter side are shifted to those on the longer"
        case .tooLong:
            "\(records) behind \(Recording.longestSeconds / 86_400) days "
                + "or \(Recording.rowLimit) records left out"
        }
    }

    private func counted(_ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}
