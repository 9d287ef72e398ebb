import ChannelPipeline
import Configuration
import StreamServer
import WireProtocol

/// The answers to `query`.
extension FleetSource {
    func query(_ request: QueryRequest, id: RequestID?) throws(WireError) -> any StreamAnswer {
        let query = try Query(request, of: fleet, at: live.now)
        return QueryAnswer(
            QueryPage(query, of: fleet, id: id, budget: limits.historySamples))
    }
}

/// A page of buckets, which takes turns with all other work and waits for its reader.
private final class QueryAnswer: StreamAnswer {
    private let page: QueryPage

    init(_ page: QueryPage) { self.page = page }

    func advance() -> Bool { page.advance(steps: FleetSource.sliceSteps) }

    func append(id: RequestID?, to buffer: inout LineBuffer) { page.append(to: &buffer) }

    var isComplete: Bool { page.isComplete }
    var sharesTurns: Bool { true }
}
