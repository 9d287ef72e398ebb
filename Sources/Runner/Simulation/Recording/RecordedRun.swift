import Vocabulary

/// A recording as one session, row by row.
///
/// The session begins where the recording says, else one sample period of the fleet before the
/// first row. A row stands for the session time since the row before it. Distance and steps are
/// those of the recording; where it has none they follow from speed and cadence.
public struct RecordedRun: Sendable {
    public let recording: Recording
    private let period: FleetDuration
    /// The time that a row stands for if it follows a pause without an end.
    private let standingAfterJump: FleetDuration
    /// The row whose sample comes next, or comes after the pause.
    private var row = 0
    /// The pause that comes next.
    private var pause = 0
    private var isPaused = false
    /// How long session time has stood still.
    private var paused = FleetDuration.zero
    /// The session time of the row before.
    private var sampled = FleetDuration.zero
    private var totals: RecordedTotals

    public init(recording: Recording, rate: SampleRate) {
        self.init(recording: recording, period: rate.period)
    }

    init(recording: Recording, period: FleetDuration) {
        self.recording = recording
        self.period = period
        standingAfterJump = max(period, recording.usualStep)
        totals = RecordedTotals(own: recording.ownTotals)
    }

    /// When the next step is due since the session's start; nil after the last.
    public var nextOffset: FleetDuration? {
        guard row < recording.rows.count else { return nil }
        guard let span = pauseSpan else {
            return recording.offset(of: recording.rows[row].time, period: period)
        }
        return isPaused ? span.upperBound : span.lowerBound
    }

    /// The span of the pause that lies before the next sample; nil if there is none.
    private var pauseSpan: ClosedRange<FleetDuration>? {
        guard pause < recording.pauses.count, recording.pauses[pause].row == row else { return nil }
        return recording.span(of: recording.pauses[pause], period: period)
    }

    /// The next row, pause or resumption. Traps after the last. Allocates nothing.
    public mutating func next() -> SourceStep {
        guard let offset = nextOffset else {
            preconditionFailure("next step asked of a recording at its end")
        }
        guard let span = pauseSpan else { return sampleStep(at: offset) }
        defer { isPaused.toggle() }
        guard isPaused else { return step(.pause, at: offset) }
        paused = paused + (span.upperBound - span.lowerBound)
        pause += 1
        return step(.resume, at: offset)
    }

    private mutating func sampleStep(at offset: FleetDuration) -> SourceStep {
        var sample = recording.rows[row].sample
        totals.add(to: &sample, for: standing(at: offset))
        sampled = offset - paused
        row += 1
        return step(.sample(sample), at: offset)
    }

    /// The time for which distance and steps follow from the next row.
    private func standing(at offset: FleetDuration) -> FleetDuration {
        let followsJump =
            pause > 0 && recording.pauses[pause - 1].row == row
            && recording.pauses[pause - 1].end == nil
        return followsJump ? standingAfterJump : offset - paused - sampled
    }

    private func step(_ content: SourceStep.Content, at offset: FleetDuration) -> SourceStep {
        SourceStep(
            offset: offset, sessionTime: offset - paused, content: content, stage: .running)
    }
}

/// Distance and steps of a recording: its own, else summed exactly from speed and cadence; and its
/// ascent, from altitude. None of them ever falls.
private struct RecordedTotals: Sendable {
    /// The totals that the recording has of its own.
    private let own: MetricSet
    /// The recording's own totals up to the last row: centimetres and steps.
    private var told = Sample()
    /// Speed units (mm/s) times ticks.
    private var speedTicks: Int64 = 0
    /// Cadence units (0.1 steps/min) times ticks.
    private var cadenceTicks: Int64 = 0
    private var climb: Climb?

    /// Speed units times ticks in a centimetre, the unit of distance.
    private static let speedTicksPerUnit = 10 * FleetDuration.ticksPerSecond
    /// Cadence units times ticks in a step.
    private static let cadenceTicksPerStep = 600 * FleetDuration.ticksPerSecond

    init(own: MetricSet) { self.own = own }

    /// Writes the totals into a sample: its own, or else distance where it has speed, rounded to
    /// centimetres with ties to even, and complete steps where it has cadence;
    /// ascent where it has altitude.
    mutating func add(to sample: inout Sample, for duration: FleetDuration) {
        if own.contains(.distance) {
            keep(.distance, in: &sample)
        } else {
            speedTicks += (sample[.speed] ?? 0) * duration.ticks
            sample[.distance] = sample[.speed].map { _ in
                speedTicks.dividedRoundingToEven(by: Self.speedTicksPerUnit)
            }
        }
        if own.contains(.steps) {
            keep(.steps, in: &sample)
        } else {
            cadenceTicks += (sample[.cadence] ?? 0) * duration.ticks
            sample[.steps] = sample[.cadence].map { _ in cadenceTicks / Self.cadenceTicksPerStep }
        }
        if sample[.ascent] != nil {
            keep(.ascent, in: &sample)
        } else if let altitude = sample[.altitude] {
            sample[.ascent] = ascent(to: Float(Metric.altitude.value(altitude)))
        }
    }

    /// Units of ``Metric/ascent`` up to an altitude in metres.
    private mutating func ascent(to altitude: Float) -> Int64 {
        climb?.reach(altitude)
        climb = climb ?? Climb(from: altitude)
        return Metric.ascent.quantized(climb?.ascent ?? 0)
    }

    private mutating func keep(_ metric: Metric, in sample: inout Sample) {
        guard let total = sample[metric] else { return }
        told[metric] = max(total, told[metric] ?? 0)
        sample[metric] = told[metric]
    }
}
