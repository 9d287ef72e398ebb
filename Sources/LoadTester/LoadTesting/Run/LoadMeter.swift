import LinuxIO
import LoadReport
import Statistics
import StreamAudit
import Vocabulary

/// The time series of a run: what was counted in each second and stage, and the processor time and
/// memory of tester and daemon.
struct LoadMeter {
    /// The counts and the tester's processor time at an instant.
    private struct Reading {
        let at: MonotonicInstant
        let counts: AuditCounts
        let processor: Duration

        init(_ tally: AuditTally, at now: MonotonicInstant) {
            at = now
            counts = tally.counts
            processor = ProcessUsage.threadProcessorTime
        }
    }

    private let isEmbedded: Bool
    private(set) var seconds: [LoadSecond] = []
    private var latencies = SecondLatencies()
    private var secondBegan: Reading?
    private var measurementBegan: Reading?
    /// When the measurement began by the clock that people read, microseconds since 1970.
    private var wallBegan: Int64 = 0
    private var measurementEnded: Reading?
    private var usage = TesterUsage()
    private var first: DaemonStatus?
    private var last: DaemonStatus?
    private var ownProcessor = Duration.zero
    /// Nil before the first stage, and in a run without stages.
    var stages: StageMeter?

    /// The share of a processor above which a second counts as saturated.
    private static let saturation = 0.9

    /// - Parameter isEmbedded: whether the daemon's figures are of the tester's process.
    init(isEmbedded: Bool) { self.isEmbedded = isEmbedded }

    /// Begins second `number`, and ends the one before.
    mutating func begin(
        second number: Int, _ tally: inout AuditTally, connected: Int, at now: MonotonicInstant
    ) {
        let reading = Reading(tally, at: now)
        if let began = secondBegan {
            append(second: number - 1, from: began, to: reading, tally, connected)
        }
        secondBegan = reading
        tally.secondTotal = .init()
        tally.secondGenerator = .init()
    }

    private mutating func append(
        second number: Int, from began: Reading, to ended: Reading, _ tally: AuditTally,
        _ connected: Int
    ) {
        latencies.append(tally.secondTotal)
        let length = max(.microseconds(1), ended.at - began.at)
        let processor = (ended.processor - began.processor) / length
        seconds.append(
            LoadSecond(
                number, ended.counts - began.counts, connected: connected,
                latency: tally.secondTotal, generator: tally.secondGenerator,
                testerProcessor: processor))
        guard number >= 0 else { return }
        usage.busiestSecond = max(usage.busiestSecond, min(1, processor))
        if processor > Self.saturation { usage.saturatedSeconds += 1 }
    }

    /// Lines of the last whole second.
    var linesPerSecond: Int { seconds.last?.lines ?? 0 }

    /// - Parameter wall: the same instant by the clock that people read.
    mutating func beginMeasurement(_ tally: AuditTally, at now: MonotonicInstant, wall: Int64) {
        measurementBegan = Reading(tally, at: now)
        wallBegan = wall
        first = nil
    }

    mutating func endMeasurement(
        _ tally: inout AuditTally, connected: Int, at now: MonotonicInstant
    ) {
        stages?.end(&tally, connected: connected, at: now)
        guard measurementEnded == nil else { return }
        // The last part of a second is not in the series; `settle` adds what is read from now on.
        tally.secondTotal = .init()
        measurementEnded = Reading(tally, at: now)
    }

    /// When the measurement began; nil if it has not.
    var origin: MonotonicInstant? { measurementBegan?.at }

