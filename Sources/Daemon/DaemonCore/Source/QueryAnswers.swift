import ChannelPipeline
import Configuration
import StreamServer
import Vocabulary
import WireProtocol

/// The answers to `query`.
extension FleetSource {
    func query(_ request: QueryRequest, id: AnswerID?) throws(WireError) -> any StreamAnswer {
        let query = try Query(request, of: fleet, at: live.now)
        try checkRetention(of: query, subscriptions.oldestInstant(of: request.selection))
        try checkBudget(of: query)
        return QueryAnswer(
            QueryPage(query, of: fleet, id: id, budget: limits.historySamples))
    }
}

extension FleetSource {
    /// Refuses runs before the oldest instant: forgotten commands may have stopped or paused them,
    /// and flown again they would be others.
    private func checkRetention(
        of query: Query, _ oldest: FleetInstant?
    ) throws(WireError) {
        guard query.countsSamples, let oldest, query.start < oldest else { return }
        throw WireError(
            .anchorExpired,
            reason: "Live commands are kept from \(oldest.calendarTime) on, and runs "
                + "before may have depended on some.",
            suggestion: "Begin there or later, or ask for metrics of days that runs do not have.",
            field: "from")
    }

    private func checkBudget(of query: Query) throws(WireError) {
        let samples = query.samplesOfBucket(in: fleet)
        guard samples > limits.historySamples else { return }
        throw WireError(
            .historyBudget,
            reason: "An interval has up to \(samples) samples, and \(limits.historySamples) are "
                + "computed for one page.",
            suggestion: "Use a shorter interval, or metrics of days that runs do not have.",
            field: "interval")
    }
}

/// A page of buckets, which takes turns with all other work and waits for its reader.
private final class QueryAnswer: StreamAnswer {
    private let page: QueryPage

    init(_ page: QueryPage) { self.page = page }

    func advance() -> Bool { page.advance(steps: Subscriptions.sliceSteps) }

    func append(id: AnswerID?, to buffer: inout LineBuffer) { page.append(to: &buffer) }

    var isComplete: Bool { page.isComplete }
    var sharesTurns: Bool { true }
}
