import Vocabulary

/// One row of a recording: a time and what was measured, 24 bytes.
public struct RecordedRow: Equatable, Sendable {
    /// Seconds in the first column, rounded to ticks.
    public internal(set) var time: FleetDuration {
        get { FleetDuration(ticks: Int64(ticks)) }
        set { ticks = Int32(newValue.ticks) }
    }

    private var ticks: Int32 = 0
    /// In units of the metric's last place; `absent` where the cell is empty.
    private var values = [5 of Int32](repeating: absent)

    private static let absent: Int32 = -1

    /// The names of the columns, in order: time, then ``metrics``.
    public static let columns = [
        "t_s", "heart_rate_bpm", "speed_mps", "cadence_spm", "step_length_m", "ground_contact_ms",
    ]

    /// What the columns after the first one measure.
    public static let metrics: [5 of Metric] = [.heartRate, .speed, .cadence, .stride, .contact]

    init() {}

    /// The value in column `cell` of those after the first one, 0..<5.
    public internal(set) subscript(cell: Int) -> Int64? {
        get { values[cell] == Self.absent ? nil : Int64(values[cell]) }
        set { values[cell] = newValue.map(Int32.init) ?? Self.absent }
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.ticks == right.ticks
            && left.values.indices.allSatisfy { left.values[$0] == right.values[$0] }
    }

    /// The sample of the row, without what is derived from rows before.
    var sample: Sample {
        var sample = Sample()
        for cell in values.indices {
            sample[Self.metrics[cell]] = self[cell]
        }
        return sample
    }
}
