import Vocabulary
import WireProtocol

/// The lines of one subscription from where it begins up to the present, recomputed.
///
/// A channel opened in mid-session must behave as if it had always existed, so every lane is first
/// brought silently from its session's start to the beginning; then all lanes advance together and
/// their lines come out in the total order. Work is done in slices, pulled by the reader. Once the
/// replay stands where the live fleet stands, ``LiveFleet/join(_:)`` takes over what it computed.
package final class Replay {
    package let shape: ChannelShape
    /// The lines begin strictly after this point.
    package let beginning: StreamPosition
    /// Started lanes come and go.
    package internal(set) var choices: [LaneChoice]
    var run: FleetRun
    let start: Beginning
    let opened: FleetInstant
    private let includesSnapshots: Bool
    /// Keeps its lines for subscriptions that wait for it; nil if none can.
    private(set) var recall: ChannelRecall?
    /// The lanes that are still to be brought to the beginning. Lanes that are due together are
    /// brought one after the other, and so lie side by side in memory: a tick of a large fleet
    /// waits for memory more than for anything else.
    var choicesLeft: ArraySlice<LaneChoice>
    /// The lanes whose snapshot has not been written, ascending.
    var snapshotsLeft: ArraySlice<LaneChoice>
    var late: LateLanes
    private(set) var bringing: (place: PlaceID, to: FleetInstant)?
    /// How many lanes other threads bring.
    var detachedCount = 0
    /// Started lanes, which are not all in the run.
    var passing = PassingLanes()
    /// About how many steps were taken since ``noteRead()``.
    package private(set) var stepsAhead = 0

    /// - Parameters:
    ///   - choices: by ascending lane, each lane once; all in the fleet.
    ///   - beginning: where the lines begin, if already found out from `start`.
    ///   - opened: where the live fleet stood when the subscription was opened.
    ///   - includesSnapshots: whether snapshots of the sessions at the beginning come first.
    ///   - lateLanes: lanes whose snapshots come even if no others do.
    package init(
        of fleet: Fleet, shape: ChannelShape, choices: [LaneChoice], start: Beginning,
        beginning known: StreamPosition? = nil, opened: FleetInstant,
        includesSnapshots: Bool = true, lateLanes: Set<LaneID> = [], schedule: ScheduleClock?
    ) {
        self.shape = shape
        self.choices = choices
        choicesLeft = fleet.inOrderOfSlots(choices)[...]
        snapshotsLeft = choices[...]
        self.start = start
        self.opened = opened
        self.includesSnapshots = includesSnapshots
        late = LateLanes(snapshots: lateLanes)
        let first = known ?? Self.beginning(start, fleet, choices, opened)
        beginning = first
        run = FleetRun(of: fleet, after: first.instant - FleetDuration(ticks: 1))
        let channel = run.add(Channel(shape: shape, of: fleet, after: first))
        let own = choices.firstIndex { $0.lane >= .firstStarted } ?? choices.count
        run.reserve(places: own + min(choices.count - own, ProtocolLimits.startedSessions))
        run.setClock(schedule.map { LineClock(schedule: $0) }, channel: channel)
    }

    package var fleet: Fleet { run.fleet }

    /// Where the replay stands; nil until every lane has been brought to the beginning.
    package var now: FleetInstant? { isBrought ? run.now : nil }

    /// How many lanes have not been brought to the beginning, or to where the other lanes stand.
    package var lanesLeft: Int {
        choicesLeft.count + detachedCount + (bringing == nil ? 0 : 1) + late.waiting.count
    }

    /// Whether some lanes have been taken up to a later instant than the others.
    package var isWithinTick: Bool { run.isWithinTick }

    // Snapshots come last: nothing is on its way then.
    var isBrought: Bool { snapshotsLeft.isEmpty }

    /// Does a slice of the work towards `instant`.
    ///
    /// - Parameters:
    ///   - steps: about how many steps of lanes to take at most.
    ///   - bytes: stop once this number of bytes of lines waits to be taken.
    /// - Returns: whether the replay stands at `instant`. A slice that only ended a tick does not
    ///   say so yet.
    package func advance(to instant: FleetInstant, steps: Int, bytes: Int) -> Bool {
        var left = steps
        defer { stepsAhead += steps - left }
        while left > 0, !isBrought, lineBytes < bytes {
            let taken = bringNext(atMost: left)
            // Other threads bring the rest.
            guard taken > 0 else { return false }
            left -= taken
        }
        guard isBrought else { return false }
        while left > 0, !late.waiting.isEmpty, lineBytes < bytes {
            left -= joinLanes(atMost: left)
        }
        guard late.waiting.isEmpty else { return false }
        let began = run.now
        let isWithinTick = run.isWithinTick
        let fleet = run.fleet
        while left > 0, run.now < instant, lineBytes < bytes {
            run.skipIdleTime(before: passing.next.map { min($0, instant) } ?? instant)
            left -= admitLanes()
            left -= max(1, run.advancePart(fleet) + run.booksDue.count * fleet.stepsOfLook)
            // Only between ticks do lanes stand at an instant, and can be handed to others.
            if isWithinTick, run.now > began { return false }
        }
        return run.now >= instant
    }

    /// The reader has read: what is computed from now on counts as ahead of it.
    package func noteRead() { stepsAhead = 0 }

    /// Reads the lines made since the last call in place, snapshots among them, and forgets them.
    package func consumeLines(_ body: (borrowing LineBlock) -> Void) {
        let recall = recall
        run.consumeLines(of: .only, keeping: ChannelMemoryBound.keptLineBytes) { block in
            recall?.lines.append(block)
            body(block)
        }
    }

    /// Whether it begins where the live fleet stood when the subscription was opened.
    var isOfNow: Bool { beginning == StreamPosition(after: opened) }

    /// Keeps its lines from now on for subscriptions that begin later and wait for it.
    func keepRecall() { recall = ChannelRecall(since: beginning) }

    /// Keeps no lines for others any more.
    func endRecall() { recall = nil }

    /// Adds a lane that has just been started and begins later than all that has been computed; its
    /// subscription was open before, and gets its lines but no snapshot.
    package func add(lane: LaneID) {
        choices.append(LaneChoice(lane: lane))
        passing.append(lane, at: fleet.start(of: SessionName(lane: lane, lap: 0)))
    }

    /// Takes over those of the chosen lanes that a run at the beginning holds already.
    func takeOver(from live: borrowing FleetRun, channel: ChannelID) {
        // A lane that flies by the calendar always has a session to come, and looking for it would
        // take as long as a slice for each few lanes.
        for choice in choices
        where choice.laps == nil && fleet.calendar(of: choice.lane) != nil
            || session(for: choice) != nil
        {
            run.adopt(lane: choice.lane, from: live, channel: channel, as: .only)
        }
    }

    /// Whether every lane that has been brought can go on in the live fleet.
    var goesOn: Bool { run.flights.allSatisfy { $0.goesOn(in: fleet) } }

    /// Whether it holds only lanes that are among these. O(lanes), or O(1) if none has ended.
    func holdsOnly(_ others: [LaneChoice]) -> Bool {
        others.count == choices.count
            || others.count { run.place(of: $0.lane) != nil } == run.placeCount
    }

    private var lineBytes: Int { run.lineBytes(of: .only) }

    /// - Returns: how many steps it took; 0 if other threads bring all lanes that are left.
    private func bringNext(atMost steps: Int) -> Int {
        if let (place, instant) = bringing {
            let taken = run.bring(place, to: instant, atMost: steps)
            if taken < steps { bringing = nil }
            return max(1, taken)
        }
        if let choice = choicesLeft.popFirst() {
            bringing = lane(of: choice).map { (run.add($0.flight(in: fleet)), $0.through) }
            return fleet.stepsOfLook
        }
        guard detachedCount == 0 else { return 0 }
        writeNextSnapshot()
        return run.hasBooks ? fleet.stepsOfLook : 1
    }

    private func writeNextSnapshot() {
        let choice = snapshotsLeft.removeFirst()
        let lane = choice.lane
        let place = run.place(of: lane)
        if place != nil, lane >= .firstStarted { passing.arrive(lane) }
        guard includesSnapshots || late.snapshots.contains(lane) else { return }
        if let place { return run.writeSnapshot(of: run.flights[place.row], after: beginning) }
        guard lane >= .firstStarted,
            let session = session(for: choice)
        else { return }
        // The session is yet to come, but the subscription knows of it from the beginning.
        run.writeSnapshot(of: LaneFlight(session, of: fleet), after: beginning)
    }

    /// The lane to be brought for a choice; nil if there is none, or the run has it already.
    func lane(of choice: LaneChoice) -> LaneDetachment.Lane? {
        guard run.place(of: choice.lane) == nil, let session = session(for: choice),
            !keepsBack(choice.lane)
        else { return nil }
        let live = fleet.session(of: choice.lane, at: opened)
        let isOnePastSession = choice.laps == session.lap...session.lap && session.lap < live.lap
        return LaneDetachment.Lane(
            lane: choice.lane, session: session, fliesOneSession: isOnePastSession,
            through: through(choice.lane))
    }
}
