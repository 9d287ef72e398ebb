import Simulation
import Vocabulary

/// The points of one run, without those at which the timer stood still, and its pauses.
///
/// The timer's stops and starts come first. Where the time that they leave differs from the file's
/// own total, holes make up for it; where that fails too, stops that would leave less time than the
/// total are no pauses.
struct TrackRun: Sendable {
    /// Never empty.
    let points: [TrackPoint]
    private let timer: TrackTimer
    /// When the run began; nil if that is not known.
    private let begin: Int64?

    /// Nil if there is no point at which the timer ran.
    ///
    /// - Parameters:
    ///   - points: of the whole part of the activity, by ascending times.
    ///   - began: when the run began, as the file has it; nil if it does not say.
    init?(
        _ points: ArraySlice<TrackPoint>, _ timer: TrackTimer, began: Int64?, totals: TrackTotals
    ) {
        var likely: TrackRun?
        for timer in Self.ways(timer, points, totals) {
            let run = TrackRun(points, obeying: timer, began: began)?
                .withoutStrangeBeginning(totals).fitted(to: totals)
            guard let run else { continue }
            likely = likely ?? run
            guard run.fits(totals) else { continue }
            likely = run
            break
        }
        guard let likely else { return nil }
        self = likely
    }

    /// How the timer may have run, the likelier way first. Without a total a stop that has no start
    /// behind it is none, if the run goes on.
    private static func ways(
        _ timer: TrackTimer, _ points: ArraySlice<TrackPoint>, _ totals: TrackTotals
    ) -> [TrackTimer] {
        if totals.timer == nil, let stop = timer.openStop, goesOn(points, behind: stop) {
            return [timer.endless, .running]
        }
        return [timer, timer.endless, .running]
    }

    /// Whether a runner comes farther than a recorder errs: 50 m, or half a minute at a walk.
    private static func goesOn(_ points: ArraySlice<TrackPoint>, behind stop: Int64) -> Bool {
        let behind = points.filter { $0.time > stop }
        let distances = behind.compactMap { $0.sample[.distance] }
        if let first = distances.first, let last = distances.last { return last - first > 5000 }
        return behind.count { $0.sample[.speed] ?? 0 > 500 } > 30
    }

    private init?(_ points: ArraySlice<TrackPoint>, obeying timer: TrackTimer, began: Int64?) {
        let running = timer.running(points)
        guard let first = running.first else { return nil }
        self.points = running
        self.timer = timer
        begin = began.flatMap { $0 < first.time ? $0 : nil }
    }

    private init(_ points: [TrackPoint], _ timer: TrackTimer, begin: Int64?) {
        (self.points, self.timer, self.begin) = (points, timer, begin)
    }

    /// How long the timer ran, in ticks; without a beginning from a second before the first point.
    private var timed: Int64 {
        let last = points[points.count - 1].time
        let begin = begin ?? points[0].time - FleetDuration.ticksPerSecond
        return last - begin - timer.still(from: begin, to: last)
    }

    /// By how much a total may differ from the points: a hundredth, or two seconds.
    private static func tolerance(_ total: Int64) -> Int64 {
        max(total / 100, FleetDuration.seconds(2).ticks)
    }

    private func fits(_ totals: TrackTotals) -> Bool {
        guard let total = totals.timer?.ticks else { return true }
        return abs(timed - total) <= Self.tolerance(total)
    }

    /// The run with the pauses that the file does not tell as such.
    private func fitted(to totals: TrackTotals) -> TrackRun {
        let step = usualStep
        let holes = TrackHoles(points, timer, usualStep: step, longestStep: longestStep(step))
        guard let total = totals.timer?.ticks else { return adding(holes.segments) }
        let tolerance = max(step, FleetDuration.seconds(2).ticks)
        return adding(holes.makingUp(timed - total, tolerance: tolerance))
    }

    /// The run without a beginning of another clock: one more than a minute before the first point
    /// or, where the total of the timer is told, one that takes the time farther from it.
    private func withoutStrangeBeginning(_ totals: TrackTotals) -> TrackRun {
        guard let begin else { return self }
        let late = TrackRun(points, timer, begin: nil)
        guard let total = totals.timer?.ticks else {
            return points[0].time - begin > FleetDuration.seconds(60).ticks ? late : self
        }
        return abs(late.timed - total) < abs(timed - total) ? late : self
    }

    private func adding(_ pauses: [Range<Int64>]) -> TrackRun {
        pauses.isEmpty ? self : TrackRun(points, timer.adding(pauses), begin: begin)
    }

    /// The median of the times between two points, a second at least; ticks.
    private var usualStep: Int64 {
        let steps = zip(points, points.dropFirst()).map { $1.time - $0.time }.sorted()
        let median = steps.isEmpty ? 0 : steps[(steps.count - 1) / 2]
        return max(median, FleetDuration.ticksPerSecond)
    }

    private func longestStep(_ usual: Int64) -> Int64 {
        Recording.longestDropOut(usualStep: FleetDuration(ticks: usual)).ticks
    }
}

// The run as a recording has it.
extension TrackRun {
    /// Pauses between two points, counted from the first one.
    var pauses: [RecordedPause] {
        var row = 1
        return timer.pauses.compactMap { pause in
            guard pause.lowerBound >= points[0].time else { return nil }
            while row < points.count, points[row].time <= pause.upperBound { row += 1 }
            guard row < points.count else { return nil }
            return RecordedPause(
                before: row, from: since(pause.lowerBound), to: since(pause.upperBound))
        }
    }

    /// How long the timer ran before the first point; nil if that is not known.
    var lead: FleetDuration? {
        guard let begin else { return nil }
        let lead = points[0].time - begin - timer.still(from: begin, to: points[0].time)
        let longest = FleetDuration.seconds(Recording.longestSeconds).ticks
        return lead > 0 ? FleetDuration(ticks: min(lead, longest)) : nil
    }

    /// The points as rows, with totals since the run began.
    func rows(since base: TrackBase) -> [RecordedRow] {
        points.map { point in
            var sample = point.sample
            if let distance = sample[.distance] {
                sample[.distance] = max(distance - base.distance, 0)
            }
            if let steps = sample[.steps] { sample[.steps] = max(steps - base.steps, 0) }
            return RecordedRow(time: since(point.time), sample)
        }
    }

    private func since(_ time: Int64) -> FleetDuration {
        FleetDuration(ticks: time - points[0].time)
    }
}