    /// Adds the lines that were read after the last whole second, and missing lines with their
    /// present age.
    mutating func settle(_ tally: AuditTally, _ lines: OverdueLines, at now: MonotonicInstant) {
        stages?.record(lines, tally, at: now)
        guard let origin, let first = seconds.first, let last = seconds.last else { return }
        var late = [last.second: tally.secondTotal]
        var missing: [Int: Int] = [:]
        lines.forEach { due, times in
            let second = Int(due.microseconds(since: origin).dividedRoundingDown(by: 1_000_000))
            let index = min(max(second, first.second), last.second)
            late[index, default: LatencyHistogram()].record(
                now.microseconds(since: due), times: times)
            missing[index, default: 0] += times
        }
        for index in seconds.indices {
            guard let more = late[seconds[index].second], more.count > 0 else { continue }
            seconds[index] = latencies.merged(index, with: more, into: seconds[index])
            seconds[index].notReceived = missing[seconds[index].second] ?? 0
        }
    }

    /// Records a status of the daemon: its processor share in the second that has just ended, and
    /// its usage over the measurement.
    mutating func record(_ status: DaemonStatus) {
        let own = ProcessUsage.threadProcessorTime
        if let last, let index = seconds.indices.last {
            seconds[index].daemonProcessor = share(
                from: last, to: status, own: own - ownProcessor)
        }
        if measurementBegan != nil, first == nil { first = status }
        last = status
        ownProcessor = own
    }

    private func share(from first: DaemonStatus, to last: DaemonStatus, own: Duration) -> Double? {
        let length = (last.clock - first.clock).inSeconds
        guard length > 0 else { return nil }
        let used = last.processorSeconds - first.processorSeconds
        return max(0, used - (isEmbedded ? own.inSeconds : 0)) / length
    }

    /// Writes the figures into a result; the run need not be over.
    func report(_ tally: AuditTally, at now: MonotonicInstant, into result: inout LoadResult) {
        result.counts = tally.counts
        result.latency = tally.latency
        result.seconds = seconds
        result.stages = stages?.stages ?? []
        result.tester = usage
        result.tester.residentBytes = ProcessUsage.residentBytes ?? 0
        guard let began = measurementBegan else { return }
        let ended = measurementEnded ?? Reading(tally, at: now)
        result.measured.seconds = (ended.at - began.at).inSeconds
        result.measured.span = LoadSpan(
            from: wallBegan, to: wallBegan + (ended.at - began.at).wholeMicroseconds)
        result.measured.lines = ended.counts.lines - began.counts.lines
        result.measured.bytes = ended.counts.bytes - began.counts.bytes
        result.tester.processorTime = ended.processor - began.processor
        guard let first, let last else { return }
        var daemon = DaemonUsage()
        let own = result.tester.processorTime
        daemon.processor = share(from: first, to: last, own: own) ?? 0
        daemon.residentBytesBefore = first.residentBytes
        daemon.residentBytesAfter = last.residentBytes
        daemon.outboxLinesMaximum = last.outboxLinesMaximum
        daemon.outboxBytesMaximum = last.outboxBytesMaximum
        result.daemon = daemon
    }
}

/// The latencies of every second of a load test, kept so that missing lines can be added at the end
/// to the second in which they were due.
///
/// A second needs eight bytes for each bucket in use, about 100 of them: 3 MB for an hour.
struct SecondLatencies {
    private struct Bucket {
        /// Microseconds; an hour fits.
        let largest: UInt32
        let count: UInt32
    }

    private var seconds: [[Bucket]] = []

    /// Appends a second.
    mutating func append(_ latencies: borrowing LatencyHistogram) {
        seconds.append(
            latencies.buckets.map {
                Bucket(largest: UInt32($0.largest), count: UInt32(clamping: $0.count))
            })
    }

    /// The second of the series at `index` with more latencies merged into it.
    func merged(_ index: Int, with more: LatencyHistogram, into second: LoadSecond) -> LoadSecond {
        var all = more
        for bucket in seconds[index] {
            all.record(Int64(bucket.largest), times: Int(bucket.count))
        }
        var merged = second
        // Buckets know only their edges, the second knows its longest.
        let longest = [second.maximum, more.maximum].compactMap(\.self).max()
        merged.maximum = longest
        merged.p50 = all.value(atQuantile: 0.5).map { min($0, longest ?? $0) }
        merged.p99 = all.value(atQuantile: 0.99).map { min($0, longest ?? $0) }
        return merged
    }
}
