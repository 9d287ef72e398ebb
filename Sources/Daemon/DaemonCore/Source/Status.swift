import CatchUp
import ChannelPipeline
import CommandLine
import Configuration
import LinuxIO
import Statistics
import StreamServer
import Vocabulary
import WireProtocol

/// The answer to `status`: counters, percentiles of lateness, memory.
extension FleetSource {
    func appendStatus(
        _ counters: HubCounters, for rights: Rights = .unrestricted, id: AnswerID?,
        to line: inout LineBuffer
    ) {
        line.append(#"{"type":"status""#)
        line.appendField(id: id)
        line.appendField("server", "runwayd \(ProgramVersion.text)")
        appendFleet(for: rights, to: &line)
        if let instant = desk.commandsFrom {
            line.appendName("commands_from")
            line.appendTime(instant)
        }
        if !settingsOfNextStart.isEmpty {
            line.appendNames("settings_of_next_start", settingsOfNextStart)
        }
        if clockwork.isRaising { line.appendField("sessions_to_come", clockwork.lanesToCome) }
        line.appendSeconds("uptime_s", MonotonicClock.now - clockwork.began)
        line.appendField("channels", live.channelCount)
        line.appendField("lanes_followed", live.laneCount)
        let catchingUp = subscriptions.catchingUp
        line.appendField("lanes_catching_up", catchingUp.of - catchingUp.brought)
        line.appendField("catch_up_threads", subscriptions.threads.count)
        if let seconds = subscriptions.secondsOfArrivals(at: MonotonicClock.now) {
            line.appendSeconds("catch_up_left_s", .milliseconds(Int64(min(seconds, 1e9) * 1000)))
        }
        line.append(counters, refusedShares: subscriptions.shares.refused)
        appendShares(counters.waiting.most, to: &line)
        line.appendShare("load", clockwork.load.share(at: MonotonicClock.now))
        line.appendShare("load_promised", subscriptions.promisedShare())
        line.appendField("bytes_windows", subscriptions.ledger.bytes)
        appendStocks(to: &line)
        let resumes = subscriptions.resumes
        line.appendCounts(
            "resumes", [("recalled", resumes.recalled), ("recomputed", resumes.recomputed)])
        let late = clockwork.fleetLateness(at: MonotonicClock.now)
        line.appendField("fleet_late_us", Int(late.wholeMicroseconds))
        line.append(clockwork.tickLateness.histogram, named: "tick_late_us")
        line.append(clockwork.deliveryLateness, named: "send_late_us")
        line.appendSeconds("cpu_s", ProcessUsage.processorTime)
        line.appendField("memory_resident_bytes", ProcessUsage.residentBytes)
        line.appendField("memory_bound_bytes", memoryBound.totalBytes)
        line.append("}\n")
    }

    /// Adds `,"shares":{"windows":{"user":1001,"percent":51},…}`: who holds most of what all share.
    private func appendShares(_ waiting: UserBytes?, to line: inout LineBuffer) {
        let windows = ShareRule(limit: limits.windowBytes)
        let waitingRule = ShareRule(limit: limits.waitingBytes)
        let most: [(String, (user: UInt32, percent: Int)?)] = [
            ("windows", subscriptions.mostHolding(\.bytes).map { ($0, windows.percent($1)) }),
            (
                "processor",
                subscriptions.mostHolding(\.work.average).map {
                    ($0, subscriptions.processorRule.percent($1))
                }
            ),
            ("waiting", waiting.map { ($0.user, waitingRule.percent($0.bytes)) }),
        ]
        line.appendName("shares")
        line.append("{")
        line.appendList(most.filter { $0.1 != nil }) { line, share in
            line.appendJSONString(share.0)
            line.append(#":{"percent":"#)
            line.appendInteger(Int64(share.1?.percent ?? 0))
            let user = share.1?.user ?? Claimant.unknownUser
            line.appendField("user", user == Claimant.unknownUser ? nil : Int(user))
            line.append("}")
        }
        line.append("}")
    }
}

extension LineBuffer {
    fileprivate mutating func append(_ counters: HubCounters, refusedShares: Int64) {
        appendField("connections", counters.connections)
        appendField("connections_waiting", counters.connectionsWaiting)
        appendField("connections_accepted", Int(counters.connectionsAccepted))
        appendField("subscriptions", counters.subscriptions)
        appendField("requests", Int(counters.requests))
        appendField("requests_refused", Int(counters.requestsRefused))
        let refused = counters.refusedByUser
        appendCounts(
            "refused_by_user",
            [
                ("clients", refused.clients), ("subscriptions", refused.subscriptions),
                ("requests", refused.requests), ("shares", refusedShares),
            ])
        appendField("lines_sent", Int(counters.lines.linesSent))
        appendField("lines_lost", Int(counters.lines.linesLost))
        appendCounts("lines_lost_by_reason", [("slow_consumer", counters.lines.linesLost)])
        appendField("lines_replayed", Int(counters.linesReplayed))
        appendField("replays_braked", Int(counters.replaysBraked))
        appendField("lines_replaced", Int(counters.lines.linesReplaced))
        appendField("gaps", Int(counters.lines.gaps))
        appendField("warnings", Int(counters.lines.warnings))
        appendCounts("byes", ByeReason.allCases.map { ($0.rawValue, counters.byes[$0]) })
        appendField("bytes_sent", Int(counters.lines.bytesSent))
        appendField("bytes_waiting", counters.waiting.bytes)
        appendField("bytes_waiting_max", counters.waiting.bytesMax)
        appendField("outbox_lines_max", counters.waiting.outboxLinesMax)
        appendField("outbox_bytes_max", counters.waiting.outboxBytesMax)
    }

    /// Adds `,"name":{"shutdown":…,…}`.
    fileprivate mutating func appendCounts(_ name: StaticString, _ counts: [(String, Int64)]) {
        appendName(name)
        append("{")
        appendList(counts) { line, row in
            line.appendJSONString(row.0)
            line.append(":")
            line.appendInteger(row.1)
        }
        append("}")
    }

    /// Adds `,"tick_late_us":{"count":…,"sum":…,"p50":…,…,"below":{"125":…}}`.
    fileprivate mutating func append(_ histogram: LatencyHistogram, named name: StaticString) {
        appendName(name)
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

    /// Adds `,"name":` and a share with three decimals.
    fileprivate mutating func appendShare(_ name: StaticString, _ share: Double) {
        appendName(name)
        appendDecimal(units: Int64(min(share * 1000, 1e15)), decimals: 3)
    }

    /// Adds `,"name":` and seconds with three decimals.
    fileprivate mutating func appendSeconds(_ name: StaticString, _ span: Duration) {
        appendName(name)
        appendDecimal(units: span.wholeMilliseconds, decimals: 3)
    }
}
