import ChannelPipeline
import Vocabulary
import WireProtocol

/// The days of some lanes in files: entries that became known and runs that began on these days.
package struct DayExport {
    private let export: SessionExport
    private let days: Range<FleetInstant>

    package init(_ export: SessionExport, _ days: Range<FleetInstant>) {
        self.export = export
        self.days = days
    }

    /// The files of all days. Lines and Health: one file for each lane. Values: one for the entries
    /// of each lane, and one for each run that began on the days. Activities: one for each such
    /// run.
    package func files(_ lanes: [LaneID]) -> [ExportFile] {
        switch export.format {
        case .ndjson(var shape):
            shape.kinds.insert(.entry)
            if shape.dayMetrics.isEmpty { shape.dayMetrics = DayMetric.defaults }
            if export.tellsTruth { shape.kinds.insert(.truth) }
            return lanes.map { lane in
                ExportFile(name: "s\(lane)", format: export.format, what: "lane") { sink in
                    read(lane, shape, while: { sink.isOpen }) { sink.take($0) }
                }
            }
        case .csv:
            return lanes.flatMap { lane in
                [
                    ExportFile(name: "s\(lane)-entries", format: export.format, what: "file") {
                        writeEntries(of: lane, to: $0)
                    }
                ] + runFiles(of: lane)
            }
        case .fit, .tcx, .gpx: return lanes.flatMap(runFiles)
        case .health:
            return lanes.map { lane in
                export.healthFile(
                    of: lane, runs(of: lane, from: days.lowerBound - FleetDuration(ticks: 1)),
                    days, isOnly: lanes.count == 1)
            }
        }
    }

    /// The file of the days' answers.
    package func answers(_ lanes: [LaneID], named name: String) -> ExportFile {
        AnswerExport(of: fleet, lanes, days).file(named: name)
    }

    package var fleet: Fleet { export.fleet }

    /// Whether the fleet's calendar knows all of the days, as far as it is one of athletes.
    package var isKnown: Bool {
        guard let calendar = fleet.dayCalendar as? any RunCalendar else { return true }
        let last = days.upperBound - FleetDuration(ticks: 1)
        return calendar.laps.contains(calendar.lap(at: days.lowerBound))
            && calendar.laps.contains(calendar.lap(at: last))
    }

    private func runFiles(of lane: LaneID) -> [ExportFile] {
        let runs = runs(of: lane, from: days.lowerBound)
            .filter { export.fleet.start(of: $0) >= days.lowerBound }
        return runs.map { run in
            ExportFile(name: "\(run)", format: export.format, what: "file") {
                export.write(run, to: $0)
            }
        }
    }

    private func runs(of lane: LaneID, from instant: FleetInstant) -> [SessionName] {
        export.fleet.sessions(of: lane, from: instant, before: days.upperBound)
    }

    /// Hands on the lines of the days as a live subscription has them, without clock fields.
    private func read(
        _ lane: LaneID, _ shape: ChannelShape, while isWanted: () -> Bool, _ take: ([UInt8]) -> Void
    ) {
        let live = LiveFleet(export.fleet, at: days.upperBound - FleetDuration(ticks: 1))
        let before = StreamPosition(after: days.lowerBound - FleetDuration(ticks: 1))
        let replay = live.replay(
            shape, [LaneChoice(lane: lane)], from: .after(before), schedule: nil)
        var isPresent = false
        while !isPresent, isWanted() {
            isPresent = replay.advance(
                to: days.upperBound - FleetDuration(ticks: 1), steps: 10_000, bytes: 1 << 16)
            replay.consumeLines { block in
                for index in block.entries.indices where block.entries[index].isData {
                    take(Array(block.bytes[block.range(of: index)]))
                }
            }
        }
    }

    private func writeEntries(of lane: LaneID, to sink: ExportSink) {
        var shape = ChannelShape()
        shape.kinds = [.entry]
        shape.dayMetrics = export.dayMetrics
        var rows = LineBuffer()
        rows.append("entry,t,metric,value,start,end,source\n")
        read(lane, shape, while: { sink.isOpen }) { line in
            guard let entry = JSONValue(line: line),
                let metric = entry["metric"]?.text.flatMap({ DayMetric(named: $0) }),
                let value = entry["value"]?.double.flatMap({
                    Decimal64(rounding: $0, decimals: metric.decimals)
                })
            else { return }
            let texts = [
                entry["entry"]?.text, entry["t"]?.text, metric.name, "\(value)",
                entry["start"]?.text, entry["end"]?.text, entry["source"]?.text,
            ]
            rows.append(utf8: texts.map { $0 ?? "" }.joined(separator: ",") + "\n")
            sink.take(&rows)
        }
        sink.take(rows)
    }
}

extension Fleet {
    /// The sessions of a lane that start before an instant, from one that is aloft at another on.
    package func sessions(
        of lane: LaneID, from first: FleetInstant, before end: FleetInstant
    ) -> [SessionName] {
        let all = sequence(first: session(of: lane, at: first)) { next(after: $0) }
        return Array(all.prefix { start(of: $0) < end })
    }
}
