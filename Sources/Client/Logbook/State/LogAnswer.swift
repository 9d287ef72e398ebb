import Vocabulary
import WireProtocol

/// The state of a question: the buckets that have arrived, and whether the daemon refused it.
struct LogAnswer: Equatable, Sendable {
    /// The last complete answer; nil before the first.
    private(set) var buckets: [DayBucket]?
    private(set) var refusal: Refusal?
    /// The id of the request that waits for its answer.
    private(set) var asked: String?
    /// The buckets of the pages that have arrived since the question was asked.
    private var gathered: [DayBucket] = []
    /// Where the next page begins; nil unless another page must be asked for.
    private(set) var nextPage: String?
    private var settledAt: MonotonicInstant?
    private var isStale = false

    /// How long after a refusal the question is asked again, if that may help.
    private static let retryTime = Duration.seconds(5)
    /// The least span from an answer to a question that an entry has made necessary.
    private static let renewalTime = Duration.milliseconds(500)

    var isSettled: Bool { buckets != nil || refusal != nil }

    /// When to ask; nil for not again. The first question is due at once.
    ///
    /// - Parameter interval: how long an answer about an open day stays valid.
    func dueAt(interval: Duration) -> MonotonicInstant? {
        guard asked == nil else { return nil }
        guard nextPage == nil, let settledAt else { return .zero }
        if let refusal { return refusal.mayPass ? settledAt + Self.retryTime : nil }
        if isStale { return settledAt + Self.renewalTime }
        let isOpen = buckets?.contains { $0.isOpen } ?? false
        return isOpen ? settledAt + interval : nil
    }

    mutating func ask(id: String) {
        asked = id
        if nextPage == nil { gathered = [] }
        nextPage = nil
    }

    mutating func take(_ bucket: DayBucket) { gathered.append(bucket) }

    /// Ends a page; the last page completes the answer.
    mutating func finish(_ line: JSONValue, at now: MonotonicInstant) {
        asked = nil
        nextPage = line["next"]?.text
        guard nextPage == nil else { return }
        (buckets, refusal, gathered) = (gathered, nil, [])
        (settledAt, isStale) = (now, false)
    }

    /// The buckets from before a refusal are kept, but not shown as the present.
    mutating func refuse(_ refusal: Refusal, at now: MonotonicInstant) {
        (asked, nextPage, gathered) = (nil, nil, [])
        self.refusal = refusal
        settledAt = now
    }

    /// Notes that an entry has arrived that may change the answer.
    mutating func age() { isStale = true }

    /// Notes that the link is lost: the question is asked again on the next link.
    mutating func forget() { (asked, nextPage, gathered, settledAt) = (nil, nil, [], nil) }
}
