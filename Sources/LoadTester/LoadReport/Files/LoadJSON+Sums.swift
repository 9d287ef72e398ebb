import Statistics
import StreamAudit
import Vocabulary

/// The sums by which reports are merged: exact counts, and each run with what cannot be added.
extension LoadJSON {
    static func writeSums(of result: LoadResult, to json: inout JSONText) {
        json.object("measurement") { json in
            writeSpan(result.span, to: &json)
            json.number("measured_s", result.measuredSeconds)
            json.integer("lines", result.measuredLines)
            json.integer("bytes", result.measuredBytes)
        }
        json.object("counts") { write(result.counts, to: &$0) }
        json.object("tester") { json in
            json.integer("cpu_us", result.tester.processorTime.wholeMicroseconds)
            json.number("busiest", result.tester.busiestSecond)
            json.integer("saturated_s", result.tester.saturatedSeconds)
            json.integer("rss", result.tester.residentBytes)
        }
        if let daemon = result.daemon {
            json.object("daemon") { write(daemon, to: &$0) }
        }
        if let lines = result.notReceived {
            json.object("not_received") { json in
                json.integer("count", lines.count)
                json.integer("oldest_us", lines.oldestMicroseconds)
            }
        }
        json.array("seconds") { json in
            for second in result.seconds {
                json.object { SeriesLines.write(second, to: &$0) }
            }
        }
    }

    static func writeSpan(_ span: LoadSpan?, to json: inout JSONText) {
        guard let span else { return }
        json.text("from", "\(CalendarTime(microseconds: span.from))")
        json.text("to", "\(CalendarTime(microseconds: span.to))")
    }

    static func write(_ counts: AuditCounts, to json: inout JSONText) {
        for (name, path) in AuditCounts.fields { json.integer(name, counts[keyPath: path]) }
        for defect in Defect.allCases { json.integer(defect.rawValue, counts[defect]) }
    }

    private static func write(_ daemon: DaemonUsage, to json: inout JSONText) {
        json.number("cpu", daemon.processor)
        json.integer("rss_before", daemon.residentBytesBefore)
        json.integer("rss", daemon.residentBytesAfter)
        json.integer("outbox_lines_max", daemon.outboxLinesMaximum)
        json.integer("outbox_bytes_max", daemon.outboxBytesMaximum)
        json.integer("outbox_lines_limit", daemon.outboxLinesLimit)
        json.integer("outbox_bytes_limit", daemon.outboxBytesLimit)
    }

    /// A histogram as reports read it back: exact but for the places within a bucket.
    static func write(exactly histogram: LatencyHistogram, to json: inout JSONText) {
        json.integer("count", histogram.count)
        if let minimum = histogram.minimum { json.integer("min", minimum) }
        if let maximum = histogram.maximum { json.integer("max", maximum) }
        json.integer("sum", histogram.sum)
        json.array("buckets") { json in
            for bucket in histogram.buckets {
                json.array { json in
                    json.integer(nil, bucket.smallest)
                    json.integer(nil, bucket.largest)
                    json.integer(nil, bucket.count)
                }
            }
        }
    }

    /// The runs of a merged result, each with its verdict; nothing for the result of one run.
    static func writeParts(of result: LoadResult, to json: inout JSONText) {
        guard !result.parts.isEmpty else { return }
        json.array("parts") { json in
            for part in result.parts {
                json.object { write(part, to: &$0) }
            }
        }
    }

    private static func write(_ part: LoadPart, to json: inout JSONText) {
        json.text("run", part.run)
        json.known("part", part.share?.text ?? "")
        json.known("host", part.host)
        json.known("command", part.command)
        json.known("dice", part.dice.map { "\($0)" } ?? "")
        json.known("began", part.began)
        json.known("identity", part.identity)
        json.known("seed", part.seed)
        json.known("shard", part.shard)
        json.known("daemon", part.daemon)
        json.integer("sessions", part.sessions)
        json.integer("subscribers", part.subscribers)
        writeSpan(part.span, to: &json)
        json.text("verdict", part.standing.rawValue)
        json.known("verdict_text", part.verdict)
        json.object("violations") { json in
            for defect in Defect.allCases {
                if let count = part.violations[defect] { json.integer(defect.rawValue, count) }
            }
        }
        json.array("lacks") { json in
            for text in part.lacks { json.text(nil, text) }
        }
        json.known("bottleneck", part.bottleneck)
        if let usage = part.usage {
            json.object("daemon_usage") { write(usage, to: &$0) }
        }
    }
}
