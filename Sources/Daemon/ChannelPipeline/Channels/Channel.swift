import FlightPhases
import Statistics
import Vocabulary
import WireProtocol

/// One shape of computation over the lanes of a run: windows in, encoded lines out.
///
/// Every line is encoded once, for all subscribers of the channel, into the writer that goes with
/// it: the channel itself is a value.
package struct Channel: Sendable {
    /// A session's part of the channel.
    struct Part: Sendable {
        /// Ordinal of the last line.
        var n: Int64 = 0
        /// How many lines the book of the lane's day has.
        var bookLines: Int64 = 0
        var series: SessionSeries
    }

    package let shape: ChannelShape
    /// By place in the run's lanes; nil where the channel does not have the lane.
    var parts: [Part?] = []

    let metrics: [Metric]
    private let labels: ChannelLabels
    /// What the windows of all parts have in common.
    let plan: SeriesPlan
    /// The most memory that the lines of one lane at one instant take.
    let tickLineBytes: Int
    // Asking the shape's set would hash: too costly on every step of every lane.
    let makesStatistics: Bool
    let makesSamples: Bool
    let makesTruths: Bool
    let makesPhases: Bool
    let makesAdvisories: Bool
    private let makesEvents: Bool
    private let showsPhases: Bool
    private let showsSpeed: Bool
    /// Lines up to and including this point are counted but not encoded.
    let after: StreamPosition
    /// Samples up to and including this instant leave no trace in the lines that are encoded,
    /// unless their session pauses.
    let observesAfter: FleetInstant

    /// - Parameters:
    ///   - after: the point after which lines are encoded.
    ///   - standing: the instant at which parts of an equal channel stood that this channel goes on
    ///     with; nil if all its parts begin with their sessions.
    package init(
        shape: ChannelShape, of fleet: Fleet, after: StreamPosition, standing: FleetInstant? = nil
    ) {
        self.shape = shape
        self.after = after
        metrics = shape.metrics.members
        labels = ChannelLabels(metrics)
        plan = Self.plan(shape, fleet.rate.period)
        let forgotten = Self.lastForgotten(before: after, plan, fleet.rate.period)
        observesAfter = standing.map { min($0, forgotten) } ?? forgotten
        tickLineBytes = ChannelMemoryBound.tickLineBytes(shape)
        makesStatistics = shape.kinds.contains(.stat)
        makesSamples = shape.kinds.contains(.sample)
        makesTruths = shape.kinds.contains(.truth)
        makesPhases = shape.kinds.contains(.phase)
        makesAdvisories = shape.kinds.contains(.advisory)
        makesEvents = shape.kinds.contains(.event)
        showsPhases = shape.sight.showsPhases
        showsSpeed = shape.sight.metrics.contains(.speed)
    }

    /// Whether the channel asks where athletes are.
    var wantsPlaces: Bool { !shape.metrics.isDisjoint(with: Metric.places) }

    /// Opens a lane's part, before its first step.
    mutating func open(_ place: PlaceID) { parts[place.row] = freshPart() }

    /// Begins a session's part, before its first sample; the book of the day goes on.
    private mutating func begin(_ place: PlaceID) {
        let lines = parts[place.row]?.bookLines ?? 0
        open(place)
        parts[place.row]?.bookLines = lines
    }

    /// Whether a line at a position is encoded, and not only counted.
    func isEncoded(_ position: StreamPosition) -> Bool { position > after }

    private func freshPart() -> Part { Part(series: SessionSeries(plan)) }

    /// Without statistics there is nothing to keep.
    private static func plan(_ shape: ChannelShape, _ period: FleetDuration) -> SeriesPlan {
        var kept = shape
        if !shape.kinds.contains(.stat) {
            kept.metrics = []
            kept.window = .session
        }
        return SeriesPlan(kept, period: period)
    }

    /// The last instant whose samples no line after `position` depends on, were it not for pauses.
    ///
    /// The sample before a window is observed all the same, since it bounds the period for which
    /// the next sample stands.
    private static func lastForgotten(
        before position: StreamPosition, _ plan: SeriesPlan, _ period: FleetDuration
    ) -> FleetInstant {
        guard let memory = plan.memory else { return FleetInstant(ticks: .min) }
        return position.instant - memory - period * 2
    }

    /// Whether a `stat` line is due at an instant of a session that is running.
    func isStatDue(at instant: FleetInstant, sessionTime: FleetDuration) -> Bool {
        guard makesStatistics, sessionTime > .zero else { return false }
        switch shape.alignment {
        case .session: return sessionTime.ticks % shape.every.ticks == 0
        case .clock: return instant.ticks % shape.every.ticks == 0
        }
    }

    /// The interval between instants, of samples or not, at which every running session of the
    /// channel has a `stat` line due; nil if no `stat` lines follow the clock.
    var clockInterval: FleetDuration? {
        makesStatistics && shape.alignment == .clock ? shape.every : nil
    }

    /// Takes one step of the session at `place` and writes the lines that it gives, if the channel
    /// has the lane.
    ///
    /// - Parameter site: where the athlete truly is; nil if no channel asks for it, and indoors.
    mutating func take(
        _ step: FlightStep, at site: Site? = nil, place: PlaceID, into lines: inout DataLineWriter
    ) {
        guard parts[place.row] != nil else { return }
        if step.starts { begin(place) }
        if step.starts { takeEvent("start", .start, step, place, &lines) }
        if step.resumes { takeEvent("resume", .resume, step, place, &lines) }
        if let sample = step.sample { take(sample, step, place, &lines) }
        if let truth = step.truth { take(truth, at: site, step, place, &lines) }
        if let transition = step.transition { take(transition, step, place, &lines) }
        if let advisory = step.advisory { take(advisory, step, place, &lines) }
        takeStatistics(step, place, &lines)
        if step.pauses { takeEvent("pause", .pause, step, place, &lines) }
        if step.ends { takeEnd(step, place, &lines) }
    }

    private mutating func take(
        _ sample: Sample, _ step: FlightStep, _ place: PlaceID,
        _ lines: inout DataLineWriter
    ) {
        observe(sample, in: step, place)
        guard makesSamples, begin("sample", .sample, step, place, &lines) else { return }
        if showsPhases { lines.block.bytes.append(labels.phases[step.phase.index]) }
        for column in metrics.indices {
            guard let value = sample[metrics[column]] else { continue }
            lines.block.bytes.append(labels.metrics[column])
            lines.block.bytes.appendDecimal(units: value, decimals: metrics[column].decimals)
        }
        lines.end()
    }

    private mutating func observe(_ sample: Sample, in step: FlightStep, _ place: PlaceID) {
        guard makesStatistics, step.mayPause || step.instant > observesAfter else { return }
        parts[place.row]?.series.observe(sample, at: step.sessionTime, in: plan)
    }

    private mutating func take(
        _ truth: Truth, at site: Site?, _ step: FlightStep, _ place: PlaceID,
        _ lines: inout DataLineWriter
    ) {
        guard makesTruths, let truePhase = step.truePhase,
            begin("truth", .truth, step, place, &lines)
        else { return }
        lines.block.bytes.append(labels.phases[step.phase.index])
        lines.appendWord("true_phase", truePhase.rawValue)
        lines.block.bytes.append(truth)
        if wantsPlaces, let site { lines.block.bytes.append(site) }
        lines.end()
    }

    private mutating func take(
        _ transition: PhaseTransition, _ step: FlightStep, _ place: PlaceID,
        _ lines: inout DataLineWriter
    ) {
        guard makesPhases, begin("phase", .phase, step, place, &lines) else { return }
        lines.appendWord("from", transition.from.rawValue)
        lines.appendWord("to", transition.to.rawValue)
        lines.appendWord("cause", transition.cause.rawValue)
        lines.block.bytes.appendSeconds("held_s", transition.held)
        lines.end()
    }

    private mutating func take(
        _ change: AdvisoryChange, _ step: FlightStep, _ place: PlaceID,
        _ lines: inout DataLineWriter
    ) {
        guard makesAdvisories, begin("advisory", .advisory, step, place, &lines) else { return }
        if let from = change.from { lines.appendWord("from", from.rawValue) }
        if let to = change.to { lines.appendWord("to", to.rawValue) }
        lines.block.bytes.appendSeconds("held_s", change.held)
        if showsSpeed, let speed = change.smoothedSpeed {
            lines.block.bytes.appendValue(Metric.speed.quantized(speed), of: .speed)
        }
        lines.end()
    }

    private mutating func takeEvent(
        _ name: String, _ rank: StreamPosition.Rank, _ step: FlightStep, _ place: PlaceID,
        _ lines: inout DataLineWriter
    ) {
        guard makesEvents, begin("event", rank, step, place, &lines) else { return }
        lines.appendWord("event", name)
        lines.end()
    }

    /// The last `stat` of a session comes just before its `end`, on the grid or not.
    private mutating func takeStatistics(
        _ step: FlightStep, _ place: PlaceID,
        _ lines: inout DataLineWriter
    ) {
        guard makesStatistics, !step.starts, !step.resumes,
            step.ends || isStatDue(at: step.instant, sessionTime: step.sessionTime),
            begin("stat", .stat, step, place, &lines)
        else { return }
        if showsPhases { lines.block.bytes.append(labels.phases[step.phase.index]) }
        parts[place.row]?.series.report(at: step.sessionTime, in: plan) { column, report in
            lines.block.bytes.append(report, of: labels.metrics[column], labels)
        }
        lines.end()
    }

    private mutating func takeEnd(
        _ step: FlightStep, _ place: PlaceID,
        _ lines: inout DataLineWriter
    ) {
        guard begin("end", .end, step, place, &lines) else { return }
        lines.end()
    }

    /// Counts a line of the session, and begins to write it if it lies behind ``after``.
    private mutating func begin(
        _ type: StaticString, _ rank: StreamPosition.Rank, _ step: FlightStep, _ place: PlaceID,
        _ lines: inout DataLineWriter
    ) -> Bool {
        parts[place.row]?.n += 1
        let position = StreamPosition(step.instant, lane: step.session.lane, rank)
        // The comparison first: looking at a part of an optional copies all of it.
        guard position > after, let n = parts[place.row]?.n else { return false }
        lines.begin(type, step.session, n: n, at: position)
        return true
    }
}

/// Keeps the writer of one channel in place, since an array cannot hold what must not be copied.
final class LineSink {
    /// Not checked for exclusive access at run time, which every step of a lane would pay for: the
    /// run gives the writer to one channel at a time, and a reader to which it lends the lines
    /// reaches nothing of the run meanwhile.
    @exclusivity(unchecked) var writer: DataLineWriter

    init(identity: IdentityHash) { writer = DataLineWriter(identity: identity) }
}
