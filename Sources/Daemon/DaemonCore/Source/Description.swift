import ChannelPipeline
import CommandLine
import Configuration
import FlightPhases
import LinuxIO
import Simulation
import StreamServer
import Vocabulary
import WireProtocol

/// The lines that describe the daemon itself.
extension FleetSource {
    func appendHello(for rights: Rights = .unrestricted, to line: inout LineBuffer) {
        line.append(#"{"type":"hello""#)
        line.appendField("proto", ProtocolVersion.text)
        line.appendField("server", "runwayd \(ProgramVersion.text)")
        appendFleet(for: rights, to: &line)
        if !fleet.recordings.isEmpty { line.appendField("recordings", fleet.recordings.count) }
        line.appendField("beat_s", ProtocolLimits.beatSeconds)
        line.appendName("limits")
        line.append("{")
        line.appendList(limits.table) { line, limit in
            line.appendJSONString(limit.name)
            line.append(":")
            line.appendInteger(Int64(limit.value))
        }
        line.append("}")
        line.appendNames("kinds", LineKind.allCases.map(\.rawValue))
        line.appendNames("metrics", Metric.allCases.map(\.name))
        line.appendNames("phases", Phase.allCases.map(\.rawValue))
        line.appendField(rights: rights)
        line.append("}\n")
    }

    func appendFleet(for rights: Rights, to line: inout LineBuffer) {
        line.appendField("identity", identity.description)
        // With the seed a reader can compute every value of the fleet.
        if rights.readsEverything { line.appendField("seed", Int(fleet.seed)) }
        line.appendName("epoch")
        line.appendTime(fleet.epoch)
        line.appendField("rate_hz", Int(fleet.rate.hertz))
        line.appendField("device", fleet.equipment.device.rawValue)
        if fleet.equipment.lacksPauseButton { line.appendField("pauses", false) }
        if fleet.restsBetweenRuns { line.appendField("schedule", "days") }
        if let zone = fleet.dayCalendar.zoneName { line.appendField("time_zone", zone) }
        line.appendField("faults_scripted", fleet.equipment.faults.count)
        if !fleet.roster.isEmpty { line.appendField("athletes_ordered", fleet.roster.count) }
        line.appendName("speed")
        line.append(utf8: SettingValue.speed(schedule.speed).json5)
        line.appendField("sessions", fleet.flownLaneCount)
        line.appendShard(of: fleet)
        appendNow(to: &line)
    }

    /// Both clocks at one moment, which most often lies between two ticks.
    private func appendNow(to line: inout LineBuffer) {
        let now = MonotonicClock.now
        line.appendName("t")
        line.appendTime(clockwork.clockTime(at: now))
        line.appendName("clock_us")
        line.appendInteger(now.microseconds)
    }

    var momentClock: MomentClock {
        MomentClock(
            present: clockwork.clockTime(at: MonotonicClock.now), zone: fleet.dayCalendar.zone)
    }

    func appendBeat(anchor: Anchor?, to line: inout LineBuffer) {
        line.append(#"{"type":"beat""#)
        appendNow(to: &line)
        line.appendField("anchor", anchor?.description)
        line.append("}\n")
    }

    func appendDescription(
        for rights: Rights = .unrestricted, id: AnswerID?, to line: inout LineBuffer
    ) {
        line.append(#"{"type":"describe""#)
        line.appendField(id: id)
        appendMetrics(to: &line)
        appendDayMetrics(to: &line)
        appendStatistics(to: &line)
        line.append(PhaseThresholds.standard)
        line.appendNames("smoothing", ["none", "mean", "median", "ema", "ema2"])
        line.appendNames("kinds", LineKind.allCases.map(\.rawValue))
        line.appendNames("parts", PlanPart.allCases.map(\.rawValue))
        line.appendNames("faults", Fault.allCases.map(\.rawValue))
        appendTable("operations", Operation.allCases.map { ($0.rawValue, $0.summary) }, to: &line)
        appendTable("words", TypedWord.allCases.map { ($0.rawValue, $0.summary) }, to: &line)
        appendTable("policies", QueuePolicy.allCases.map { ($0.rawValue, $0.summary) }, to: &line)
        appendTable("byes", ByeReason.allCases.map { ($0.rawValue, $0.description) }, to: &line)
        appendTable("errors", ErrorCode.allCases.map { ($0.rawValue, $0.description) }, to: &line)
        appendTable(
            "presets", AthletePreset.allCases.map { ($0.rawValue, $0.summary) }, to: &line)
        appendLimits(to: &line)
        line.appendField(rights: rights)
        line.append("}\n")
    }

    private func appendMetrics(to line: inout LineBuffer) {
        line.append(#","metrics":["#)
        line.appendList(Metric.allCases) { line, metric in append(metric.row, to: &line) }
        line.append("]")
    }

    /// Adds the metrics of days, with the limits of an entry.
    private func appendDayMetrics(to line: inout LineBuffer) {
        line.append(#","day_metrics":["#)
        line.appendList(DayMetric.allCases) { line, metric in
            append(metric.row, limits: metric.row.limits, to: &line)
        }
        line.append("]")
    }

    private func append(
        _ row: MetricRow, limits: ClosedRange<Int64>? = nil, to line: inout LineBuffer
    ) {
        line.append(#"{"name":""#)
        line.append(row.name)
        line.append("\"")
        line.appendField("unit", "\(row.unit)")
        line.appendField("aggregation", row.aggregation.rawValue)
        line.appendField("decimals", row.decimals)
        if let limits {
            line.appendField("min", Int(limits.lowerBound))
            line.appendField("max", Int(limits.upperBound))
        }
        line.appendField("healthkit", row.healthKitIdentifier.map { "\($0)" })
        line.append("}")
    }

    private func appendStatistics(to line: inout LineBuffer) {
        line.append(#","statistics":["#)
        line.appendList(Statistic.allCases) { line, statistic in
            line.append(#"{"name":""#)
            line.append(utf8: statistic.rawValue)
            line.append("\"")
            line.appendNames(
                "metrics", Metric.allCases.filter(statistic.applies(to:)).map(\.name))
            line.append("}")
        }
        line.append("]")
    }

    private func appendLimits(to line: inout LineBuffer) {
        line.append(#","limits":["#)
        line.appendList(limits.table) { line, limit in
            line.append(#"{"name":""#)
            line.append(utf8: limit.name)
            line.append("\"")
            line.appendField("value", limit.value)
            line.appendField("unit", limit.unit)
            line.appendField("reason", limit.reason)
            line.append("}")
        }
        line.append("]")
    }

    private func appendTable(
        _ name: StaticString, _ rows: [(String, String)], to line: inout LineBuffer
    ) {
        line.appendName(name)
        line.append("{")
        line.appendList(rows) { line, row in
            line.appendJSONString(row.0)
            line.append(":")
            line.appendJSONString(row.1)
        }
        line.append("}")
    }
}

extension LineBuffer {
    /// Adds the items with commas between them.
    mutating func appendList<Item>(_ items: [Item], _ append: (inout LineBuffer, Item) -> Void) {
        for (index, item) in items.enumerated() {
            if index > 0 { self.append(",") }
            append(&self, item)
        }
    }

    /// Adds `,"name":["…","…"]`.
    mutating func appendNames(_ name: StaticString, _ names: [String]) {
        appendName(name)
        append("[")
        appendList(names) { $0.appendJSONString($1) }
        append("]")
    }
}

/// How the table of phase thresholds looks in the self-description.
extension LineBuffer {
    /// Adds `,"phases":[…],"levels":{…}`.
    mutating func append(_ thresholds: PhaseThresholds) {
        append(#","phases":["#)
        appendList(Phase.allCases) { line, phase in
            line.append(#"{"name":""#)
            line.append(utf8: phase.rawValue)
            line.append("\"")
            line.appendSeconds("hold_s", thresholds.timing(of: phase).hold)
            line.appendSeconds("dwell_s", thresholds.timing(of: phase).dwell)
            line.append("}")
        }
        append(#"],"levels":{"unit":"fraction of the heart-rate reserve, and that per minute""#)
        append("high", thresholds.high)
        append("low", thresholds.low)
        append("rising", thresholds.rising)
        append("falling", thresholds.falling)
        append(#","takeoff":{"until_fraction":"#)
        appendHundredths(thresholds.takeoff.fraction)
        append(#","until_trend":"#)
        appendHundredths(thresholds.takeoff.trend)
        appendSeconds("time_limit_s", thresholds.takeoff.timeLimit)
        append("}")
        appendSeconds("return_dwell_s", thresholds.returnDwell)
        append("}")
    }

    private mutating func append(_ name: StaticString, _ level: PhaseThresholds.Level) {
        appendName(name)
        append(#"{"enter":"#)
        appendHundredths(level.enter)
        append(#","leave":"#)
        appendHundredths(level.leave)
        append("}")
    }

    private mutating func appendHundredths(_ value: Double) {
        appendDecimal(units: Int64((value * 100).rounded()), decimals: 2)
    }

    private mutating func appendSeconds(_ name: StaticString, _ duration: FleetDuration) {
        appendName(name)
        appendInteger(duration.ticks / FleetDuration.ticksPerSecond)
    }
}
