import ActivityFiles
import ChannelPipeline
import CivilTime
import Simulation
import Vocabulary
import WireProtocol

/// One whole session in a file.
package struct SessionExport {
    package enum Format {
        case csv
        case ndjson(ChannelShape)
        case fit(LapRule)
        case tcx(LapRule)
        case gpx
        case health

        /// The name of the format in `--format`.
        package var name: String {
            switch self {
            case .csv: "csv"
            case .ndjson: "ndjson"
            case .fit: "fit"
            case .tcx: "tcx"
            case .gpx: "gpx"
            case .health: "health"
            }
        }

        /// The extension of a file's name.
        var fileExtension: String {
            switch self {
            case .health: "xml"
            case .csv, .ndjson, .fit, .tcx, .gpx: name
            }
        }

        package var isLines: Bool {
            switch self {
            case .csv, .fit, .tcx, .gpx, .health: false
            case .ndjson: true
            }
        }

        /// Whether a terminal can show the format.
        package var isText: Bool {
            switch self {
            case .csv, .ndjson, .tcx, .gpx, .health: true
            case .fit: false
            }
        }
    }

    package let fleet: Fleet
    package let format: Format
    /// Whether the truth behind the samples is written too.
    let tellsTruth: Bool
    /// Where the run was, in columns of csv.
    let places: [Metric]
    /// The metrics of days in the entries of csv.
    let dayMetrics: DayMetricSet
    /// The zone of local times in FIT and Health files.
    let zone: TimeZoneRules
    /// Whether files of Health have the routes of their workouts beside them.
    let hasRoutes: Bool

    package init(
        fleet: Fleet, format: Format, tellsTruth: Bool = false, places: [Metric] = [],
        dayMetrics: DayMetricSet = DayMetric.defaults, zone: TimeZoneRules = .utc,
        hasRoutes: Bool = true
    ) {
        self.fleet = fleet
        self.format = format
        self.tellsTruth = tellsTruth
        self.places = places
        self.dayMetrics = dayMetrics
        self.zone = zone
        self.hasRoutes = hasRoutes
    }

    /// One file for each session; for Health, one for each lane.
    package func files(of sessions: [SessionName]) -> [ExportFile] {
        guard case .health = format else { return sessions.map(file) }
        let lanes = Dictionary(grouping: sessions, by: \.lane)
        return lanes.keys.sorted().map { lane in
            healthFile(of: lane, lanes[lane] ?? [], isOnly: lanes.count == 1)
        }
    }

    private func file(of session: SessionName) -> ExportFile {
        ExportFile(
            name: "\(session)", format: format, what: "session", selection: "\(session)"
        ) { write(session, to: $0) }
    }

    func write(_ session: SessionName, to sink: ExportSink) {
        switch format {
        case .csv: writeRows(of: session, to: sink)
        case .ndjson(let shape): writeLines(of: session, shape, to: sink)
        case .fit(let laps): writeFIT(of: session, laps, to: sink)
        case .tcx(let laps): writeTCX(of: session, laps, to: sink)
        case .gpx: writeGPX(of: session, to: sink)
        case .health: writeHealth(of: session.lane, [session], to: sink)
        }
    }

    /// The lines that a daemon streams of the session, without the clock fields.
    private func writeLines(
        of session: SessionName, _ shape: ChannelShape, to sink: ExportSink
    ) {
        let start = fleet.start(of: session)
        var shape = shape
        if tellsTruth { shape.kinds.insert(.truth) }
        var run = FleetRun(of: fleet, after: start - FleetDuration(ticks: 1))
        let channel = run.add(
            Channel(shape: shape, of: fleet, after: StreamPosition(bits: 0)))
        let place = run.add(LaneFlight(session, of: fleet, fliesOneSession: true))
        run.finish(place, channel: channel) { block in
            sink.take(block.bytes)
            return sink.isOpen
        }
    }

    private static let truthColumns: StaticString =
        ",driven_heart_rate_bpm,intensity,part,phase,true_phase,faults"

    /// The samples of the run; a missing metric is an empty cell.
    private func writeRows(of session: SessionName, to sink: ExportSink) {
        var flight = LaneFlight(session, of: fleet, fliesOneSession: true)
        var buffer = LineBuffer()
        buffer.append(utf8: RecordedRow.columns.joined(separator: ","))
        for metric in places { buffer.append(utf8: ",\(metric.name)") }
        if tellsTruth { buffer.append(Self.truthColumns) }
        buffer.append("\n")
        var first: FleetInstant?
        var part = RunPart()
        while flight.nextInstant != nil, sink.isOpen {
            var step = flight.step(of: fleet)
            guard part.take(step) else { continue }
            if !places.isEmpty { flight.locate(&step) }
            guard let sample = step.sample else { continue }
            let origin = first ?? step.instant
            first = origin
            append(sample, since: step.instant - origin, to: &buffer)
            if tellsTruth { buffer.appendTruth(of: step) }
            buffer.append("\n")
            sink.take(&buffer)
        }
        sink.take(buffer)
    }

    private func append(
        _ sample: Sample, since elapsed: FleetDuration, to buffer: inout LineBuffer
    ) {
        let isWhole = elapsed.ticks % FleetDuration.ticksPerSecond == 0
        buffer.appendDecimal(
            units: isWhole ? elapsed.ticks / FleetDuration.ticksPerSecond : elapsed.ticks * 2,
            decimals: isWhole ? 0 : 2)
        for index in RecordedRow.metrics.indices {
            buffer.append(sample, RecordedRow.metrics[index])
        }
        for metric in places { buffer.append(sample, metric) }
    }
}

extension LineBuffer {
    /// Appends a cell behind a comma; it is empty for what was not measured.
    fileprivate mutating func append(_ sample: Sample, _ metric: Metric) {
        append(",")
        guard let value = sample[metric] else { return }
        appendDecimal(units: value, decimals: metric.decimals)
    }

    /// Appends the truth's cells, each after a comma; they are empty for a recording.
    fileprivate mutating func appendTruth(of step: FlightStep) {
        guard let truth = step.truth, let truePhase = step.truePhase else {
            return append(",,,,,,")
        }
        append(",")
        append(truth.printedHeartRate)
        append(",")
        append(truth.printedIntensity)
        for word in [truth.part.rawValue, step.phase.rawValue, truePhase.rawValue] {
            append(",")
            append(utf8: word)
        }
        append(",")
        append(truth.faults, between: " ")
    }
}
