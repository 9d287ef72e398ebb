import ChannelPipeline
import Simulation
import Vocabulary
import WireProtocol

/// The known answers of days, in one file: what befell each athlete on each date, ordered and
/// drawn, and the totals that whoever reads the days must find.
package struct AnswerExport {
    private let fleet: Fleet
    private let lanes: [LaneID]
    /// The days that are answered, as the fleet's calendar counts them.
    private let laps: ClosedRange<Int>

    /// - Parameter days: every date that holds a part of them is answered.
    package init(of fleet: Fleet, _ lanes: [LaneID], _ days: Range<FleetInstant>) {
        self.fleet = fleet
        self.lanes = lanes
        let calendar = fleet.dayCalendar
        let first = calendar.lap(at: days.lowerBound)
        let last = calendar.lap(at: days.upperBound - FleetDuration(ticks: 1))
        laps = first...max(first, last)
    }

    /// A row for each lane and date, behind a head.
    package func file(named name: String) -> ExportFile {
        ExportFile(name: name, format: .csv, what: "file", ownName: name) { write(to: $0) }
    }

    /// The metrics of a row, in the order of its columns, each with the statistic that tells the
    /// whole date.
    private static let columns: [(metric: QueryMetric, statistic: Statistic)] = [
        ("steps", .sum), ("distance_m", .sum), ("energy_kcal", .sum), ("sleep_min", .sum),
        ("in_bed_min", .sum), ("resting_heart_rate_bpm", .latest), ("hrv_sdnn_ms", .latest),
        ("body_mass_kg", .latest), ("heart_rate_bpm", .average),
    ].compactMap { name, statistic in QueryMetric(named: name).map { ($0, statistic) } }

    private func write(to sink: ExportSink) {
        var rows = LineBuffer()
        rows.append("lane,name,date,findings,drawn,speed_percent,runs,")
        rows.append(utf8: Self.columns.map(\.metric.name).joined(separator: ",") + "\n")
        sink.take(&rows)
        for lane in lanes where sink.isOpen { write(lane, to: sink) }
    }

    private func write(_ lane: LaneID, to sink: ExportSink) {
        guard let page = page(of: lane) else { return }
        var lines = LineBuffer()
        var rows = LineBuffer()
        while !page.isComplete, sink.isOpen {
            _ = page.advance(steps: 100_000)
            page.append(to: &lines)
            for line in lines.bytes.split(separator: UInt8(ascii: "\n")) {
                guard let bucket = JSONValue(line: Array(line)),
                    case .instant(let start)? = bucket["start"]?.text.flatMap({
                        CivilAnchor(parsing: $0)
                    })
                else { continue }
                write(bucket, of: lane, at: start, to: &rows)
                sink.take(&rows)
            }
            lines.removeAll()
            sink.handOn()
        }
    }

    /// The totals of a lane's dates, as a query gives them once all of a date is known.
    private func page(of lane: LaneID) -> QueryPage? {
        let calendar = fleet.dayCalendar
        guard let from = CivilAnchor(parsing: calendar.date(of: laps.lowerBound)),
            let end = calendar.day(laps.upperBound)?.upperBound
        else { return nil }
        var request = QueryRequest(from: from)
        request.to = .instant(end)
        request.selection = SessionSelection([SelectedSessions(lane: lane)])
        request.metrics = Self.columns.map(\.metric)
        request.statistics = Set(Self.columns.map(\.statistic))
        request.limit = .max
        let present = end + FleetDuration.seconds(2 * 86_400)
        return (try? Query(request, of: fleet, at: present)).map {
            QueryPage($0, of: fleet, id: nil, budget: .max)
        }
    }

    private func write(
        _ bucket: JSONValue, of lane: LaneID, at start: FleetInstant, to rows: inout LineBuffer
    ) {
        let calendar = fleet.dayCalendar
        let lap = calendar.lap(at: start)
        let truth = fleet.fliesOnce(lane) ? nil : calendar.truth(of: lane, on: lap)
        let end = calendar.day(lap)?.upperBound ?? start
        let runs = fleet.sessions(of: lane, from: start, before: end)
            .filter { fleet.start(of: $0) >= start }
        let speed = fleet.fliesOnce(lane) ? "" : "\(truth?.printedSpeedChange ?? Self.usual)"
        let cells =
            [
                "s\(lane)", Self.quoted(fleet.roster.name(of: lane) ?? ""), calendar.date(of: lap),
                Self.text(truth, isOrdered: true), Self.text(truth, isOrdered: false),
                speed, runs.map { "\($0)" }.joined(separator: " "),
            ] + Self.columns.map { Self.text(bucket, $0.metric, $0.statistic) }
        rows.append(utf8: cells.joined(separator: ",") + "\n")
    }

    private static let usual = Decimal64(units: 0, decimals: 1)

    /// `ill 2026-03-05/2026-03-08`, one behind the other; dates as intervals of ISO 8601.
    private static func text(_ truth: DayTruth?, isOrdered: Bool) -> String {
        (truth?.findings ?? []).filter { $0.isOrdered == isOrdered }
            .map { "\($0.name) \($0.first)/\($0.last)" }.joined(separator: "; ")
    }

    private static func text(
        _ bucket: JSONValue, _ metric: QueryMetric, _ statistic: Statistic
    ) -> String {
        let decimals = metric.decimals + (statistic == .average ? 2 : 0)
        return bucket[metric.name]?[statistic.rawValue]?.double
            .flatMap { Decimal64(rounding: $0, decimals: decimals) }.map { "\($0)" } ?? ""
    }

    /// A cell as RFC 4180 has it.
    private static func quoted(_ text: String) -> String {
        guard text.contains(where: { "\",\n\r".contains($0) }) else { return text }
        return "\"\(text.replacing("\"", with: "\"\""))\""
    }
}
