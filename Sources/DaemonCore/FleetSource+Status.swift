import ChannelPipeline
import LinuxIO
import Settings
import Statistics
import StreamServer
import Vocabulary
import WireProtocol

/// The line that says how the daemon is.
extension FleetSource {
    func appendStatus(_ counters: HubCounters, id: RequestID?, to line: inout LineBuffer) {
        line.append(#"{"type":"status""#)
        line.appendField(id: id)
        line.appendField("server", "runwayd \(ProgramVersion.text)")
        appendFleet(to: &line)
        line.appendSeconds("uptime_s", MonotonicClock.nowMicroseconds - began)
        line.appendField("channels", live.channelCount)
        line.appendField("lanes_followed", live.laneCount)
        line.append(counters)
        line.appendField("bytes_windows", ledger.bytes)
        line.append(tickLateness.histogram)
        line.appendSeconds("cpu_s", ProcessUsage.processorMicroseconds)
        line.appendField("memory_resident_bytes", ProcessUsage.residentBytes)
        line.appendField("memory_bound_bytes", memoryBound.totalBytes)
        line.append("}\n")
    }
}

extension LineBuffer {
    fileprivate mutating func append(_ counters: HubCounters) {
        appendField("connections", counters.connections)
        appendField("connections_waiting", counters.connectionsWaiting)
        appendField("connections_accepted", Int(counters.connectionsAccepted))
        appendField("subscriptions", counters.subscriptions)
        appendField("requests", Int(counters.requests))
        appendField("requests_refused", Int(counters.requestsRefused))
        appendField("lines_sent", Int(counters.lines.linesSent))
        appendField("lines_lost", Int(counters.lines.linesLost))
        appendName("lines_lost_by_reason")
        append(#"{"slow_consumer":"#)
        appendInteger(counters.lines.linesLost)
        append("}")
        appendField("lines_replaced", Int(counters.lines.linesReplaced))
        appendField("gaps", Int(counters.lines.gaps))
        appendField("warnings", Int(counters.lines.warnings))
        append(counters.byes)
        appendField("bytes_sent", Int(counters.lines.bytesSent))
        appendField("bytes_waiting", counters.bytesWaiting)
        appendField("bytes_waiting_max", counters.bytesWaitingMax)
    }

    /// Adds `,"byes":{"shutdown":…,…}`.
    private mutating func append(_ byes: ByeCounts) {
        appendName("byes")
        append("{")
        appendList(ByeReason.allCases) { line, reason in
            line.appendJSONString(reason.rawValue)
            line.append(":")
            line.appendInteger(byes[reason])
        }
        append("}")
    }

    /// Adds `,"tick_late_us":{"count":…,"sum":…,"p50":…,…,"below":{"125":…}}`.
    fileprivate mutating func append(_ histogram: LatencyHistogram) {
        appendName("tick_late_us")
        append(#"{"count":"#)
        appendInteger(histogram.count)
        appendName("sum")
        appendInteger(histogram.sum)
        appendQuantile("p50", 0.5, of: histogram)
        appendQuantile("p99", 0.99, of: histogram)
        appendQuantile("p99_9", 0.999, of: histogram)
        appendQuantile("max", 1, of: histogram)
        appendName("below")
        append("{")
        appendList(Self.latenessBounds) { line, bound in
            line.append("\"")
            line.appendInteger(bound)
            line.append("\":")
            line.appendInteger(histogram.count(below: bound))
        }
        append("}}")
    }

    /// From an eighth of a millisecond to four seconds: instants at which a bucket of the histogram
    /// begins, so that the counts are exact.
    private static var latenessBounds: [Int64] { (0...15).map { 125 << $0 } }

    private mutating func appendQuantile(
        _ name: StaticString, _ quantile: Double, of histogram: LatencyHistogram
    ) {
        appendField(name, histogram.value(atQuantile: quantile).map { Int($0) })
    }

    /// Adds `,"name":` and seconds with three decimals.
    fileprivate mutating func appendSeconds(_ name: StaticString, _ microseconds: Int64) {
        appendName(name)
        appendDecimal(units: microseconds / 1000, decimals: 3)
    }
}
