import Vocabulary
import WireProtocol

/// What is known of a question: the buckets that have come, and whether it was refused.
struct LogAnswer: Equatable, Sendable {
    /// The last whole answer; nil before the first.
    private(set) var buckets: [DayBucket]?
    private(set) var refusal: Refusal?
    /// The id of the request that waits for its answer.
    private(set) var asked: String?
    /// The buckets of the pages that have come since the question was asked.
    private var gathered: [DayBucket] = []
    /// Where the next page begins; nil unless one is to be asked for.
    private(set) var nextPage: String?
    private var settledAt: MonotonicInstant?
    private var isStale = false

    /// A refused question is asked again after this long, if that may help.
    private static let retryTime = Duration.seconds(5)
    /// What an entry has changed is asked for no sooner than this after the last answer.
    private static let renewalTime = Duration.milliseconds(500)

    var isSettled: Bool { buckets != nil || refusal != nil }

    /// When to ask; nil for not again. Before the first answer it is at once.
    ///
    /// - Parameter interval: how long an answer about a day that is not over holds.
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

    /// Ends a page, and the answer with the last one.
    mutating func finish(_ line: JSONValue, at now: MonotonicInstant) {
        asked = nil
        nextPage = line["next"]?.text
        guard nextPage == nil else { return }
        (buckets, refusal, gathered) = (gathered, nil, [])
        (settledAt, isStale) = (now, false)
    }

    /// What was known before a refusal is kept, and not shown as the present.
    mutating func refuse(_ refusal: Refusal, at now: MonotonicInstant) {
        (asked, nextPage, gathered) = (nil, nil, [])
        self.refusal = refusal
        settledAt = now
    }

    /// Notes that an entry has come that may change it.
    mutating func age() { isStale = true }

    /// Notes that the link is lost: the question is asked again on the next one.
    mutating func forget() { (asked, nextPage, gathered, settledAt) = (nil, nil, [], nil) }
}
