import Vocabulary

/// What of a recorded run is left out, each kind once with how often and where first.
struct TrackLosses: Equatable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A value that no runner and no sensor has.
        case beyondLimit(Metric)
        /// A point earlier than the one before it.
        case timeGoesBack
        /// A point without a time.
        case noTime
    }

    struct Loss: Equatable, Sendable {
        let kind: Kind
        /// Bytes from the beginning of the file to the first of them.
        let place: Int
        var count: Int
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
