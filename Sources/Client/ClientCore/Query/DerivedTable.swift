import CivilTime
import CommandLine
import FlightDisplay
import Logbook
import PlainText
import Readout
import Terminal
import Vocabulary
import WireProtocol

/// The rows to derive from the days of an answer: `--differences`, `--by weekday`, or both.
struct DerivedForm: Equatable {
    let isDifference: Bool
    let isByWeekday: Bool

    /// Nil without either flag.
    init?(_ flags: ParsedFlags) throws(ProgramFailure) {
        try flags.check("--by", isOneOf: ["weekday"])
        isDifference = flags.has("--differences")
        isByWeekday = flags.has("--by")
        guard isDifference || isByWeekday else { return nil }
        guard flags["--interval"].map({ $0 == "1d" }) ?? true else {
            throw .usage(
                "\(isDifference ? "--differences" : "--by weekday") is of days",
                suggestion: "leave out --interval")
        }
    }

    /// Refuses metrics whose days have no mean.
    func check(_ request: QueryRequest) throws(ProgramFailure) {
        guard let position = request.metrics.first(where: \.isPosition) else { return }
        throw .usage(
            "\(position.name) has neither a sum nor an average, so that its days have no "
                + (isDifference ? "difference" : "mean"),
            suggestion: "leave it out of --metrics")
    }

    /// A day earlier for differences: the first day's difference is to the day before it.
    func start(_ from: CivilAnchor) -> CivilAnchor {
        guard isDifference, case .date(let date) = from else { return from }
        return .date(date - 1)
    }
}

/// Days gathered from buckets, and the rows that are derived from them.
struct DerivedTable {
    private let form: DerivedForm
    private let columns: [QueryColumn]
    private let zone: TimeZoneRules
    private let units: Units
    private let isCSV: Bool
    private let isJSON: Bool
    private var lanes: [(name: String, days: [Day])] = []

    private struct Day {
        let start: String
        let end: String
        let date: CivilDate
        let isOpen: Bool
        let values: [Double?]
    }

    /// A row of one lane: for a day, or for a weekday.
    private struct Row {
        let lane: String
        let day: Day?
        let weekday: Weekday?
        let values: [Double?]
    }

    init(
        _ form: DerivedForm, _ request: QueryRequest, _ zone: TimeZoneRules, _ units: Units,
        _ flags: ParsedFlags
    ) {
        (self.form, self.zone, self.units) = (form, zone, units)
        (isCSV, isJSON) = (flags.has("--csv"), flags.has("--json"))
        let isPlain = flags["--stats"] == nil && !isCSV && !isJSON
        columns = QueryColumn.all(
            of: request.metrics, isPlain ? [.sum, .average] : request.statistics)
    }

    mutating func add(_ bucket: JSONValue) {
        guard let lane = bucket["session"]?.text, let start = bucket["start"]?.instant else {
            return
        }
        let day = Day(
            start: bucket["start"]?.text ?? "", end: bucket["end"]?.text ?? "",
            date: zone.date(at: start), isOpen: bucket["open"] == .boolean(true),
            values: columns.map { $0.value(bucket) })
        if lanes.last?.name != lane { lanes.append((lane, [])) }
        lanes[lanes.count - 1].days.append(day)
    }

    /// The whole output, ending with a newline.
    var text: String {
        if isJSON { return rows.map(json).joined() }
        if isCSV { return csv }
        return table
    }

    private var rows: [Row] {
        lanes.flatMap { lane in
            let series = columns.indices.map { self.series(of: lane.days, $0) }
            guard !form.isByWeekday else {
                let averages = series.map(\.byWeekday)
                return Weekday.allCases.map { weekday in
                    Row(
                        lane: lane.name, day: nil, weekday: weekday,
                        values: averages.map { $0[weekday] })
                }
            }
            // The first day only serves the difference of the second one.
            return lane.days.indices.dropFirst().map { index in
                Row(
                    lane: lane.name, day: lane.days[index], weekday: nil,
                    values: series.map { $0.days[index - 1].value })
            }
        }
    }

    private func series(of days: [Day], _ column: Int) -> DailySeries {
        let series = DailySeries(
            days.map { day in
                let isWhole = !day.isOpen || columns[column].statistic == .latest
                return DailySeries.Day(day.date, day.values[column], isWhole: isWhole)
            })
        return form.isDifference ? series.differences : series
    }
}

/// The output as a table, as CSV and as JSON.
extension DerivedTable {
    /// An average has two decimals more than its values. A difference of masses has two decimals:
    /// it is often smaller than the step of a scale.
    private func text(_ value: Double, _ column: QueryColumn, _ units: Units) -> String {
        let isAverage = column.statistic == .average || form.isByWeekday
        let isMass = column.metric.day == .bodyMass
        let decimals =
            isAverage ? column.metric.decimals + 2 : max(column.decimals, isMass ? 2 : 0)
        return column.text(value, units, decimals: decimals)
    }

    private var table: String {
        let rows = rows
        let used = columns.indices.filter { column in rows.contains { $0.values[column] != nil } }
        let first = form.isByWeekday ? "WEEKDAY" : "DAY"
        var table = TextTable(
            (lanes.count > 1 ? [("SESSION", .left)] : []) + [(first, .left)]
                + used.map { (head: columns[$0].head(units), alignment: TextAlignment.right) })
        for row in rows {
            let cells = used.map { column in
                row.values[column].map { value in
                    let text = text(value, columns[column], units)
                    return form.isDifference && value > 0 ? "+\(text)" : text
                } ?? "-"
            }
            table.add((lanes.count > 1 ? [row.lane] : []) + [name(row)] + cells)
        }
        let note = used.isEmpty ? ["Nothing was measured on these days."] : []
        return (table.lines + note).joined(separator: "\n") + "\n"
    }

    private func name(_ row: Row) -> String {
        row.weekday?.long ?? row.day.map { "\($0.date.weekday.short) \($0.date)" } ?? "?"
    }

    private var csv: String {
        let head = form.isByWeekday ? ["session", "weekday"] : ["session", "start", "end"]
        let lines = rows.map { row in
            let place =
                row.weekday.map { [$0.long.lowercased()] }
                ?? row.day.map { [$0.start, $0.end] } ?? []
            let cells = columns.indices.map { column in
                row.values[column].map { text($0, columns[column], .metric) } ?? ""
            }
            return ([row.lane] + place + cells).joined(separator: ",")
        }
        return ([(head + columns.map(\.name)).joined(separator: ",")] + lines)
            .joined(separator: "\n") + "\n"
    }

    private func json(_ row: Row) -> String {
        var line = LineBuffer()
        line.append(#"{"type":""#)
        line.append(utf8: form.isByWeekday ? "weekday" : "difference")
        line.append("\"")
        line.appendField("session", row.lane)
        line.appendField("weekday", row.weekday?.long.lowercased())
        line.appendField("start", row.day?.start)
        line.appendField("end", row.day?.end)
        if form.isByWeekday, form.isDifference { line.append(#","differences":true"#) }
        var open: String?
        for (column, value) in zip(columns, row.values) {
            guard let value else { continue }
            if open != column.metric.name { line.append(utf8: open == nil ? "" : "}") }
            line.append(utf8: open == column.metric.name ? "," : ",\"\(column.metric.name)\":{")
            line.append(utf8: "\"\(column.statistic.rawValue)\":\(text(value, column, .metric))")
            open = column.metric.name
        }
        line.append(utf8: open == nil ? "}\n" : "}}\n")
        return line.text
    }
}
