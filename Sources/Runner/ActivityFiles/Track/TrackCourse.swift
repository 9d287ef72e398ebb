import Simulation
import Vocabulary

/// An activity whose points stand in order, and what the timer said: recordings are parts of it.
struct TrackCourse: Sendable {
    private let clock: TrackClock
    private let points: [TrackPoint]
    private let timer: TrackTimer
    let losses: TrackLosses

    init(_ track: Track) {
        let clock = TrackClock(track)
        var (points, losses) = (clock.points, clock.losses)
        if !track.measuresWay { TrackDistance.straighten(&points, &losses) }
        timer = TrackTimer(
            track.timerEvents.map {
                Track.TimerEvent(time: clock.time(of: $0.time), starts: $0.starts)
            })
        (self.clock, self.points, self.losses) = (clock, points, losses)
    }

    /// The recording of a part; nil if none of its points can be flown. O(points).
    ///
    /// - Parameters:
    ///   - contentHash: of the file and the part's place in it.
    ///   - name: in errors and lists.
    func recording(of part: TrackPart, contentHash: UInt64, name: String) -> Recording? {
        let start = part.start.map(clock.time(of:))
        let end = part.end.map(clock.time(of:)) ?? .max
        let first = part.follows ? points.firstIndex { $0.time > start ?? .min } : points.startIndex
        guard let first else { return nil }
        let own = points[first...].prefix { $0.time <= end }
        let began = part.follows ? start : timer.start ?? start
        guard let run = TrackRun(own, timer, began: began, totals: part.totals) else { return nil }
        let before = part.follows ? points[..<first] : []
        return Recording(
            rows: run.rows(since: TrackBase(of: run, behind: before, part.totals)),
            pauses: run.pauses, lead: run.lead, contentHash: contentHash, name: name)
    }
}

/// One session of an activity: where it lies, and what the file says of the whole of it.
struct TrackPart: Sendable {
    /// When it began, as the recorder's clock told it; nil if it is not told.
    var start: Int64?
    /// When the next one begins, likewise; nil for the last one.
    var end: Int64?
    /// Whether another one lies before it.
    var follows = false
    var totals = TrackTotals()
}

/// What the totals of a recorder stood at when a run began.
struct TrackBase: Sendable {
    let distance: Int64
    let steps: Int64

    /// Centimetres and steps: a recorder with more at the first point did not begin at zero.
    private static let mostAtFirst = (distance: Int64(100_000), steps: Int64(1000))

    init(of run: TrackRun, behind before: ArraySlice<TrackPoint>, _ totals: TrackTotals) {
        steps = Self.base(of: .steps, in: run, behind: before, mostAtFirst: Self.mostAtFirst.steps)
        let likely = Self.base(
            of: .distance, in: run, behind: before, mostAtFirst: Self.mostAtFirst.distance)
        let first = run.points.lazy.compactMap { $0.sample[.distance] }.first ?? 0
        let last = run.points.lazy.reversed().compactMap { $0.sample[.distance] }.first ?? 0
        // The file's own total decides where the recorder began, if it agrees with one way.
        let fitting = totals.distance.flatMap { total in
            [likely, 0, first].first { abs(last - $0 - total) <= max(total / 100, 500) }
        }
        distance = fitting ?? likely
    }

    private static func base(
        of metric: Metric, in run: TrackRun, behind before: ArraySlice<TrackPoint>,
        mostAtFirst: Int64
    ) -> Int64 {
        if let last = before.lazy.reversed().compactMap({ $0.sample[metric] }).first { return last }
        let first = run.points.lazy.compactMap { $0.sample[metric] }.first ?? 0
        return first > mostAtFirst ? first : 0
    }
}
