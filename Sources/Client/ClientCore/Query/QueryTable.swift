import CivilTime
import FlightDisplay
import PlainText
import Readout
import Terminal
import Vocabulary
import WireProtocol

/// The answer to a query as a table: a row an interval, local times of the fleet's zone.
struct QueryTable {
    private let interval: CivilInterval
    private let zone: TimeZoneRules
    private let columns: [QueryColumn]
    private let units: Units
    private var rows: [Row] = []

    private struct Row {
        let lane: String
        let start: String
        let cells: [String?]
        let isOpen: Bool
    }

    /// - Parameter namesStatistics: whether the user chose the statistics; else the table shows
    ///   a sum, an average or, of a position, the latest value of each metric.
    init(
        _ request: QueryRequest, zone: TimeZoneRules, namesStatistics: Bool,
        _ units: Units = .metric
    ) {
        interval = request.interval
        self.units = units
        self.zone = zone
        columns =
            namesStatistics
            ? QueryColumn.all(of: request.metrics, request.statistics)
            : request.metrics.map(QueryColumn.init(usual:))
    }

    mutating func add(_ bucket: JSONValue) {
        let start = bucket["start"]?.text.flatMap { CalendarTime(rfc3339: $0) }
        rows.append(
            Row(
                lane: bucket["session"]?.text ?? "?",
                start: start.map(local) ?? "?", cells: columns.map { $0.text(bucket, units) },
                isOpen: bucket["open"] == .boolean(true)))
    }

    /// `Sun 2026-03-01` for a day, with the time of day for anything else.
    private func local(_ time: CalendarTime) -> String {
        let instant = FleetInstant(
            ticks: time.microseconds / FleetDuration.microsecondsPerTick)
        let local = zone.local(instant)
        let day = "\(local.date.weekday.short) \(local.date)"
        if case .elapsed = interval {} else if zone.start(of: local.date) == instant { return day }
        let two = NumberText.twoDigits
        let (minutes, seconds) = (local.second / 60, local.second % 60)
        let clock = "\(two(minutes / 60)):\(two(minutes % 60))"
        return "\(day) \(clock)\(seconds == 0 ? "" : ":\(two(seconds))")"
    }

    /// The table, and what its marks mean.
    var text: String {
        let lanes = Set(rows.map(\.lane))
        let used = columns.indices.filter { column in rows.contains { $0.cells[column] != nil } }
        let hasOpen = rows.contains(where: \.isOpen)
        var table = TextTable(
            (lanes.count > 1 ? [("SESSION", .left)] : []) + [("START", .left)]
                + used.map { (head: columns[$0].head(units), alignment: TextAlignment.right) }
                + (hasOpen ? [("", .left)] : []))
        for row in rows {
            table.add(
                (lanes.count > 1 ? [row.lane] : []) + [row.start]
                    + used.map { row.cells[$0] ?? "-" }
                    + (hasOpen ? [row.isOpen ? "open" : ""] : []))
        }
        let note = used.isEmpty ? ["Nothing was measured in these intervals."] : []
        return (table.lines + note).joined(separator: "\n") + "\n"
    }
}

extension QueryColumn {
    /// `STEPS SUM`.
    func head(_ units: Units) -> String {
        let name = statistic == .count ? metric.name : NamedUnit(metric, units).name
        return "\(name) \(statistic.rawValue)".replacing("_", with: " ").uppercased()
    }
}
