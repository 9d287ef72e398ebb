import Statistics
import StreamAudit
import Vocabulary

/// The sums by which reports are merged.
extension LoadResult {
    static let sums: [ReportField<Self>] = [
        .object("measurement", \.measured), .object("counts", \.counts),
        .object("tester", \.tester), .object("daemon", \.daemon),
        .object("not_received", \.notReceived), series,
    ]

    private static let series = ReportField<Self>(\.seconds) {
        $1.objects("seconds", $0)
    } read: { reader throws(MergeFault) in
        var previous = Int.min
        let objects = try reader.objects("seconds", most: LoadReading.fileBytesMax)
        return try objects.map { object throws(MergeFault) in
            let next = try LoadSecond(object)
            guard next.second > previous else {
                throw object.fault("second", "later than the second before it")
            }
            previous = next.second
            return next
        }
    }
}

/// Seconds on the time axis of merged runs: the calendar has no more; microseconds have room.
private let timeMost = 1e12

extension LoadStage: ReportObject {
    static let table: [ReportField<Self>] = [
        plan, .number("begins_s", \.begins, in: 0...timeMost),
        .number("for_s", \.seconds, in: 0...timeMost), .count("connected", \.connected),
        .derived { $0.writeRates(to: &$1) }, .count("not_received", \.notReceived),
        .derived { $0.writeErrors(to: &$1) }, .object("counts", \.counts), latency,
    ]

    private static let plan = ReportField<Self>(\.plan) { plan, json in
        json.text("stage", plan.text)
        json.integer("from", plan.from)
        json.integer("to", plan.to)
    } read: { reader throws(MergeFault) in
        try reader.value("stage", "a stage such as 0-100/10s") {
            try? StagePlan.stage($0[...], number: 1, most: LoadMerge.countMax)
        }
    }

    private static let latency = ReportField<Self>(\.latency) { latency, json in
        json.object("latency") { LoadJSON.write(exactly: latency, to: &$0) }
    } read: { reader throws(MergeFault) in
        try LoadReading.histogram(reader.object("latency"))
    }

    init() { self.init(StagePlan.Stage(from: 0, to: 0, length: .zero), begins: 0) }

    private func writeRates(to json: inout JSONText) {
        json.integer("lines", counts.lines)
        json.integer("bytes", counts.bytes)
        json.number("lines_per_s", linesPerSecond)
        for (name, quantile) in LoadFigure.percentiles {
            if let value = latency.value(atQuantile: quantile) { json.integer(name, value) }
        }
        if let maximum = latency.maximum { json.integer("max", maximum) }
        json.number("mean", latency.mean)
    }

    private func writeErrors(to json: inout JSONText) {
        json.integer("announced_lost", counts.announcedLost)
        json.integer("errors", errors)
        json.integer("violations", counts.violations)
        json.integer("refused", counts.links.refused)
        json.integer("byes", counts.links.byes)
        json.integer("links_lost", counts.links.lost)
    }
}

extension LoadLoss: ReportObject {
    static let table: [ReportField<Self>] = [
        cause, .count("count", \.count), .number("first_s", \.first, in: -timeMost...timeMost),
        .number("last_s", \.last, in: -timeMost...timeMost), subscribers,
    ]

    private static let cause = ReportField<Self>(\.cause) { cause, json in
        json.text("cause", cause.name)
        json.known("code", cause.code ?? "")
    } read: { reader throws(MergeFault) in
        let code = try reader.known("code")
        return try reader.value("cause", "a cause of this version, with its code") { name in
            let causes: [Cause] = [
                .linkLost, .bye(code), .controlLost, .unanswered, .notLive, .refused(code),
            ]
            return causes.first { $0.name == name && ($0.code ?? "") == code }
        }
    }

    private static let subscribers = ReportField<Self>(\.subscribers) { subscribers, json in
        json.array("subscribers") { json in
            for subscriber in subscribers { json.integer(nil, subscriber) }
        }
    } read: { reader throws(MergeFault) in
        try reader.integers("subscribers", most: namedSubscribers).compactMap(Int.init(exactly:))
    }

    init() { self.init(cause: .linkLost, count: 0, first: 0, last: 0, subscribers: []) }
}

extension LoadMeasurement: ReportObject {
    static let table: [ReportField<Self>] = [
        .span(\.span), .number("measured_s", \.seconds, in: 0...1e12), .count("lines", \.lines),
        .count("bytes", \.bytes),
    ]
}

extension AuditCounts: ReportObject {
    static let table: [ReportField<Self>] =
        fields.map { .count($0.name, $0.path) }
        + Defect.allCases.map { .count($0.rawValue, \.[$0]) }
}

extension TesterUsage: ReportObject {
    static let table: [ReportField<Self>] = [
        .count("cpu_us", \.processorMicroseconds), .number("busiest", \.busiestSecond, in: 0...1),
        .count("saturated_s", \.saturatedSeconds), .count("rss", \.residentBytes),
    ]

    private var processorMicroseconds: Int64 {
        get { processorTime.wholeMicroseconds }
        set { processorTime = .microseconds(newValue) }
    }
}

extension DaemonUsage: ReportObject {
    static let table: [ReportField<Self>] =
        [.number("cpu", \.processor, in: 0...1e6)] + numbers.map { .count($0.name, $0.path) }

    /// All but the processor, by the names that reports give it.
    static let numbers: [(name: String, path: any WritableKeyPath<Self, Int> & Sendable)] = [
        ("rss_before", \.residentBytesBefore), ("rss", \.residentBytesAfter),
        ("outbox_lines_max", \.outboxLinesMaximum), ("outbox_bytes_max", \.outboxBytesMaximum),
        ("outbox_lines_limit", \.outboxLinesLimit), ("outbox_bytes_limit", \.outboxBytesLimit),
    ]
}

extension NotReceived: ReportObject {
    static let table: [ReportField<Self>] = [
        .count("count", \.count), .count("oldest_us", \.oldestMicroseconds),
    ]
}
