import Vocabulary

/// The samples of one lane from an instant on, as they were streamed, session by session.
///
/// Only sessions that touch the range are flown, each from its start: what a total has grown by is
/// known only from the sample before.
struct SampleWalk: Sendable {
    private let lane: LaneID
    /// Samples before this instant are flown, but do not count.
    private let start: FleetInstant
    /// The present: sessions that begin later do not exist yet.
    private let present: FleetInstant
    private let periodTicks: Int64
    /// The next lap to look at; nil once there is none.
    private var lap: Int?
    /// The next session that touches the range, before it is begun.
    private var waiting: (session: SessionName, start: FleetInstant)?
    private var flight: LaneFlight?
    /// Totals of the session's last samples, by column.
    private var totals: [Int64]
    /// Ticks of session time of the sample before.
    private var before: Int64 = 0

    init(of lane: LaneID, in fleet: Fleet, _ query: Query, from start: FleetInstant) {
        self.lane = lane
        self.start = start
        present = query.instant
        periodTicks = fleet.rate.period.ticks
        totals = Array(repeating: 0, count: query.columns.ofSamples.count)
        lap = query.columns.ofSamples.isEmpty ? nil : fleet.firstLap(of: lane, endingFrom: start)
    }

    /// Adds the samples before `end` to a row.
    ///
    /// - Parameter steps: the most samples to compute.
    /// - Returns: about how many samples it took; fewer than `steps` if it is at `end`.
    mutating func advance(
        to end: FleetInstant, of fleet: Fleet, _ columns: QueryColumns, into row: inout QueryRow,
        atMost steps: Int
    ) -> Int {
        var taken = 0
        while taken < steps {
            if flight != nil {
                guard let next = flight?.nextInstant else {
                    flight = nil
                    continue
                }
                guard next < end else { break }
                fly(of: fleet, columns, into: &row)
                taken += 1
            } else if let session = waiting {
                guard session.start < end else { break }
                begin(session.session, of: fleet)
                taken += fleet.stepsOfLook
            } else {
                guard look(in: fleet) else { break }
                taken += fleet.stepsOfLook
            }
        }
        return taken
    }

    /// Looks at one lap more; false if there is none.
    private mutating func look(in fleet: Fleet) -> Bool {
        guard let lap else { return false }
        let session = SessionName(lane: lane, lap: lap)
        self.lap = fleet.fliesOnce(lane) ? nil : lap + 1
        guard fleet.hasLap(session) else {
            // Days of rest lie between those that have a session.
            if fleet.isBehindLaps(session) { self.lap = nil }
            return self.lap != nil
        }
        let begin = fleet.start(of: session)
        guard begin <= present else {
            self.lap = nil
            return false
        }
        let end = fleet.end(of: session, at: present)
        if end.map({ $0 >= start }) ?? true { waiting = (session, begin) }
        return true
    }

    private mutating func begin(_ session: SessionName, of fleet: Fleet) {
        waiting = nil
        flight = LaneFlight(session, of: fleet, fliesOneSession: true, observes: false)
        for column in totals.indices { totals[column] = 0 }
        before = 0
    }

    @inline(__always)
    private mutating func fly(of fleet: Fleet, _ columns: QueryColumns, into row: inout QueryRow) {
        guard var step = flight?.step(of: fleet), step.sample != nil else { return }
        if columns.needsPlaces { flight?.locate(&step) }
        guard let sample = step.sample else { return }
        let now = step.sessionTime.ticks
        // A drop-out does not stretch the sample after it, and pauses are no session time.
        let weight = min(periodTicks, now - before)
        before = now
        let (counts, time) = (step.instant >= start, QueryTime(step.instant, .sample))
        for index in columns.ofSamples.indices {
            let (metric, column) = columns.ofSamples[index]
            guard var value = sample[metric] else { continue }
            if metric.isCumulative {
                (value, totals[index]) = (value - totals[index], value)
            }
            if counts { row.add(value, to: column, ticks: weight, at: time) }
        }
    }
}

extension Fleet {
    /// A lap before which no session of the lane has a sample at or after `instant`.
    fileprivate func firstLap(of lane: LaneID, endingFrom instant: FleetInstant) -> Int {
        guard !fliesOnce(lane) else { return 0 }
        if let calendar = calendar(of: lane) {
            return max(calendar.lap(at: instant - CalendarRun.longest), calendar.laps.lowerBound)
        }
        // The last sample of a lap lies where the next begins.
        return session(of: lane, at: instant - FleetDuration(ticks: 1)).lap
    }

    /// Whether the lane has no session after a lap in which it has none.
    fileprivate func isBehindLaps(_ session: SessionName) -> Bool {
        guard let calendar = calendar(of: session.lane) else { return true }
        return session.lap > calendar.laps.upperBound
    }
}
