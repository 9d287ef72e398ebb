import Vocabulary
import WireProtocol

/// What is asked of the lanes of a fleet, checked, as of one instant.
package struct Query: Sendable {
    let lanes: QueryLanes
    let intervals: QueryIntervals
    let columns: QueryColumns
    /// Where the page begins: a lane, and the number of one of its intervals.
    let first: (lane: LaneID, interval: Int)
    /// The present of the first page: simulated lines count up to it.
    let instant: FleetInstant
    /// The most buckets of the page.
    let limit: Int
    /// The names of the metrics that the peer may not read.
    let denied: [String]
    /// Whether days are asked of a lane whose athlete flies by laps.
    let isOfLapsByDays: Bool
}

extension Query {
    /// - Parameter now: the fleet's present.
    /// - Throws: `unknown_session` for a lane that is not flown here; `bad_field` for a range
    ///   without an instant, and for a page that the query does not have.
    package init(
        _ request: QueryRequest, of fleet: Fleet, at now: FleetInstant
    ) throws(WireError) {
        let selected: [LaneID]? =
            request.selection == .all ? nil : try fleet.choices(request.selection).map(\.lane)
        lanes = QueryLanes(selected, of: fleet)
        columns = QueryColumns(request.metrics, request.statistics)
        limit = request.limit
        denied = request.denied
        isOfLapsByDays = request.interval.isCivil && lanes.hasLaps(of: fleet)
        instant = request.page?.instant ?? now
        let upToNow = instant + FleetDuration(ticks: 1)
        intervals = QueryIntervals(
            from: request.from,
            to: request.to.map { fleet.dayCalendar.instant($0, addingDays: 0, months: 0) }
                ?? upToNow,
            every: request.interval, in: fleet.dayCalendar)
        guard intervals.start < intervals.end else { throw Self.empty(request, now) }
        let page = request.page
        first = (page?.lane ?? LaneID(index: 0), page?.interval ?? 0)
        guard instant <= now, intervals.canHave(first.interval) else {
            throw .badField(
                "page", of: .query, reason: "It is no page of an answer to this request.")
        }
    }

    /// Where the first interval begins.
    package var start: FleetInstant { intervals.start }

    /// Whether it counts samples of runs, not entries only.
    package var countsSamples: Bool { !columns.ofSamples.isEmpty }

    /// The most samples that one bucket takes, of which there is at least one on a page.
    package func samplesOfBucket(in fleet: Fleet) -> Int64 {
        guard countsSamples, let interval = intervals[first.interval] else { return 0 }
        let end = min(interval.upperBound, instant)
        let span = FleetDuration(ticks: max(0, (end - interval.lowerBound).ticks))
        return fleet.flownAtMost(in: span).ticks / fleet.rate.period.ticks
    }

    private static func empty(_ request: QueryRequest, _ now: FleetInstant) -> WireError {
        guard let to = request.to else {
            return .badField(
                "from", of: .query,
                reason: "\(request.from) lies ahead of the fleet's present, \(now.text).")
        }
        return .badField("to", of: .query, reason: "\(to) is not later than \(request.from).")
    }
}

/// The lanes of a query, without a list of a whole fleet.
struct QueryLanes: Sendable {
    /// The selected lanes, ascending; nil is all lanes.
    private let selected: [LaneID]?
    private let shard: FleetShard
    private let flown: Int
    private let started: [LaneID]

    /// - Parameter selected: ascending, each of them a lane of the fleet; nil is all.
    init(_ selected: [LaneID]?, of fleet: Fleet) {
        self.selected = selected
        shard = fleet.shard
        flown = fleet.flownLaneCount
        started = selected == nil ? fleet.commands.lanesWithSomething : []
    }

    /// The first lane from `lane` on; nil if there is none. O(log lanes).
    func first(from lane: LaneID) -> LaneID? {
        if let selected { return Self.first(of: selected, from: lane) }
        let ordinal = shard.ordinal(from: lane)
        return ordinal < flown ? shard.lane(at: ordinal) : Self.first(of: started, from: lane)
    }

    /// Whether an athlete of one of the lanes flies by laps.
    func hasLaps(of fleet: Fleet) -> Bool {
        first(from: LaneID(index: fleet.recordings.count)).map(fleet.fliesLaps) ?? false
    }

    private static func first(of lanes: [LaneID], from lane: LaneID) -> LaneID? {
        var range = lanes.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range =
                lanes[middle] < lane
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound < lanes.endIndex ? lanes[range.lowerBound] : nil
    }
}
