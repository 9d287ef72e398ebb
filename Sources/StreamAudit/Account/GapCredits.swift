import Vocabulary

/// What the gaps of a stream have announced and no jump of a session's numbers has used up yet.
///
/// A gap comes before the next line that leaves, and stands for lines beyond all that have come.
/// So it excuses numbers of a session only in a jump over the gap: that of the session's first line
/// behind it. Jumps come in the order in which they end; each takes from the earliest gap that it
/// lies over, which leaves the fewest unpaid (F. Glover, "Maximum matching in a convex bipartite
/// graph", 1967).
struct GapCredits {
    private struct Credit {
        /// From 1, in the order of the stream.
        var ordinal: UInt32
        var through: StreamPosition
        var left: Int64
    }

    /// More are kept as one, which may excuse what each of them alone would not.
    private static let limit = 64

    private var credits: [Credit] = []
    /// How many gaps have come.
    private(set) var count: UInt32 = 0

    mutating func add(_ lines: Int64, through: StreamPosition) {
        count += 1
        credits.append(Credit(ordinal: count, through: through, left: lines))
        guard credits.count > Self.limit else { return }
        let first = credits.removeFirst()
        credits[0].left += first.left
    }

    /// Takes so many lines out of the gaps behind the first `gaps`; returns what they do not cover.
    mutating func pay(_ lines: Int64, behind gaps: UInt32) -> Int64 {
        guard !credits.isEmpty else { return lines }
        var owed = lines
        for index in credits.indices where credits[index].ordinal > gaps {
            let paid = min(owed, credits[index].left)
            owed -= paid
            credits[index].left -= paid
        }
        credits.removeAll { $0.left == 0 }
        if credits.isEmpty { credits = [] }
        return owed
    }

    /// Forgets the gaps that reach beyond a point from which all lines come again.
    mutating func forget(beyond position: StreamPosition) {
        credits.removeAll { $0.through > position }
    }
}
