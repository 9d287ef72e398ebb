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
