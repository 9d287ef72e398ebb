import Statistics
import StreamAudit
import Vocabulary

/// Several reports as one: what was counted is added, bucket by bucket; what cannot be added stands
/// beside it, run by run.
///
/// The order of the reports, and which of them were merged before, makes no difference.
package enum LoadMerge {
    /// The largest count, 2^53: beyond it many readers of JSON skip numbers.
    static let countMax = 1 << 53

    /// - Parameters:
    ///   - files: at least one; traps of none.
    ///   - mixesFleets: whether they may be of fleets with different seeds and epochs.
    /// - Throws: the first report that does not fit those before it.
    package static func merge(
        _ files: [LoadReportFile], mixesFleets: Bool = false
    ) throws(MergeFault) -> LoadResult {
        precondition(!files.isEmpty, "a merge of no report")
        try refuseMisfits(files, mixesFleets: mixesFleets)
        try refuseRepeated(files)
        var whole = files[0].result
        for file in files.dropFirst() {
            do throws(Overflow) {
                whole = try sum(whole, file.result)
            } catch {
                throw MergeFault(
                    file.name, "with it \(error.what) exceeds what can be counted, 2^53",
                    suggestion: "leave it out")
            }
        }
        complete(&whole)
        return whole
    }

    /// A sum that exceeds the limits.
    struct Overflow: Error {
        let what: String
    }

    static func sum(
        _ one: Int, _ other: Int, _ what: String, most: Int = countMax
    ) throws(Overflow) -> Int {
        let (sum, isBeyond) = one.addingReportingOverflow(other)
        guard !isBeyond, sum <= most else { throw Overflow(what: what) }
        return sum
    }

    /// The sum of all that is added; ``complete(_:)`` makes the rest from the parts.
    private static func sum(
        _ one: LoadResult, _ other: LoadResult
    ) throws(Overflow) -> LoadResult {
        var all = one
        all.parts = (one.parts + other.parts).sorted(by: LoadPart.precedes)
        all.setup = try sum(one.setup, other.setup)
        all.counts = try sum(one.counts, other.counts)
        all.measured.lines = try sum(one.measured.lines, other.measured.lines, "lines")
        all.measured.bytes = try sum(one.measured.bytes, other.measured.bytes, "bytes")
        all.measured.span = span(one.measured.span, other.measured.span)
        for part in LatencyPart.allCases {
            let path = part.path
            all.latency[keyPath: path] = try sum(
                one.latency[keyPath: path], other.latency[keyPath: path])
        }
        all.tester = try sum(one.tester, other.tester)
        all.notReceived = try sum(one.notReceived, other.notReceived)
        all.losses = try losses(one, other, origin: all.origin)
        all.stages = try stages(one, other, origin: all.origin)
        all.seconds = try series(one, other, within: all)
        all.isInterrupted = one.isInterrupted || other.isInterrupted
        all.isAborted = one.isAborted || other.isAborted
        all.failure = [one.failure, other.failure].compactMap(\.self).min()
        // The figures of one subscriber, which cannot be added without the sums by delay.
        all.truth = nil
        return all
    }

    /// Computes from the parts the figures that are no sums.
    private static func complete(_ whole: inout LoadResult) {
        whole.setup.command = ""
        whole.setup.run = ""
        whole.setup.share = nil
        whole.setup.began = whole.parts.map(\.setup.began).min() ?? ""
        whole.truth = nil
        whole.measured.seconds = Double(whole.parts.spanned) / 1e6
        let daemons = whole.parts.daemons
        whole.setup.fleet.sessions = daemons.reduce(0) { min($0 + $1.sessions, countMax) }
        whole.daemon = DaemonUsage(of: daemons)
    }

    private static func span(_ one: LoadSpan?, _ other: LoadSpan?) -> LoadSpan? {
        guard let one, let other else { return one ?? other }
        return LoadSpan(from: min(one.from, other.from), to: max(one.to, other.to))
    }

    static func sum(
        _ one: LatencyHistogram, _ other: LatencyHistogram
    ) throws(Overflow) -> LatencyHistogram {
        guard let sum = one.adding(other), sum.count <= Int64(countMax) else {
            throw Overflow(what: "the number or the sum of latencies")
        }
        return sum
    }

    static func sum(_ one: AuditCounts, _ other: AuditCounts) throws(Overflow) -> AuditCounts {
        var all = one
        for (name, path) in AuditCounts.fields {
            all[keyPath: path] = try sum(one[keyPath: path], other[keyPath: path], name)
        }
        for defect in Defect.allCases {
            all[defect] = try sum(one[defect], other[defect], defect.rawValue)
        }
        return all
    }
}

extension LoadResult {
    /// The instant from which its seconds are counted, microseconds since 1970: when the
    /// measurement began or, if it never did, when the first run began.
    var origin: Int64 {
        let began = parts.compactMap { CalendarTime(rfc3339: $0.setup.began)?.microseconds }.min()
        return measured.span?.from ?? began ?? 0
    }
}
