import Vocabulary
import WireProtocol

/// A page of the answer to a query, computed in slices: lane by lane, interval by interval.
///
/// It holds one flight, one row and a portion of lines at a time, however long the page is.
package final class QueryPage {
    private let fleet: Fleet
    private let query: Query
    private let id: AnswerID?
    /// The page ends with the first bucket that brings it to this number of samples.
    private let budget: Int
    /// About how many samples the page has taken so far.
    package private(set) var work = 0
    package private(set) var buckets = 0
    private var workHandedOn = 0

    private var lines = LineBuffer()
    /// The bucket in work; nil if there are no more.
    private var bucket: (lane: LaneID, interval: Int)?
    private var lane: LaneWalk?
    private var row: QueryRow
    private var isEnded = false

    /// - Parameter budget: how many samples end the page.
    package init(_ query: Query, of fleet: Fleet, id: AnswerID?, budget: Int) {
        self.query = query
        self.fleet = fleet
        self.id = id
        self.budget = budget
        row = QueryRow(query.columns)
        bucket = query.lanes.first(from: query.first.lane).map { lane in
            (lane, lane == query.first.lane ? query.first.interval : 0)
        }
    }

    /// Whether no line is left to compute.
    package var isComplete: Bool { isEnded }

    /// Lines are handed on once they have this number of bytes, or once they have taken this number
    /// of samples: a reader is not left in doubt for long.
    private static let portionBytes = 1 << 14
    private static let portionWork = 100_000

    /// Computes about `steps` samples; true once there are lines enough for a portion, or all.
    package func advance(steps: Int) -> Bool {
        var left = steps
        while left > 0, !isReady {
            let taken = advanceBucket(atMost: left)
            work += taken
            left -= max(1, taken)
        }
        return isReady
    }

    private var isReady: Bool {
        isEnded || lines.count >= Self.portionBytes
            || lines.count > 0 && work - workHandedOn >= Self.portionWork
    }

    /// Appends the lines that are ready, each whole, and forgets them.
    package func append(to bytes: inout LineBuffer) {
        bytes.append(lines, range: 0..<lines.count)
        lines.removeAll()
        workHandedOn = work
    }

    /// Goes on with ``bucket``, and ends it if the work allows it.
    private func advanceBucket(atMost steps: Int) -> Int {
        guard let (lane, number) = bucket, !isFull else {
            end()
            return 1
        }
        guard let interval = query.intervals[number] else {
            self.lane = nil
            bucket = query.lanes.first(from: lane.next).map { ($0, 0) }
            return 1
        }
        guard !interval.isEmpty else {
            bucket = (lane, number + 1)
            return 1
        }
        let begin = { LaneWalk(of: lane, in: self.fleet, self.query, from: interval.lowerBound) }
        var taken = 1
        if self.lane == nil {
            self.lane = begin()
            // Entries by hand are sorted at once, some eight in the time of a sample.
            taken += fleet.manualEntries(of: lane).count / 8
        }
        let steps = max(1, steps - taken)
        let walked =
            self.lane?.advance(
                to: interval.upperBound, of: fleet, query, into: &row, atMost: steps) ?? 0
        if walked < steps {
            endBucket(interval, of: lane)
            bucket = (lane, number + 1)
        }
        return taken + walked
    }

    private var isFull: Bool { buckets == query.limit || buckets > 0 && work >= budget }

    private func endBucket(_ interval: Range<FleetInstant>, of lane: LaneID) {
        let lastTick = interval.upperBound - FleetDuration(ticks: 1)
        lines.append(#"{"type":"bucket""#)
        lines.appendField(id: id?.request)
        lines.appendField("session", SelectedSessions(lane: lane).description)
        lines.appendName("start")
        lines.appendTime(interval.lowerBound)
        lines.appendName("end")
        lines.appendTime(interval.upperBound)
        if row.isOpen || lastTick > query.instant { lines.append(#","open":true"#) }
        row.append(to: &lines)
        lines.append("}\n")
        row.clear()
        buckets += 1
    }

    private func end() {
        OkLine.append(id: id, to: &lines) { line in
            line.appendField("buckets", buckets)
            line.appendName("t")
            line.appendTime(query.instant)
            line.appendField("next", next?.description)
            line.appendField(denied: query.denied)
            line.appendField("note", query.isOfLapsByDays ? LapsNote.text : nil)
        }
        lane = nil
        isEnded = true
    }

    /// Where the next page begins; nil if this is the last.
    private var next: QueryCursor? {
        guard var (lane, number) = bucket else { return nil }
        if query.intervals[number] == nil {
            guard let other = query.lanes.first(from: lane.next) else { return nil }
            (lane, number) = (other, 0)
        }
        return QueryCursor(lane: lane, interval: number, instant: query.instant)
    }
}

/// The samples and entries of one lane, interval by interval.
private struct LaneWalk {
    private var samples: SampleWalk
    private var entries: EntryWalk
    private let last: FleetInstant

    init(of lane: LaneID, in fleet: Fleet, _ query: Query, from start: FleetInstant) {
        samples = SampleWalk(of: lane, in: fleet, query, from: start)
        entries = EntryWalk(of: lane, in: fleet, query, from: start)
        last = query.instant + FleetDuration(ticks: 1)
    }

    /// Adds the samples and entries before `end` to a row.
    ///
    /// - Returns: about how many samples it took; fewer than `steps` if it is at `end`.
    mutating func advance(
        to end: FleetInstant, of fleet: Fleet, _ query: Query, into row: inout QueryRow,
        atMost steps: Int
    ) -> Int {
        let taken = samples.advance(
            to: min(end, last), of: fleet, query.columns, into: &row, atMost: steps)
        guard taken < steps else { return taken }
        return taken
            + entries.advance(
                to: end, of: fleet, query.columns, into: &row, atMost: steps - taken)
    }
}
