import Vocabulary

/// Parses the bytes of a recording in one pass.
struct RecordingParser {
    private var cursor: CSVCursor
    private let name: String
    private let rowLimit: Int
    /// The metrics of the columns behind those that every file has.
    private var further: [Metric] = []
    /// The distance of the rows so far.
    private var distance: Int64 = 0

    init(bytes: [UInt8], name: String, rowLimit: Int) {
        cursor = CSVCursor(bytes)
        self.name = name
        self.rowLimit = rowLimit
    }

    mutating func rows() throws(RecordingError) -> [RecordedRow] {
        try readHeader()
        var rows: [RecordedRow] = []
        rows.reserveCapacity(min(cursor.remaining / 16, rowLimit))
        var latest = FleetDuration(ticks: -1)
        while !cursor.isAtEndOfRows {
            guard rows.count < rowLimit else { throw error(.tooManyRows(limit: rowLimit)) }
            let row = try row(after: latest)
            latest = row.time
            rows.append(row)
        }
        guard !rows.isEmpty else { throw error(.noRows) }
        return rows
    }

    private mutating func readHeader() throws(RecordingError) {
        for (index, expected) in RecordedRow.columns.enumerated() {
            if index > 0 { _ = cursor.skip(",") }
            let start = cursor.position
            cursor.skipCell()
            guard cursor.cell(from: start).elementsEqual(expected.utf8) else {
                throw unreadable(from: start) { .header(found: $0, expected: expected) }
            }
        }
        while cursor.skip(",") {
            let start = cursor.position
            cursor.skipCell()
            let cell = cursor.cell(from: start)
            let metric = RecordedRow.furtherMetrics.first { cell.elementsEqual($0.name.utf8) }
            guard let metric, !further.contains(metric) else {
                throw unreadable(from: start) { .header(found: $0, expected: nil) }
            }
            further.append(metric)
        }
        cursor.skipLineEnd()
    }

    private mutating func row(after latest: FleetDuration) throws(RecordingError) -> RecordedRow {
        guard !cursor.isAtLineEnd else { throw error(.emptyLine) }
        var row = RecordedRow()
        row.time = try time(after: latest)
        for index in RecordedRow.metrics.indices {
            guard cursor.skip(",") else { throw error(.tooFewCells(index + 1, of: cellCount)) }
            let metric = RecordedRow.metrics[index]
            row.sample[metric] = try value(of: metric)
        }
        for (index, metric) in further.enumerated() {
            let cells = RecordedRow.columns.count + index
            guard cursor.skip(",") else { throw error(.tooFewCells(cells, of: cellCount)) }
            row.sample[metric] = try metric == .distance ? nextDistance() : value(of: metric)
        }
        guard !cursor.skip(",") else { throw error(.tooManyCells(cellCount)) }
        cursor.skipLineEnd()
        return row
    }

    private mutating func time(
        after latest: FleetDuration
    ) throws(RecordingError) -> FleetDuration {
        let start = cursor.position
        guard let number = try number() else { throw error(.timeMissing) }
        let scale = Decimal64.powerOfTen(number.decimals)
        let (seconds, fraction) = number.units.quotientAndRemainder(dividingBy: scale)
        // A second is an even number of ticks, so that rounding the fraction alone to even rounds
        // the whole time to even.
        let ticks =
            seconds * FleetDuration.ticksPerSecond
            + (fraction * FleetDuration.ticksPerSecond).dividedRoundingToEven(by: scale)
        let time = FleetDuration(ticks: ticks)
        guard time <= .seconds(Recording.longestSeconds) else {
            throw error(.timeBeyondLimit(text(from: start)), at: start)
        }
        guard time > latest else {
            throw error(.timeNotIncreasing(text(from: start)), at: start)
        }
        return time
    }

    private var cellCount: Int { RecordedRow.columns.count + further.count }

    private mutating func nextDistance() throws(RecordingError) -> Int64? {
        let start = cursor.position
        guard let value = try value(of: .distance) else { return nil }
        guard value >= distance else {
            throw error(.distanceFalls(text(from: start)), at: start)
        }
        distance = value
        return value
    }

    private mutating func value(of metric: Metric) throws(RecordingError) -> Int64? {
        let start = cursor.position
        let isNegative = metric.row.limits.lowerBound < 0 && cursor.skip("-")
        guard let number = try number() else {
            guard !isNegative else { throw notNumber(from: start) }
            return nil
        }
        let units = number.rounded(to: metric.decimals).units * (isNegative ? -1 : 1)
        guard metric.allows(units) else {
            throw error(.beyondLimit(text(from: start), metric), at: start)
        }
        return units
    }

    /// The number in the cell that begins here; nil if the cell is empty.
    private mutating func number() throws(RecordingError) -> Decimal64? {
        let start = cursor.position
        if cursor.isAtCellEnd { return nil }
        var units: Int64 = 0
        let whole = cursor.readDigits(&units)
        let hasPoint = whole > 0 && cursor.skip(".")
        let decimals = hasPoint ? cursor.readDigits(&units) : 0
        guard whole > 0, !hasPoint || decimals > 0, cursor.isAtCellEnd else {
            throw notNumber(from: start)
        }
        guard whole <= 9, decimals <= 9 else {
            throw error(.tooManyDigits(text(from: start)), at: start)
        }
        return Decimal64(units: units, decimals: decimals)
    }
}

extension RecordingParser {
    // All cells before a refused one are ASCII, so the column in bytes is the column in characters.
    private func error(_ problem: RecordingError.Problem, at start: Int? = nil) -> RecordingError {
        RecordingError(
            name: name, line: cursor.line, column: cursor.column(of: start ?? cursor.position),
            problem: problem)
    }

    /// The cell that begins at `start`, cut to 24 characters for a message.
    private func text(from start: Int) -> String {
        let text = String(decoding: cursor.cell(from: start), as: UTF8.self)
        return text.count > 24 ? text.prefix(24) + "…" : text
    }

    private func unreadable(
        from start: Int, else problem: (String) -> RecordingError.Problem
    ) -> RecordingError {
        let cell = cursor.cell(from: start)
        if cell.contains(0) { return error(.nul, at: start) }
        guard String(validating: cell, as: UTF8.self) != nil else {
            return error(.notUTF8, at: start)
        }
        return error(problem(text(from: start)), at: start)
    }

    private func notNumber(from start: Int) -> RecordingError {
        unreadable(from: start) { text in
            let magnitude = text.lowercased().drop { $0 == "-" || $0 == "+" }
            if ["nan", "inf", "infinity"].contains(String(magnitude)) { return .notFinite(text) }
            let negated = text.first == "-" ? Decimal64(parsing: text.dropFirst()) : nil
            return negated == nil ? .notNumber(text) : .negative(text)
        }
    }
}
