import ChannelPipeline
import StreamTestSupport
import Testing
import Vocabulary
import WireProtocol

/// A fleet at an instant, of which queries are asked.
struct AskedFleet {
    let fleet: Fleet
    let present: FleetInstant

    /// A bucket of an answer.
    struct Bucket: Equatable {
        let lane: LaneID
        let interval: Range<FleetInstant>
        let isOpen: Bool
        /// What stands behind: its metrics.
        let metrics: String
        let values: JSONValue

        init(_ line: Substring) throws {
            let values = try #require(JSONValue(line: line.utf8))
            self.values = values
            func instant(_ name: String) throws -> FleetInstant {
                let text = try #require(values[name]?.text)
                let time = try #require(CalendarTime(rfc3339: text))
                return FleetInstant(ticks: time.microseconds / 20_000)
            }
            lane = try #require(values["session"]?.text.flatMap(SelectedSessions.init(parsing:)))
                .lane
            interval = try instant("start")..<instant("end")
            let isOpen = values["open"] == .boolean(true)
            self.isOpen = isOpen
            let mark = isOpen ? #","open":true"# : #","end":""#
            let found = try #require(line.firstRange(of: mark)).upperBound
            let start = isOpen ? found : line.index(found, offsetBy: 28)
            metrics = String(line[start...].dropLast())
        }

        subscript(metric: String, statistic: String) -> Double? {
            values[metric]?[statistic]?.double
        }
    }

    /// The buckets of all pages.
    func buckets(_ request: QueryRequest, steps: Int = 10_000, budget: Int = .max) throws
        -> [Bucket]
    {
        var request = request
        var buckets: [Bucket] = []
        repeat {
            let (page, next) = try self.page(request, steps: steps, budget: budget)
            #expect(!page.isEmpty && page.count <= request.limit)
            buckets += page
            request.page = next
        } while request.page != nil
        return buckets
    }

    /// One page, and where the next one begins.
    func page(
        _ request: QueryRequest, steps: Int = 10_000, budget: Int = .max
    ) throws -> ([Bucket], QueryCursor?) {
        var lines = try answer(request, steps: steps, budget: budget)
        let ok = try Self.ok(lines.removeLast())
        #expect(ok["buckets"]?.integer == lines.count)
        let next = try ok["next"]?.text.map(Self.cursor)
        return (try lines.map { try Bucket($0) }, next)
    }

    /// The `ok` of an answer.
    func ok(_ request: QueryRequest) throws -> JSONValue {
        try Self.ok(try #require(try answer(request).last))
    }

    private static func ok(_ line: Substring) throws -> JSONValue {
        let ok = try #require(JSONValue(line: line.utf8))
        #expect(ok.type == .ok)
        #expect(ok["ignored"] == .array([.string("colour")]))
        return ok
    }

    /// All lines of an answer.
    private func answer(
        _ request: QueryRequest, steps: Int = 10_000, budget: Int = .max
    ) throws -> [Substring] {
        let page = QueryPage(
            try Query(request, of: fleet, at: present), of: fleet,
            id: AnswerID(.number(1), ignored: ["colour"]), budget: budget)
        var text = LineBuffer()
        while !page.isComplete {
            while !page.advance(steps: steps) {}
            page.append(to: &text)
        }
        let lines = text.text.split(separator: "\n")
        #expect(!lines.dropLast().contains { $0.contains("colour") })
        return lines
    }

    private static func cursor(_ text: String) throws -> QueryCursor {
        let line = "{\"op\":\"query\",\"from\":\"2026-01-01\",\"page\":\"\(text)\"}"
        let request = try RequestDecoder.decode(Array(line.utf8)[...], number: 1).request
        guard case .query(let query) = request, let cursor = query.page else { throw NoPage() }
        return cursor
    }

    private struct NoPage: Error {}

    /// The reference for some lanes, of all sessions and days that begin after an instant.
    func reference(_ lanes: [LaneID], after first: FleetInstant) -> QueryReference {
        var shape = ChannelShape()
        shape.kinds = [.sample, .event, .entry]
        shape.metrics = MetricSet(Metric.allCases)
        shape.dayMetrics = .all
        let driven = DrivenFleet(fleet, at: present)
        let all = driven.follow(shape, lanes, from: .after(StreamPosition(after: first)))
        var reference = QueryReference(period: fleet.rate.period)
        for line in all.lines { reference.take(line.text) }
        return reference
    }

    /// Notes every bucket that differs from the reference.
    func expect(
        _ request: QueryRequest, like reference: QueryReference, steps: Int = 10_000,
        _ context: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for bucket in try buckets(request, steps: steps) {
            let metrics = reference.bucket(
                bucket.lane, bucket.interval, request.metrics, request.statistics, at: present)
            #expect(
                bucket.metrics == metrics, "\(context): \(bucket.values)",
                sourceLocation: sourceLocation)
        }
    }
}
