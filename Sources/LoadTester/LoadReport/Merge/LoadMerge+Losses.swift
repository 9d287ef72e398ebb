/// What is missing in several runs.
extension LoadMerge {
    /// The losses of both, by cause, in the order of their names.
    static func losses(
        _ one: LoadResult, _ other: LoadResult, origin: Int64
    ) throws(Overflow) -> [LoadLoss] {
        // The numbers of subscribers are those of the whole in parts of one load test only.
        let isWhole = one.setup.subscribersInAll > 0
        var losses: [LoadLoss.Cause: LoadLoss] = [:]
        for result in [one, other] {
            for loss in result.losses {
                var next = loss
                next.first = moved(loss.first, from: result.origin, to: origin)
                next.last = moved(loss.last, from: result.origin, to: origin)
                next.subscribers = isWhole ? next.subscribers.sorted() : []
                if let before = losses[loss.cause] { next = try sum(before, next) }
                losses[loss.cause] = next
            }
        }
        return losses.values.sorted {
            ($0.cause.name, $0.cause.code ?? "") < ($1.cause.name, $1.cause.code ?? "")
        }
    }

    private static func moved(_ seconds: Double, from: Int64, to: Int64) -> Double {
        Double(seconds.inMicroseconds + from - to) / 1e6
    }

    private static func sum(_ one: LoadLoss, _ other: LoadLoss) throws(Overflow) -> LoadLoss {
        var all = one
        all.count = try sum(one.count, other.count, "losses")
        all.first = min(one.first, other.first)
        all.last = max(one.last, other.last)
        let numbers = Set(one.subscribers + other.subscribers).sorted()
        all.subscribers = Array(numbers.prefix(LoadLoss.namedSubscribers))
        return all
    }

    /// The lines that were due and have not come, of both; nil if nothing fell due by the clock.
    static func sum(_ one: NotReceived?, _ other: NotReceived?) throws(Overflow) -> NotReceived? {
        guard let one, let other else { return one ?? other }
        var all = NotReceived()
        all.count = try sum(one.count, other.count, "lines not received")
        all.oldestMicroseconds = max(one.oldestMicroseconds, other.oldestMicroseconds)
        return all
    }
}
