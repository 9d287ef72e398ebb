import Vocabulary
import WireProtocol

/// A live subscription: its connection, and its number there.
struct Follower {
    // Unmanaged, because counting references would be a third of what a line costs. The table of
    // connections keeps each one alive: a connection that leaves it leaves its channels first.
    private let peer: Unmanaged<Connection>
    private let number: Int32
    /// Whether the follower gets every line of the channel, or of its only lane, without a change.
    let takesLinesUnchanged: Bool

    init(_ peer: Connection, subscription number: Int, takesLinesUnchanged: Bool) {
        self.peer = Unmanaged.passUnretained(peer)
        self.number = Int32(number)
        self.takesLinesUnchanged = takesLinesUnchanged
    }

    var subscription: Int { Int(number) }

    @inline(__always)
    func withPeer<Result>(_ body: (Connection) -> Result) -> Result {
        peer._withUnsafeGuaranteedRef { body($0) }
    }

    func isSame(as other: Follower) -> Bool {
        peer.toOpaque() == other.peer.toOpaque() && number == other.number
    }
}

/// The followers of one channel, in no order, so that thousands can come and go at once.
struct Followers {
    /// Followers of all sessions.
    private(set) var ofAll: [Follower] = []
    /// Followers of some sessions, by lane.
    private var byLane: [LaneID: [Follower]] = [:]
    /// Where the lines of the present block lie; kept up only if there are followers of lanes.
    private var index = LaneIndex()

    var isEmpty: Bool { ofAll.isEmpty && byLane.isEmpty }

    /// O(1) for all sessions, O(lanes) for some.
    ///
    /// - Returns: the index in ``ofAll``; 0 for a follower of some sessions.
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

    /// Removes a follower of all sessions. Traps if there is no such index.
    ///
    /// - Returns: the follower that has moved to the index; nil if none has.
    mutating func removeFromAll(at index: Int) -> Follower? {
        let last = ofAll.removeLast()
        guard index < ofAll.count else { return nil }
        ofAll[index] = last
        return last
    }

    /// Removes a follower of some sessions. O(followers of its lanes).
    mutating func remove(_ follower: Follower, _ selected: [SelectedSessions]) {
        for lane in Self.lanes(of: selected) {
            byLane[lane]?.removeAll { $0.isSame(as: follower) }
            if byLane[lane]?.isEmpty ?? false { byLane[lane] = nil }
        }
    }

    /// Indexes the lines of a block by lane, if there are followers of single lanes.
    mutating func index(_ block: borrowing LineBlock) {
        if !byLane.isEmpty { index.rebuild(for: block) }
    }

    /// Calls `body` for each lane that has both lines in the block indexed last and followers: with
    /// the runs of its lines and these followers.
    func forEachLaneWithLines(_ body: (ArraySlice<LaneIndex.Run>, [Follower]) -> Void) {
        guard !byLane.isEmpty else { return }
        index.forEachLane { runs in
            if let followers = byLane[runs[runs.startIndex].lane] { body(runs, followers) }
        }
    }

    /// The selected lanes, in order, each once.
    private static func lanes(of selected: [SelectedSessions]) -> [LaneID] {
        var lanes: [LaneID] = []
        for sessions in selected where lanes.last != sessions.flownLane {
            lanes.append(sessions.flownLane)
        }
        // Books come behind all sessions.
        return selected.last?.isBook == true ? Set(lanes).sorted() : lanes
    }
}

/// Where in a block the lines of each lane lie, so that a follower of one lane among thousands
/// costs nothing for the lines of the others.
struct LaneIndex {
    /// Lines of one lane, side by side.
    struct Run {
        let lane: LaneID
        let lines: Range<Int>
    }

    /// The runs by ascending lane, those of one lane in their order: one a lane if the block is of
    /// one instant.
    private var runs: [Run] = []

    /// O(lines) for a block of one instant, else O(lines log lines). Keeps its memory.
    mutating func rebuild(for block: borrowing LineBlock) {
        runs.removeAll(keepingCapacity: true)
        var isSorted = true
        for (index, entry) in block.entries.enumerated() {
            let lane = entry.position.lane
            if let last = runs.last, last.lane == lane {
                runs[runs.count - 1] = Run(lane: lane, lines: last.lines.lowerBound..<index + 1)
            } else {
                if let last = runs.last, last.lane > lane { isSorted = false }
                runs.append(Run(lane: lane, lines: index..<index + 1))
            }
        }
        guard !isSorted else { return }
        runs.sort { ($0.lane, $0.lines.lowerBound) < ($1.lane, $1.lines.lowerBound) }
    }

    /// Calls `body` for each lane that has lines, with all its runs.
    func forEachLane(_ body: (ArraySlice<Run>) -> Void) {
        var start = 0
        for index in runs.indices
        where index + 1 == runs.count || runs[index + 1].lane != runs[index].lane {
            body(runs[start...index])
            start = index + 1
        }
    }
}
