import Vocabulary

/// A recording as one session, row by row.
///
/// The session begins one sample period of the fleet before the first row. A jump in time of more
/// than three seconds is a pause; a shorter one is a drop-out, in which session time goes on. Where
/// the recording says which rows come after a pause, only those do. A row stands for the time since
/// the row before it, at most for one sample period or the recording's usual step.
public struct RecordedRun: Sendable {
    public let recording: Recording
    private let period: FleetDuration
    /// The longest time for which distance and steps follow from one row.
    private let longestStanding: FleetDuration
    /// The row whose sample comes next, or comes after the pause.
    private var row = 0
    private var due = Due.sample
    /// The session time of the row before.
    private var sessionTime = FleetDuration.zero
    private var totals = RecordedTotals()

    private enum Due { case sample, pause, resume }

    /// The longest step between two rows that is a drop-out, not a pause.
    public static let longestDropOut = FleetDuration.seconds(3)

    public init(recording: Recording, rate: SampleRate) {
        self.recording = recording
        period = rate.period
        longestStanding = max(rate.period, recording.usualStep)
    }

    /// When the next step is due since the session's start; nil after the last.
    public var nextOffset: FleetDuration? {
        guard row < recording.rows.count else { return nil }
        return switch due {
        case .sample: offset(of: row)
        case .pause: offset(of: row - 1)
        case .resume: offset(of: row) - period
        }
    }

    /// The next row, pause or resumption. Traps after the last. Allocates nothing.
    public mutating func next() -> SourceStep {
        guard let offset = nextOffset else {
            preconditionFailure("next step asked of a recording at its end")
        }
        return switch due {
        case .sample: sampleStep(at: offset)
        case .pause: step(.pause, at: offset, then: .resume)
        case .resume: step(.resume, at: offset, then: .sample)
        }
    }

    private func offset(of row: Int) -> FleetDuration {
        recording.rows[row].time - recording.rows[0].time + period
    }

    /// The time from the row before to `row`; the first row stands for one period.
    private func stepInTime(to row: Int) -> FleetDuration {
        row == 0 ? period : recording.rows[row].time - recording.rows[row - 1].time
    }

    private mutating func sampleStep(at offset: FleetDuration) -> SourceStep {
        let elapsed = stepInTime(to: row)
        sessionTime = sessionTime + (recording.isPause(before: row) ? period : elapsed)
        var sample = recording.rows[row].sample
        totals.add(to: &sample, for: min(elapsed, longestStanding))
        row += 1
        let isPauseNext = row < recording.rows.count && recording.isPause(before: row)
        return step(.sample(sample), at: offset, then: isPauseNext ? .pause : .sample)
    }

    private mutating func step(
        _ content: SourceStep.Content, at offset: FleetDuration, then next: Due
    ) -> SourceStep {
        due = next
        return SourceStep(
            offset: offset, sessionTime: sessionTime, content: content, stage: .running)
    }
}

/// Distance and steps of a recording, summed exactly from speed and cadence.
private struct RecordedTotals: Sendable {
    /// Speed units (mm/s) times ticks.
    private var speedTicks: Int64 = 0
    /// Cadence units (0.1 steps/min) times ticks.
    private var cadenceTicks: Int64 = 0

    /// Speed units times ticks in a centimetre, the unit of distance.
    private static let speedTicksPerUnit = 10 * FleetDuration.ticksPerSecond
    /// Cadence units times ticks in a step.
    private static let cadenceTicksPerStep = 600 * FleetDuration.ticksPerSecond

    /// Adds the distance and steps of `sample`, and writes both totals into it: distance where it
    /// has speed, rounded to centimetres with ties to even, and complete steps where it has
    /// cadence.
    mutating func add(to sample: inout Sample, for duration: FleetDuration) {
        if let speed = sample[.speed] {
            speedTicks += speed * duration.ticks
            sample[.distance] = speedTicks.dividedRoundingToEven(by: Self.speedTicksPerUnit)
        }
        if let cadence = sample[.cadence] {
            cadenceTicks += cadence * duration.ticks
            sample[.steps] = cadenceTicks / Self.cadenceTicksPerStep
        }
    }
}
