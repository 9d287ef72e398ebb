import Vocabulary
import WireProtocol

/// Started lanes that come into a replay's run when they have something to say, and leave it once
/// their sessions have ended: as many at once as flew at once, however long its span is.
struct PassingLanes {
    fileprivate struct Coming {
        let lane: LaneID
        let instant: FleetInstant
    }

    /// The lanes that are still to come, by ascending instant unless ``isSorted`` is false.
    private var coming: ArraySlice<Coming> = []
    private var isSorted = true
    /// The lanes that are in the run, though they may have ended.
    private var present: [LaneID] = []

    /// When the next lane comes; nil if none does.
    var next: FleetInstant? {
        mutating get {
            sort()
            return coming.first?.instant
        }
    }

    /// About how many steps of lanes it takes to look at all that are in the run.
    var stepsOfLook: Int { present.count / 64 }

    mutating func append(_ lane: LaneID, at instant: FleetInstant) {
        isSorted = isSorted && (coming.last.map { $0.instant <= instant } ?? true)
        coming.append(Coming(lane: lane, instant: instant))
    }

    /// Notes that a lane is in the run.
    mutating func arrive(_ lane: LaneID) { present.append(lane) }

    /// Removes a lane that is still to come; returns whether it was. O(lanes to come).
    mutating func remove(_ lane: LaneID) -> Bool {
        guard let index = coming.firstIndex(where: { $0.lane == lane }) else { return false }
        coming.remove(at: index)
        return true
    }

    /// Removes the first lane that comes up to an instant; nil if there is none.
    mutating func popFirst(through instant: FleetInstant) -> LaneID? {
        guard let next, next <= instant, let first = coming.popFirst() else { return nil }
        // Lanes that have come need not be kept until all have.
        if coming.isEmpty { coming = [] }
        return first.lane
    }

    /// Calls `leave` with each lane of the run, and forgets the lanes for which it is true.
    mutating func removeAll(where leave: (LaneID) -> Bool) { present.removeAll(where: leave) }

    // Lanes are numbered about in the order of their starts: this takes little more than a look.
    private mutating func sort() {
        guard !isSorted else { return }
        coming.sort { ($0.instant, $0.lane) < ($1.instant, $1.lane) }
        isSorted = true
    }
}

extension PassingLanes {
    /// What a lane takes in the lists of a replay, which grow by doubling, while it is not flown.
    static let laneBytes = 2 * MemoryLayout<LaneChoice>.stride + 2 * MemoryLayout<Coming>.stride
}

/// How many started lanes pass by in a replay: its subscription does not go on to them, since they
/// ended before it was opened or have ended meanwhile.
package struct PassingCount: Hashable, Sendable {
    package static let none = PassingCount(atOnce: 0, known: 0)

    /// How many passing lanes the replay holds at once at most, beside the followed ones.
    package private(set) var atOnce: Int
    /// How many passing lanes there were when the subscription was opened.
    package let known: Int

    private init(atOnce: Int, known: Int) { (self.atOnce, self.known) = (atOnce, known) }

    /// - Parameters:
    ///   - choices: all lanes since the beginning.
    ///   - followed: the lanes among them that have not ended.
    package init(of choices: [LaneChoice], followed: [LaneChoice]) {
        let most = { (choices: [LaneChoice]) in
            let started = choices.reversed().prefix { $0.lane >= .firstStarted }
            // The most that fly or are planned at a time.
            return min(started.count, ProtocolLimits.startedSessions)
        }
        atOnce = max(0, most(choices) - most(followed))
        known = max(0, choices.count - followed.count)
    }

    /// A followed lane has ended: the replay holds it until the replay gets to that end.
    package mutating func end() { atOnce += 1 }

    /// A lane has been started that is followed from now on; returns whether the replay may hold
    /// one more at once than before.
    package mutating func start() -> Bool {
        guard atOnce > 0 else { return true }
        atOnce -= 1
        return false
    }
}

/// How started lanes come into a replay and leave it.
extension Replay {
    /// Keeps a chosen lane back that has nothing to say before a later instant than the beginning;
    /// false for any other.
    func keepsBack(_ lane: LaneID) -> Bool {
        guard lane >= .firstStarted else { return false }
        let instant = firstWord(of: lane)
        guard instant > through(lane) else { return false }
        passing.append(lane, at: instant)
        return true
    }

    /// When a started lane begins, or the book of its day does.
    private func firstWord(of lane: LaneID) -> FleetInstant {
        let start = fleet.start(of: SessionName(lane: lane, lap: 0))
        guard run.hasBooks else { return start }
        return min(start, fleet.nextManual(of: lane, after: FleetInstant(ticks: .min)) ?? start)
    }

    /// Lets ended lanes leave, then takes in the lanes that have something to say at the next tick.
    ///
    /// - Returns: about how many steps of lanes that took.
    func admitLanes() -> Int {
        let tick = run.now + FleetDuration(ticks: 1)
        guard !run.isWithinTick, let next = passing.next, next <= tick else { return 0 }
        var steps = passing.stepsOfLook
        releaseEndedLanes()
        while let lane = passing.popFirst(through: tick) {
            admit(lane)
            steps += 1
        }
        return steps
    }

    /// Holds the started lanes that the live fleet holds: all that have not ended, also those that
    /// are still to begin. O(started lanes).
    func alignLanes() {
        releaseEndedLanes()
        while let lane = passing.popFirst(through: FleetInstant(ticks: .max)) { admit(lane) }
    }

    /// Takes a lane in that has been kept back, before an entry becomes known of it.
    func admitEarly(_ lane: LaneID) {
        if run.hasBooks, passing.remove(lane) { admit(lane) }
    }

    private func admit(_ lane: LaneID) {
        run.add(lane: lane, channel: .only)
        passing.arrive(lane)
    }

    private func releaseEndedLanes() {
        passing.removeAll { lane in
            guard let place = run.place(of: lane), run.flights[place.row].hasEnded else {
                return false
            }
            run.release(lane: lane, channel: .only)
            return true
        }
    }
}
