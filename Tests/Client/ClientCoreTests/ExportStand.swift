import ChannelPipeline
import CommandLine
import Configuration
import TestSupport
import Vocabulary
import WireProtocol

@testable import ClientCore
@testable import Exporting

/// Fleets to be exported, and what a query says of them.
enum ExportStand {
    static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    static func fleet(_ hertz: Int64 = 1) -> Fleet {
        Fleet(
            seed: 42, epoch: epoch, rate: SampleRate(hertz: hertz) ?? .oneHertz, simulatedLanes: 2)
    }

    /// The days of a fleet as `runway export` has them.
    static func files(_ arguments: [String], lanes: [LaneID]) throws -> [ExportFile] {
        let flags = try ExportCommand.table.parse(["--out", "x"] + arguments)
        let fleet = try ExportCommand.fleet(flags)
        let export = SessionExport(
            fleet: fleet,
            format: try SessionExport.Format(flags, ChannelShape()),
            zone: try ExportCommand.zone(of: fleet))
        return try DayExport(flags, export)?.files(lanes) ?? []
    }

    /// The buckets of a lane that `runway query` prints of these days, once they are over.
    static func buckets(
        _ arguments: [String], lane: LaneID, from: String, to: String
    ) throws -> [JSONValue] {
        let flags = try ExportCommand.table.parse(["--out", "x"] + arguments)
        let fleet = try ExportCommand.fleet(flags)
        guard let from = CivilAnchor(parsing: from), let to = CivilAnchor(parsing: to) else {
            return []
        }
        var request = QueryRequest(from: from)
        request.selection = SessionSelection([SelectedSessions(lane: lane)])
        request.metrics += QueryMetric.all.filter { metric in
            metric.day.map { DayMetric.stages.contains($0) || $0 == .heartRateVariability } ?? false
        }
        request.statistics = Set(Statistic.ofQueries)
        request.to = to
        request.limit = 1000
        let end = fleet.dayCalendar.instant(to, addingDays: 3, months: 0)
        let page = QueryPage(
            try Query(request, of: fleet, at: end), of: fleet, id: nil, budget: .max)
        var text = LineBuffer()
        while !page.isComplete {
            _ = page.advance(steps: 100_000)
            page.append(to: &text)
        }
        return text.text.split(separator: "\n").dropLast().compactMap { JSONValue(line: $0.utf8) }
    }
}
