import Vocabulary

/// The lanes that were started, and which of them fly: a list whose copies share what they have in
/// common, and a short one of those that have not ended.
struct StartedLanes: Sendable {
    private struct Aloft: Sendable {
        let lane: LaneID
        /// The last of all instants while the end is not known.
        var end: FleetInstant
    }

    /// The lanes, ascending, in portions: appending to a shared list copies the last portion only.
    private var portions: [[LaneID]] = []
    private static var portion: Int { 512 }
    /// By ascending lane: all lanes not ended by ``sweptThrough``, and perhaps some ended ones.
    private var aloft: [Aloft] = []
    private var sweptThrough = FleetInstant(ticks: .min)
    /// The number of lanes in ``aloft`` at which ended ones are removed from it.
    private var sweepAt = 2 * Self.portion

    /// The last lane that is known.
    var last: LaneID? { portions.last?.last }

    var isEmpty: Bool { portions.isEmpty }

    /// All started lanes, ascending. O(lanes).
    var all: [LaneID] { Array(portions.joined()) }

    /// Traps unless the lane lies above all others.
    mutating func append(_ lane: LaneID, end: FleetInstant) {
        precondition(last.map { $0 < lane } ?? true, "start of lane \(lane) below another")
        if portions.last.map({ $0.count == Self.portion }) ?? true { portions.append([]) }
        portions[portions.count - 1].append(lane)
        aloft.append(Aloft(lane: lane, end: end))
    }

    /// Notes that a lane ends at another instant; nil if it is not known. O(log lanes aloft).
    mutating func setEnd(_ end: FleetInstant?, of lane: LaneID) {
        var range = aloft.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range =
                aloft[middle].lane < lane
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        guard range.lowerBound < aloft.count, aloft[range.lowerBound].lane == lane else {
            return
        }
        aloft[range.lowerBound].end = end ?? FleetInstant(ticks: .max)
    }

    /// Removes lanes that have ended by `instant` from those aloft: no reader asks in haste for
    /// lanes that flew earlier. O(1) on the average for each start.
    mutating func sweep(through instant: FleetInstant) {
        guard aloft.count >= sweepAt, instant > sweptThrough else { return }
        sweptThrough = instant
        aloft.removeAll { $0.end <= instant }
        sweepAt = 2 * max(aloft.count, Self.portion)
    }

    /// The lanes that have not ended by an instant, ascending; nil if it is so long ago that only
    /// the sessions themselves tell. O(lanes aloft).
    func aloft(at instant: FleetInstant) -> [LaneID]? {
        guard instant >= sweptThrough else { return nil }
        return aloft.lazy.filter { $0.end > instant }.map(\.lane)
    }

    /// How many lanes ``aloft(at:)`` has; lanes that ended long ago are not counted.
    func aloftCount(at instant: FleetInstant) -> Int { aloft.count { $0.end > instant } }

    /// Removes lanes. O(lanes).
    mutating func remove(_ isForgotten: (LaneID) -> Bool) {
        let kept = portions.joined().filter { !isForgotten($0) }
        portions = stride(from: 0, to: kept.count, by: Self.portion).map {
            Array(kept[$0..<min($0 + Self.portion, kept.count)])
        }
        aloft.removeAll { isForgotten($0.lane) }
    }

    /// The most bytes that a lane takes: in its portion, and aloft in an array that doubles.
    static var laneBytes: Int { 2 * MemoryLayout<LaneID>.stride + 3 * MemoryLayout<Aloft>.stride }
}
