import Vocabulary

/// A recorded run: rows of measured values with strictly increasing times.
///
/// Copies share the rows.
public struct Recording: Sendable {
    /// The name in errors, usually the path.
    public let name: String
    /// The ``StableHash`` of the file's bytes: the recording's part in a fleet's identity.
    public let contentHash: UInt64
    /// Never empty. Speed that was not measured follows from distance.
    public let rows: [RecordedRow]
    /// By ascending times; each between two rows.
    public let pauses: [RecordedPause]
    /// How long before its first row the run began; nil for one sample period of the fleet.
    let lead: FleetDuration?
    /// The median of the times between two rows; zero if there is one row.
    let usualStep: FleetDuration
    /// Distance and steps, where rows have them.
    let ownTotals: MetricSet

    /// How rows are read, distance and steps derived and pauses found: a part of the identity of
    /// each fleet in which a recording flies. 1, before versions had numbers: distance of speed
    /// alone, a row for one sample period.
    public static let readingVersion = 2
    /// The most rows: 7 days at 1 Hz, five hours at 50 Hz.
    public static let rowLimit = 1_000_000
    /// The latest time of a row, seconds: 7 days.
    public static let longestSeconds: Int64 = 604_800

    /// Reads comma-separated values with the header of ``RecordedRow/columns``, and perhaps
    /// those of ``RecordedRow/furtherMetrics`` behind it.
    ///
    /// A byte order mark, CRLF and missing or repeated line ends at the end of the file are
    /// accepted. An empty cell is an absent value. Numbers are read exactly, with at most nine
    /// digits on either side of the point, and rounded to the metric's decimals with ties to even.
    /// A jump in time above ``longestDropOut(usualStep:)`` is a pause. O(bytes + rows · log rows).
    public init(
        csv: [UInt8], name: String, rowLimit: Int = Recording.rowLimit
    ) throws(RecordingError) {
        var parser = RecordingParser(bytes: csv, name: name, rowLimit: rowLimit)
        let rows = try parser.rows()
        usualStep = Self.usualStep(of: rows)
        pauses = Self.jumps(in: rows, above: Self.longestDropOut(usualStep: usualStep))
        self.rows = Self.withSpeed(rows, pauses, standing: usualStep)
        ownTotals = Self.totals(in: rows)
        lead = nil
        var hash = StableHash()
        for byte in csv { hash.update(byte) }
        contentHash = hash.value
        self.name = name
    }

    /// A recording from another format.
    ///
    /// Traps if there are no rows, if their times do not increase, if there are more or later ones
    /// than ``rowLimit`` and ``longestSeconds`` allow, or if a pause does not lie between the row
    /// that it names and the one before it.
    ///
    /// - Parameters:
    ///   - pauses: by ascending times.
    ///   - lead: how long before its first row the run began, up to ``longestSeconds``; nil for one
    ///     sample period of the fleet.
    public init(
        rows: [RecordedRow], pauses: [RecordedPause], lead: FleetDuration? = nil,
        contentHash: UInt64, name: String
    ) {
        precondition(
            (1...Self.rowLimit).contains(rows.count), "a recording of \(rows.count) rows")
        precondition(zip(rows, rows.dropFirst()).allSatisfy { $0.time < $1.time }, "times go back")
        precondition(
            rows[0].time >= .zero && rows[rows.count - 1].time <= .seconds(Self.longestSeconds),
            "a row beyond the longest recording")
        precondition(
            lead.map { .zero < $0 && $0 <= .seconds(Self.longestSeconds) } ?? true,
            "a run that began \(lead ?? .zero) before its first row")
        Self.check(pauses, between: rows)
        usualStep = Self.usualStep(of: rows)
        self.rows = Self.withSpeed(rows, pauses, standing: usualStep)
        ownTotals = Self.totals(in: rows)
        self.pauses = pauses
        self.lead = lead
        self.contentHash = contentHash
        self.name = name
    }

    private static func check(_ pauses: [RecordedPause], between rows: [RecordedRow]) {
        var earliest = FleetDuration.zero
        for pause in pauses {
            precondition(rows.indices.dropFirst().contains(pause.row), "a pause before no row")
            let (before, behind) = (rows[pause.row - 1].time, rows[pause.row].time)
            let end = pause.end ?? behind
            precondition(
                max(before, earliest) <= pause.begin && pause.begin < end && end <= behind
                    && pause.end != behind,
                "a pause from \(pause.begin) to \(end) between rows at \(before) and \(behind)")
            earliest = end
        }
    }
}

extension Recording {
    /// The totals that rows have; one that is 0 in every row counts as missing.
    private static func totals(in rows: [RecordedRow]) -> MetricSet {
        MetricSet(
            [.distance, .steps].filter { metric in
                rows.contains { ($0.sample[metric] ?? 0) > 0 }
            })
    }
}

// How times between rows are understood.
extension Recording {
    /// The longest time between two rows that is a drop-out, where nothing but time tells.
    public static func longestDropOut(usualStep: FleetDuration) -> FleetDuration {
        max(.seconds(3), usualStep * 3)
    }

    /// The median of the times between rows, the lower one of two; zero if there is one row.
    /// O(rows · log rows).
    public static func usualStep(of rows: [RecordedRow]) -> FleetDuration {
        let steps = zip(rows, rows.dropFirst()).map { $1.time - $0.time }.sorted()
        return steps.isEmpty ? .zero : steps[(steps.count - 1) / 2]
    }

    private static func jumps(
        in rows: [RecordedRow], above longest: FleetDuration
    ) -> [RecordedPause] {
        rows.indices.dropFirst().compactMap { row in
            let begin = rows[row - 1].time
            guard rows[row].time - begin > longest else { return nil }
            return RecordedPause(before: row, from: begin, to: nil)
        }
    }
}

// The length and the pauses of a recording follow from its rows, without a run through them.
extension Recording {
    /// How long a pause lasts after a time of the session, from its start on.
    func span(
        of pause: RecordedPause, period: FleetDuration
    ) -> ClosedRange<FleetDuration> {
        let end = pause.end ?? rows[pause.row].time - period
        return offset(of: pause.begin, period: period)...offset(of: end, period: period)
    }

    /// The time from the start of the recording's session to a time as rows have it.
    func offset(of time: FleetDuration, period: FleetDuration) -> FleetDuration {
        time - rows[0].time + (lead ?? period)
    }

    /// The time from the start of the recording's session to its last row.
    ///
    /// - Parameter period: the sample period of the fleet.
    public func duration(period: FleetDuration) -> FleetDuration {
        offset(of: rows[rows.count - 1].time, period: period)
    }

    /// The last pause of the recording that begins at or before `offset` since the session's start;
    /// nil if there is none. O(pauses).
    ///
    /// - Parameter period: the sample period of the fleet.
    public func lastPause(
        from offset: FleetDuration, period: FleetDuration
    ) -> ClosedRange<FleetDuration>? {
        pauses.lazy.reversed().map { span(of: $0, period: period) }
            .first { $0.lowerBound <= offset }
    }

    /// The least session time between two rows; nil if there is one. O(rows).
    ///
    /// - Parameter period: the sample period of the fleet.
    public func shortestStep(period: FleetDuration) -> FleetDuration? {
        var run = RecordedRun(recording: self, period: period)
        var (last, shortest): (FleetDuration?, FleetDuration?)
        while run.nextOffset != nil {
            let step = run.next()
            guard case .sample = step.content else { continue }
            if let last { shortest = min(shortest ?? .lap, step.sessionTime - last) }
            last = step.sessionTime
        }
        return shortest
    }
}
