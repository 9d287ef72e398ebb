import Vocabulary
import WireProtocol

/// Where in a block the lines of each lane lie, so that who follows one lane among thousands looks
/// at no other's lines.
struct LaneIndex {
    /// Lines of one lane, side by side.
    struct Run {
        let lane: Int
        let lines: Range<Int>
    }

    /// By ascending lane, those of one lane in their order: one a lane if the block is of one
    /// instant.
    private var runs: [Run] = []

    /// O(lines) for a block of one instant, else O(lines log lines). Keeps its memory.
    mutating func rebuild(for block: borrowing LineBlock) {
        runs.removeAll(keepingCapacity: true)
        var isSorted = true
        for (place, entry) in block.entries.enumerated() {
            let lane = entry.position.lane
            if let last = runs.last, last.lane == lane {
                runs[runs.count - 1] = Run(lane: lane, lines: last.lines.lowerBound..<place + 1)
            } else {
                if let last = runs.last, last.lane > lane { isSorted = false }
                runs.append(Run(lane: lane, lines: place..<place + 1))
            }
        }
        guard !isSorted else { return }
        runs.sort { ($0.lane, $0.lines.lowerBound) < ($1.lane, $1.lines.lowerBound) }
    }

    /// Calls `body` for each lane that has lines, with all its runs.
    func forEachLane(_ body: (ArraySlice<Run>) -> Void) {
        var start = 0
        for place in runs.indices
        where place + 1 == runs.count || runs[place + 1].lane != runs[place].lane {
            body(runs[start...place])
            start = place + 1
        }
    }
}
