import FlightDisplay
import Vocabulary

/// Requests, and what of the page is still to come.
extension LogbookState {
    package mutating func requests(at now: MonotonicInstant) -> [String] {
        pass(to: now)
        subscribe(at: now)
        var requests = commands.takeUnsent()
        if let request = laneQuestion.request(place.lane) { requests.append(request) }
        guard fleet != nil else { return [] }
        for question in questions {
            guard let due = shelf[question].dueAt(interval: renewalInterval), now >= due else {
                continue
            }
            let page = shelf[question].nextPage
            let id = "log.\(nextName())"
            shelf[question].ask(id: id)
            requests.append(question.request(id: id, page: page))
        }
        return requests
    }

    package var requestsDueAt: MonotonicInstant? {
        guard link.loss == nil, fleet != nil else { return nil }
        let answers = questions.map { shelf[$0].dueAt(interval: renewalInterval) }
        return (streams.map(\.retryAt) + answers).compactMap(\.self).min()
    }

    /// How long an answer about an open day stays valid. In a fast fleet the day is soon over.
    private var renewalInterval: Duration {
        guard follows else { return .seconds(3600) }
        return (fleet?.speed ?? 1) > 30 ? .seconds(1) : .seconds(10)
    }

    /// Whether all data of the page has arrived or was refused.
    package var isSettled: Bool {
        guard fleet != nil, laneQuestion.isAnswered else { return false }
        guard questions.allSatisfy({ shelf[$0].isSettled }) else { return false }
        if runRefusal == nil, !hasRuns { return false }
        return streams.allSatisfy { !$0.isOpen || $0.isLive }
    }

    /// Why the page, or a part of it, is not known: the first refusal.
    package var refusal: Refusal? {
        questions.lazy.compactMap { shelf[$0].refusal }.first
            ?? streams.lazy.compactMap(\.refusal).first
    }
}
