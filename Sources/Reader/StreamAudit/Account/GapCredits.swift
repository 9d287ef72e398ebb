import Vocabulary

/// The lines that gaps have announced as lost, less those that explain a jump in the numbers of a
/// session.
///
/// The daemon sends a gap before the next line, for lines behind all that it has sent. So a gap
/// explains missing numbers of a session only in one jump: the one that ends at the session's first
/// line after the gap. Jumps are entered in the order in which they end. Each is paid from the
/// earliest gap that it spans, which leaves the fewest lines unexplained (F. Glover, "Maximum
/// matching in a convex bipartite graph", 1967).
struct GapCredits {
    private struct Credit {
        /// From 1, in the order of the stream.
        var ordinal: UInt32
        var through: StreamPosition
        var left: Int64
    }

    /// The most gaps that are kept apart. Older ones are merged, and then may explain a jump that
    /// neither would alone.
    private static let limit = 64

    private var credits: [Credit] = []
    /// How many gaps have arrived.
    private(set) var count: UInt32 = 0

    mutating func add(_ lines: Int64, through: StreamPosition) {
        count += 1
        credits.append(Credit(ordinal: count, through: through, left: lines))
        guard credits.count > Self.limit else { return }
        let first = credits.removeFirst()
        credits[0].left += first.left
    }

    /// Pays for `lines` missing numbers from the gaps after the first `gaps` ones; returns how many
    /// numbers stay unexplained.
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

    /// Removes the gaps that reach beyond the point of a resumption: the daemon sends their lines
    /// again.
    mutating func forget(beyond position: StreamPosition) {
        credits.removeAll { $0.through > position }
    }
}
