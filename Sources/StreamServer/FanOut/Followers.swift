import Vocabulary
import WireProtocol

/// A subscription that takes a channel's lines: a connection and its slot.
struct Follower {
    /// Counting references would be a third of what a line costs. The table of connections holds
    /// each of them for as long as it follows: whoever leaves the table leaves its channels first.
    private let peer: Unmanaged<Connection>
    private let number: Int32
    /// Whether it takes every line of the channel, or of its only lane, just as it is.
    let takesLinesUnchanged: Bool

    init(_ peer: Connection, slot: Int, takesLinesUnchanged: Bool) {
        self.peer = Unmanaged.passUnretained(peer)
        number = Int32(slot)
        self.takesLinesUnchanged = takesLinesUnchanged
    }

    var slot: Int { Int(number) }

    @inline(__always)
    func withPeer<Result>(_ body: (Connection) -> Result) -> Result {
        peer._withUnsafeGuaranteedRef { body($0) }
    }

    func isSame(as other: Follower) -> Bool {
        peer.toOpaque() == other.peer.toOpaque() && number == other.number
    }
}

/// Who follows a channel, in no order: thousands may come and go at once.
struct Followers {
    /// Those who have selected all sessions.
    private(set) var ofAll: [Follower] = []
    /// Those who have selected some, by lane.
    private var byLane: [Int: [Follower]] = [:]
    /// Where the lines of the present block lie; kept up only if somebody needs it.
    private var index = LaneIndex()

    var isEmpty: Bool { ofAll.isEmpty && byLane.isEmpty }

    /// O(1) for all sessions, O(lanes) for some.
    ///
    /// - Returns: the place among those who have selected all sessions.
    mutating func insert(_ follower: Follower, _ selection: SessionSelection) -> Int {
        switch selection {
        case .all:
            ofAll.append(follower)
            return ofAll.count - 1
        case .some(let selected):
            for lane in Self.lanes(of: selected) { byLane[lane, default: []].append(follower) }
            return 0
        }
    }

    /// Takes out one who has selected all sessions. Traps if there is no such place.
    ///
    /// - Returns: the follower that has taken the place, if there is one.
    mutating func removeFromAll(at place: Int) -> Follower? {
        let last = ofAll.removeLast()
        guard place < ofAll.count else { return nil }
        ofAll[place] = last
        return last
    }

    /// Takes out one who has selected some. O(followers of its lanes).
    mutating func remove(_ follower: Follower, _ selected: [SelectedSessions]) {
        for lane in Self.lanes(of: selected) {
            byLane[lane]?.removeAll { $0.isSame(as: follower) }
            if byLane[lane]?.isEmpty ?? false { byLane[lane] = nil }
        }
    }

    /// Prepares for the lines of a block to be looked up by lane.
    mutating func index(_ block: borrowing LineBlock) {
        if !byLane.isEmpty { index.rebuild(for: block) }
    }

    /// Calls `body` for each lane that has lines in the block indexed last and is selected, or
    /// sessions of it, by somebody: with where they lie, and by whom.
    func forEachLaneWithLines(_ body: (ArraySlice<LaneIndex.Run>, [Follower]) -> Void) {
        guard !byLane.isEmpty else { return }
        index.forEachLane { runs in
            if let followers = byLane[runs[runs.startIndex].lane] { body(runs, followers) }
        }
    }

    /// In order, each once.
    private static func lanes(of selected: [SelectedSessions]) -> [Int] {
        var lanes: [Int] = []
        for sessions in selected where lanes.last != sessions.lane { lanes.append(sessions.lane) }
        return lanes
    }
}

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
