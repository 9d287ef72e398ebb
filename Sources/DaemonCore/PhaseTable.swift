import FlightPhases
import Vocabulary
import WireProtocol

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
