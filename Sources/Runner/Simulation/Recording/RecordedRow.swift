import Vocabulary

/// One row of a recording: a time and what was measured, in 56 bytes.
public struct RecordedRow: Equatable, Sendable {
    /// Seconds in the first column, rounded to ticks. A recording has fewer than 2²⁵ of them.
    public internal(set) var time: FleetDuration {
        get { FleetDuration(ticks: Int64(ticks)) }
        set { ticks = Int32(newValue.ticks) }
    }

    private var ticks: Int32 = 0
    /// What was measured; distance and steps are totals, where the recording has them.
    public internal(set) var sample = Sample()

    /// The names of the columns that every file has, in order: time, then ``metrics``.
    public static let columns = [
        "t_s", "heart_rate_bpm", "speed_mps", "cadence_spm", "step_length_m", "ground_contact_ms",
    ]
    /// The metrics of the columns that may follow, in any order, by their names: the distance since
    /// the start, and where the run was.
    public static let furtherMetrics: [Metric] = [.distance] + Metric.places.members

    /// The metrics of the columns after the first one.
    public static let metrics: [5 of Metric] = [.heartRate, .speed, .cadence, .stride, .contact]

    init() {}

    /// Traps for a time beyond 2³¹ ticks.
    public init(time: FleetDuration, _ sample: Sample) {
        self.sample = sample
        self.time = time
    }

    /// The value in column `cell` of those after the first one, 0..<5.
    public subscript(cell: Int) -> Int64? { sample[Self.metrics[cell]] }
}

/// A time between two rows in which session time stood still.
public struct RecordedPause: Equatable, Sendable {
    /// The number of the row behind it.
    public let row: Int
    /// When it began and ended, counted as the times of rows are. Without an end, one sample period
    /// of the fleet before the row behind it.
    public let begin: FleetDuration
    public let end: FleetDuration?

    public init(before row: Int, from begin: FleetDuration, to end: FleetDuration?) {
        self.row = row
        self.begin = begin
        self.end = end
    }
}
