import Simulation
import Vocabulary

/// When the sessions of a fleet begin: a lane flies one after the other, a lap each.
///
/// Lane 0 and every recording begin at the epoch; the laps of the other lanes are spread over the
/// lap before it by the fractional parts of multiples of the golden ratio, so that however many
/// there are, they are staggered evenly. A started lane begins when its command says.
extension Fleet {
    /// The instant at which a session begins: one sample period before its first sample.
    package func start(of session: SessionName) -> FleetInstant {
        if let start = book.start(of: session.lane) { return start }
        return epoch + offset(of: session.lane)
            + FleetDuration.lap * Int64(session.lap)
    }

    /// The session that the lane flies at `instant`; at the instant where one ends and the next
    /// begins, the next.
    ///
    /// A recording flies once, and so does a started lane: its session is always lap 0.
    package func session(of lane: Int, at instant: FleetInstant) -> SessionName {
        guard !fliesOnce(lane) else { return SessionName(lane: lane, lap: 0) }
        let sinceFirst = instant - start(of: SessionName(lane: lane, lap: 0))
        let lap = sinceFirst.ticks.dividedRoundingDown(by: FleetDuration.lap.ticks)
        return SessionName(lane: lane, lap: Int(lap))
    }

    /// The beginning of the lane's lap 0 after the epoch: from minus one lap up to zero, in whole
    /// slots; in ticks from ``slottedLanes`` on.
    package func offset(of lane: Int) -> FleetDuration {
        guard lane > 0, !isRecorded(lane) else { return .zero }
        let fraction = UInt64(lane) &* Self.goldenRatio
        let step = lane < Self.slottedLanes ? Self.slotDuration : FleetDuration(ticks: 1)
        let steps = UInt64(FleetDuration.lap.ticks / step.ticks)
        return step * -Int64(fraction.multipliedFullWidth(by: steps).high)
    }

    /// Slots begin at multiples of it, as every epoch does. Lanes that begin with a slot are due
    /// together: at 1 Hz they wake a daemon ten times a second.
    package static let slotDuration = FleetDuration(ticks: 5)

    /// The lanes before it begin with a slot. Those that a larger fleet has besides are spread over
    /// all ticks, lest ten thousand lines wait for each other.
    package static let slottedLanes = 10_000

    /// By the tick of the sample period at which lanes are due; those due together stay in order.
    /// O(lanes).
    func inOrderOfSlots(_ choices: [LaneChoice]) -> [LaneChoice] {
        let slots = choices.map { choice in
            start(of: SessionName(lane: choice.lane, lap: 0)).slot(of: rate.period)
        }
        var next = Array(repeating: 0, count: Int(rate.period.ticks) + 1)
        for slot in slots { next[slot + 1] += 1 }
        for slot in next.indices.dropFirst() { next[slot] += next[slot - 1] }
        var ordered = choices
        for (choice, slot) in zip(choices, slots) {
            ordered[next[slot]] = choice
            next[slot] += 1
        }
        return ordered
    }

    /// When the session ends whatever happens, since the lane's next one begins there; nil for a
    /// lane that flies once.
    func lapEnd(of session: SessionName) -> FleetInstant? {
        fliesOnce(session.lane) ? nil : start(of: session) + FleetDuration.lap
    }

    /// The laps of a lane that lie within the instants that stream positions can name, those that
    /// are aloft at the first and the last of ``FleetInstant/presents`` among them.
    func laps(of lane: Int) -> ClosedRange<Int> {
        guard !fliesOnce(lane) else { return 0...0 }
        let first = session(of: lane, at: StreamPosition.instants.lowerBound)
        let last = session(of: lane, at: StreamPosition.instants.upperBound)
        return first.lap + 1...last.lap - 1
    }

    /// 2⁶⁴ divided by the golden ratio.
    private static let goldenRatio: UInt64 = 0x9E37_79B9_7F4A_7C15
}
