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
        if let commandsFrom {
            line.appendName("commands_from")
            line.appendTime(commandsFrom)
        }
        if !settingsOfNextStart.isEmpty {
            line.appendNames("settings_of_next_start", settingsOfNextStart)
        }
        if isRaising { line.appendField("sessions_to_come", lanesToCome) }
        line.appendSeconds("uptime_s", MonotonicClock.now - began)
        line.appendField("channels", live.channelCount)
        line.appendField("lanes_followed", live.laneCount)
        let catchingUp = catchingUp
        line.appendField("lanes_catching_up", catchingUp.of - catchingUp.brought)
        line.append(counters, refusedShares: shares.refused)
        appendShares(counters.mostWaiting, to: &line)
        line.appendShare("load", load.share(at: MonotonicClock.now))
        line.appendShare("load_promised", promisedShare())
        line.appendField("bytes_windows", ledger.bytes)
        appendStocks(to: &line)
        line.appendCounts(
            "resumes", [("recalled", resumes.recalled), ("recomputed", resumes.recomputed)])
        let late = fleetLateness(at: MonotonicClock.now)
        line.appendField("fleet_late_us", Int(late.wholeMicroseconds))
        line.append(tickLateness.histogram, named: "tick_late_us")
        line.append(deliveryLateness, named: "send_late_us")
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
            ("windows", mostHolding(\.bytes).map { ($0, windows.percent($1)) }),
            ("processor", mostHolding(\.work.average).map { ($0, processorRule.percent($1)) }),
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

    /// The user who holds most of something, and how much; nil if no user holds any of it.
    func mostHolding(
        _ size: (UserShares.Holding) -> Int
    ) -> (user: UInt32, size: Int)? {
        let all = shares.all(in: ledger, lanes: allChoices.count)
        return all.map { ($0.user, size($0.holding)) }.filter { $0.1 > 0 }
            .max { ($0.1, $1.0) < ($1.1, $0.0) }
    }

    /// For how long the next tick of the fleet has been due: it has not begun, or not come to its
    /// end. Zero at a speed that no clock paces.
    func fleetLateness(at now: MonotonicInstant) -> Duration {
        guard schedule.speed.isPaced else { return .zero }
        let next = max(
            schedule.due(live.now + FleetDuration(ticks: 1)),
            schedule.due(live.now) + tickGrid.period)
        return max(.zero, now - next)
    }

    /// The lanes of all replays, and how many of them have been brought from their sessions' starts
    /// to where the subscription begins. O(subscriptions).
    ///
    /// Subscriptions that wait or recall are left out: another's replay most often computes what
    /// they wait for.
    var catchingUp: (brought: Int, of: Int) {
        var (left, lanes) = (0, 0)
        for replay in feeds.replays {
            left += replay.lanesLeft
            lanes += replay.choices.count
        }
        return (lanes - left, lanes)
    }

    /// The progress of the replays, for the end of a sentence; empty if there are none.
    var progress: String {
        let (brought, lanes) = catchingUp
        return lanes > 0 ? ", lanes caught up: \(brought) of \(lanes)" : ""
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
        appendField("bytes_waiting", counters.bytesWaiting)
        appendField("bytes_waiting_max", counters.bytesWaitingMax)
        appendField("outbox_lines_max", counters.outboxLinesMax)
        appendField("outbox_bytes_max", counters.outboxBytesMax)
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
