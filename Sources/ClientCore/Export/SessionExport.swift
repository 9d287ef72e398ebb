import ActivityFiles
import ChannelPipeline
import CivilTime
import Vocabulary
import WireProtocol

/// The bytes of one whole session in a file.
struct SessionExport {
    enum Format {
        case csv
        case ndjson(ChannelShape)
        case fit(LapRule)

        /// As `--format` has it.
        var name: String {
            switch self {
            case .csv: "csv"
            case .ndjson: "ndjson"
            case .fit: "fit"
            }
        }

        var isLines: Bool {
            switch self {
            case .csv, .fit: false
            case .ndjson: true
            }
        }

        /// Whether a terminal can show it.
        var isText: Bool {
            switch self {
            case .csv, .ndjson: true
            case .fit: false
            }
        }
    }

    let fleet: Fleet
    let format: Format
    /// Whether the truth behind the samples is written too.
    var tellsTruth = false
    /// Whose local time a FIT file tells.
    var zone = TimeZoneRules.utc

    func file(of session: SessionName) -> ExportFile {
        ExportFile(name: "\(session)", format: format, what: "session") {
            bytes(of: session)
        }
    }

    func bytes(of session: SessionName) -> [UInt8] {
        switch format {
        case .csv: rows(of: session)
        case .ndjson(let shape): lines(of: session, shape)
        case .fit(let laps): activity(of: session, laps)
        }
    }

    /// The lines that a daemon streams of the session, without the clock fields.
    private func lines(of session: SessionName, _ shape: ChannelShape) -> [UInt8] {
        let start = fleet.start(of: session)
        var shape = shape
        if tellsTruth { shape.kinds.insert(.truth) }
        var run = FleetRun(of: fleet, after: start - FleetDuration(ticks: 1))
        let channel = run.add(
            Channel(shape: shape, of: fleet, after: StreamPosition(bits: 0)))
        let place = run.add(LaneFlight(session, of: fleet, fliesOneSession: true))
        run.finish(place)
        return run.withLines(of: channel) { $0.bytes.bytes }
    }

    private static let columns: [(name: String, metric: Metric)] = [
        ("heart_rate_bpm", .heartRate), ("speed_mps", .speed), ("cadence_spm", .cadence),
        ("step_length_m", .stride), ("ground_contact_ms", .contact),
    ]

    private static let truthColumns: StaticString =
        ",driven_heart_rate_bpm,intensity,part,phase,true_phase,faults"

    /// The samples of the run itself; a missing metric is an empty cell.
    private func rows(of session: SessionName) -> [UInt8] {
        var flight = LaneFlight(session, of: fleet, fliesOneSession: true)
        var buffer = LineBuffer(capacity: 1 << 18)
        buffer.append("t_s")
        for column in Self.columns {
            buffer.append(",")
            buffer.append(utf8: column.name)
        }
        if tellsTruth { buffer.append(Self.truthColumns) }
        buffer.append("\n")
        var first: FleetInstant?
        while flight.nextInstant != nil {
            let step = flight.step(of: fleet)
            guard let sample = step.sample, step.stage.isRunning else { continue }
            let origin = first ?? step.instant
            first = origin
            append(sample, since: step.instant - origin, to: &buffer)
            if tellsTruth { buffer.appendTruth(of: step) }
            buffer.append("\n")
        }
        return buffer.bytes
    }

    private func append(
        _ sample: Sample, since elapsed: FleetDuration, to buffer: inout LineBuffer
    ) {
        let isWhole = elapsed.ticks % FleetDuration.ticksPerSecond == 0
        buffer.appendDecimal(
            units: isWhole ? elapsed.ticks / FleetDuration.ticksPerSecond : elapsed.ticks * 2,
            decimals: isWhole ? 0 : 2)
        for column in Self.columns {
            buffer.append(",")
            guard let value = sample[column.metric] else { continue }
            buffer.appendDecimal(units: value, decimals: column.metric.decimals)
        }
    }
}

extension LineBuffer {
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

extension FlightStage {
    /// Whether the sample lies within the plan, or within the recording.
    var isRunning: Bool {
        switch self {
        case .running, .finalPart: true
        case .beforeRun, .afterRun: false
        }
    }
}
