import Vocabulary
import WireProtocol

/// Where in a block the lines of each lane lie, so that who follows one lane among thousands looks
/// at no other's lines.
struct LaneIndex {
    private struct Chain {
        var first: Int32
        var last: Int32
    }

    private var chains: [Int: Chain] = [:]
    /// By entry: the next of the same lane; negative after the last.
    private var next: [Int32] = []
    /// In the order of their first lines.
    private(set) var lanes: [Int] = []

    /// O(lines). Keeps its memory.
    mutating func rebuild(for block: borrowing LineBlock) {
        chains.removeAll(keepingCapacity: true)
        next.removeAll(keepingCapacity: true)
        lanes.removeAll(keepingCapacity: true)
        for entry in block.entries {
            let (lane, place) = (entry.position.lane, Int32(next.count))
            next.append(-1)
            if let last = chains[lane]?.last {
                next[Int(last)] = place
                chains[lane]?.last = place
            } else {
                chains[lane] = Chain(first: place, last: place)
                lanes.append(lane)
            }
        }
    }

    /// Calls `body` for each entry of the lane, in order.
    func forEach(lane: Int, _ body: (Int) -> Void) {
        var entry = chains[lane]?.first ?? -1
        while entry >= 0 {
            body(Int(entry))
            entry = next[Int(entry)]
        }
    }
}
