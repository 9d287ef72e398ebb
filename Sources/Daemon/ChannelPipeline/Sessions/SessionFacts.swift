import Simulation
import Vocabulary
import WireProtocol

/// Encodes what is known of a session: snapshots, and the entries of an answer to `sessions`.
extension LineBlock {
    /// Adds a line that says how a session stands at `instant`.
    mutating func appendSnapshot(
        of flight: LaneFlight, in fleet: Fleet, at instant: FleetInstant, _ sight: Sight
    ) {
        bytes.append(#"{"type":"snapshot""#)
        bytes.appendFacts(of: flight, in: fleet, sight)
        bytes.append("}\n")
        let position = StreamPosition(instant, lane: flight.lane, .last)
        endLine(at: position, lap: flight.session.lap, isData: false)
    }
}

extension LineBuffer {
    /// Adds `,"shard":"0/4"` and the sessions of all shards; nothing for a fleet flown whole.
    package mutating func appendShard(of fleet: Fleet) {
        guard fleet.shard != .whole else { return }
        appendField("shard", fleet.shard.description)
        appendField("fleet_sessions", fleet.laneCount)
    }

    /// Adds `,"sessions":[…]`, each with its lane and what is known of it.
    mutating func appendSessions(_ flights: [LaneFlight], in fleet: Fleet, _ sight: Sight) {
        append(#","sessions":["#)
        for (index, flight) in flights.enumerated() {
            append(index == 0 ? #"{"lane":"# : #",{"lane":"#)
            appendInteger(Int64(flight.lane.index))
            appendFacts(of: flight, in: fleet, sight)
            append("}")
        }
        append("]")
    }

    /// Adds `,"session":…` and what is known of the session: its flight, its athlete, its plan. Of
    /// a lane that rests, what is known of the session that it flies next. What the reader may not
    /// see is left out.
    mutating func appendFacts(of flight: LaneFlight, in fleet: Fleet, _ sight: Sight) {
        let profile = fleet.profile(of: flight.source)
        appendField("session", flight.session.description)
        appendField("source", fleet.isRecorded(flight.lane) ? "recording" : "simulated")
        if fleet.isRecorded(flight.lane) {
            appendField("recording", fleet.recordings[flight.lane.index].name)
        }
        appendStage(of: flight, in: fleet, sight)
        appendField("plan", profile.planName)
        if let mission = profile.mission {
            let showsDone = !fleet.rests(flight) && sight.metrics.contains(.distance)
            append(mission, done: showsDone ? flight.distanceDone : nil)
        }
        if sight.dayMetrics.contains(.restingHeartRate) {
            appendField("resting_heart_rate_bpm", profile.restingHeartRate)
        }
        if sight.metrics.contains(.heartRate) {
            appendField("maximal_heart_rate_bpm", profile.maximalHeartRate)
        }
        if let athlete = profile.athlete {
            append(athlete, named: profile.athleteName, sight)
        }
        if !fleet.rests(flight) { append(latest: flight.lastSample, sight.metrics) }
    }

    /// Adds how far the session is; of a lane that rests, when its next one begins.
    private mutating func appendStage(of flight: LaneFlight, in fleet: Fleet, _ sight: Sight) {
        if fleet.rests(flight) {
            appendField("state", "resting")
            if let next = flight.nextInstant { appendTime("next", next) }
            return
        }
        appendField("state", flight.state.rawValue)
        if sight.showsPhases {
            appendField("phase", flight.phase.rawValue)
            appendTime("since", flight.phaseSince)
        }
        appendTime("start", flight.start)
    }

    private mutating func append(latest sample: Sample, _ metrics: MetricSet) {
        let shown = sample.present.intersection(metrics).subtracting(Metric.places)
        guard !shown.isEmpty else { return }
        append(#","latest":{"#)
        let opening = count
        for metric in shown.members {
            append(count == opening ? "\"" : ",\"")
            append(utf8: metric.name)
            append("\":")
            appendDecimal(units: sample[metric] ?? 0, decimals: metric.decimals)
        }
        append("}")
    }

    private mutating func append(_ mission: Mission, done: Int64?) {
        append(#","mission":{"target_distance_m":"#)
        appendDecimal(units: Metric.distance.quantized(mission.targetDistance), decimals: 2)
        append(#","target_speed_mps":"#)
        appendDecimal(units: Metric.speed.quantized(mission.targetSpeed), decimals: 3)
        append(#","pace_deviation_s_per_km":"#)
        appendDecimal(units: Int64((mission.paceDeviation * 10).rounded()), decimals: 1)
        if let done {
            append(#","done_m":"#)
            appendDecimal(units: done, decimals: 2)
        }
        append("}")
    }

    private mutating func append(
        _ athlete: AthleteFacts, named name: String?, _ sight: Sight
    ) {
        append(#","athlete":{"#)
        if let name {
            append(#""name":"#)
            appendJSONString(name)
            append(",")
        }
        append(#""sex":""#)
        append(utf8: athlete.sex.rawValue)
        append(#"","age":"#)
        appendInteger(Int64(athlete.age))
        append(#","height_m":"#)
        appendDecimal(units: Int64((athlete.height * 100).rounded()), decimals: 2)
        if sight.dayMetrics.contains(.bodyMass) {
            append(#","mass_kg":"#)
            appendDecimal(units: Int64((athlete.mass * 10).rounded()), decimals: 1)
        }
        append("}")
    }

    private mutating func appendTime(_ name: StaticString, _ instant: FleetInstant) {
        appendName(name)
        appendTime(instant)
    }
}
