import Vocabulary

/// A recorded run: rows of measured values with strictly increasing times.
///
/// Copies share the rows.
public struct Recording: Sendable {
    /// The name in errors, usually the path.
    public let name: String
    /// The ``StableHash`` of the file's bytes: the recording's part in a fleet's identity.
    public let contentHash: UInt64
    /// Never empty.
    public let rows: [RecordedRow]
    /// The step between more than half of the rows and the ones before; zero if there is none, or
    /// it is longer than the longest drop-out.
    let usualStep: FleetDuration
    /// Whether rows say that they come after a pause; else jumps in time tell.
    private let tellsPauses: Bool

    /// The most rows: 7 days at 1 Hz, five hours at 50 Hz.
    public static let rowLimit = 1_000_000
    /// The latest time of a row, seconds: 7 days.
    public static let longestSeconds: Int64 = 604_800

    /// Reads comma-separated values with the header of ``RecordedRow/columns``.
    ///
    /// A byte order mark, CRLF and missing or repeated line ends at the end of the file are
    /// accepted. An empty cell is an absent value. Numbers are read exactly, with at most nine
    /// digits on either side of the point, and rounded to the metric's decimals with ties to even.
    /// Linear in the number of bytes.
    public init(
        csv: [UInt8], name: String, rowLimit: Int = Recording.rowLimit
    ) throws(RecordingError) {
        var parser = RecordingParser(bytes: csv, name: name, rowLimit: rowLimit)
        rows = try parser.rows()
        usualStep = Self.usualStep(of: rows)
        tellsPauses = false
        var hash = StableHash()
        for byte in csv { hash.update(byte) }
        contentHash = hash.value
        self.name = name
    }

    /// A recording from another format. Traps if there are no rows, if their times do not increase,
    /// or if there are more or later ones than ``rowLimit`` and ``longestSeconds`` allow.
    ///
    /// - Parameter tellsPauses: whether rows say that they come after a pause, which then lie more
    ///   than a second after the ones before; else jumps of more than three seconds are pauses.
    public init(rows: [RecordedRow], tellsPauses: Bool, contentHash: UInt64, name: String) {
        precondition(
            (1...Self.rowLimit).contains(rows.count), "a recording of \(rows.count) rows")
        precondition(zip(rows, rows.dropFirst()).allSatisfy { $0.time < $1.time }, "times go back")
        precondition(
            rows[0].time >= .zero && rows[rows.count - 1].time <= .seconds(Self.longestSeconds),
            "a row beyond the longest recording")
        self.rows = rows
        usualStep = Self.usualStep(of: rows)
        self.tellsPauses = tellsPauses
        self.contentHash = contentHash
        self.name = name
    }

    private static func usualStep(of rows: [RecordedRow]) -> FleetDuration {
        var counts = [Int](repeating: 0, count: Int(RecordedRun.longestDropOut.ticks) + 1)
        for (row, next) in zip(rows, rows.dropFirst()) {
            let ticks = Int((next.time - row.time).ticks)
            if counts.indices.contains(ticks) { counts[ticks] += 1 }
        }
        let usual = counts.firstIndex { $0 * 2 > rows.count - 1 }
        return FleetDuration(ticks: Int64(usual ?? 0))
    }

    /// Whether session time stood still between a row and the one before it.
    func isPause(before row: Int) -> Bool {
        guard row > 0 else { return false }
        if tellsPauses { return rows[row].followsPause }
        return rows[row].time - rows[row - 1].time > RecordedRun.longestDropOut
    }
}

// The length and the pauses of a recording follow from its rows, without a run through them.
extension Recording {
    /// The time from the start of the recording's session to its last row.
    ///
    /// - Parameter period: the sample period of the fleet.
    public func duration(period: FleetDuration) -> FleetDuration {
        rows[rows.count - 1].time - rows[0].time + period
    }

    /// The last pause of the recording that begins at or before `offset` since the session's start;
    /// nil if there is none. O(rows).
    ///
    /// - Parameter period: the sample period of the fleet.
    public func lastPause(
        from offset: FleetDuration, period: FleetDuration
    ) -> ClosedRange<FleetDuration>? {
        for row in rows.indices.dropLast().reversed() {
            let begin = rows[row].time - rows[0].time + period
            let jump = rows[row + 1].time - rows[row].time
            guard begin <= offset, isPause(before: row + 1) else { continue }
            return begin...begin + jump - period
        }
        return nil
    }
}

/// One row of a recording: a time and five measured values, in 24 bytes.
public struct RecordedRow: Equatable, Sendable {
    /// Seconds in the first column, rounded to ticks.
    public internal(set) var time: FleetDuration {
        get { FleetDuration(ticks: Int64(ticks & ~Self.pauseBit)) }
        set { ticks = Int32(newValue.ticks) | ticks & Self.pauseBit }
    }

    /// Whether the recorder says that session time stood still before the row.
    public var followsPause: Bool { ticks & Self.pauseBit != 0 }

    /// The longest recording has fewer than 2²⁵ ticks, which leaves room for ``pauseBit``.
    private var ticks: Int32 = 0
    /// In units of the metric's last decimal; `absent` where the cell is empty.
    private var values = [5 of Int32](repeating: absent)

    private static let absent: Int32 = -1
    private static let pauseBit: Int32 = 1 << 30

    /// The names of the columns, in order: time, then ``metrics``.
    public static let columns = [
        "t_s", "heart_rate_bpm", "speed_mps", "cadence_spm", "step_length_m", "ground_contact_ms",
    ]

    /// The metrics of the columns after the first one.
    public static let metrics: [5 of Metric] = [.heartRate, .speed, .cadence, .stride, .contact]

    init() {}

    /// A row with those of a sample's values that a recording has. Traps for a time beyond
    /// 2³¹ ticks.
    public init(time: FleetDuration, _ sample: Sample, followsPause: Bool = false) {
        if followsPause { ticks = Self.pauseBit }
        self.time = time
        for cell in values.indices { self[cell] = sample[Self.metrics[cell]] }
    }

    /// The value in column `cell` of those after the first one, 0..<5.
    public internal(set) subscript(cell: Int) -> Int64? {
        get { values[cell] == Self.absent ? nil : Int64(values[cell]) }
        set { values[cell] = newValue.map(Int32.init) ?? Self.absent }
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.ticks == right.ticks
            && left.values.indices.allSatisfy { left.values[$0] == right.values[$0] }
    }

    /// The sample of the row, without the totals that follow from the rows before.
    var sample: Sample {
        var sample = Sample()
        for cell in values.indices {
            sample[Self.metrics[cell]] = self[cell]
        }
        return sample
    }
}
