import CommandLine
import LoadReport
import StreamAudit
import StreamClient
import WireProtocol

/// What the daemon says to a subscriber, besides lines that are only counted.
extension LoadRun {
    /// - Parameter bytes: those that told it.
    mutating func takeNews(
        of subscriber: LoadSubscriber, _ bytes: UnsafeRawBufferPointer, at now: Int64
    ) throws(ProgramFailure) {
        let news = subscriber.news
        subscriber.news.removeAll(keepingCapacity: true)
        for item in news where subscriber.raw >= 0 {
            switch item {
            case .greeted: try greet(subscriber, at: now)
            case .strange: throw LoadControl.strangeFleet
            case .subscribed:
                subscriber.isSubscribed = true
                hasBeenAccepted = true
                if subscriber.resumes { tally.counts.resumes += 1 }
            case .live: goLive(subscriber, at: now)
            case .refused(let code): refuse(subscriber, code, bytes, at: now)
            case .dismissed(let code): dismiss(subscriber, code, at: now)
            }
        }
        schedule(subscriber)
    }

    private mutating func greet(
        _ subscriber: LoadSubscriber, at now: Int64
    ) throws(ProgramFailure) {
        guard !subscriber.isGreeted else { return }
        subscriber.isGreeted = true
        connected += 1
        tally.counts.connects += 1
        send(
            try plan.request(of: subscriber.number, after: subscriber.after), to: subscriber)
        subscriber.script.greet(at: now)
    }

    private mutating func goLive(_ subscriber: LoadSubscriber, at now: Int64) {
        subscriber.delay.succeed()
        subscriber.script.goLive(at: now)
        settle(subscriber)
    }

    private mutating func settle(_ subscriber: LoadSubscriber) {
        guard !subscriber.isSettled else { return }
        subscriber.isSettled = true
        settled += 1
    }

    /// Who has a subscription is refused garbage only.
    private mutating func refuse(
        _ subscriber: LoadSubscriber, _ code: String, _ bytes: UnsafeRawBufferPointer,
        at now: Int64
    ) {
        guard !subscriber.isSubscribed else {
            guard subscriber.script.subscriberClass == .hostile else { return }
            tally.counts.garbageAnswered += 1
            return subscriber.script.answer()
        }
        tally.counts.refused += 1
        let error = Self.error(in: bytes)
        if subscriber.number == 0, !hasBeenAccepted { end = .failed(Self.failure(error, code)) }
        settle(subscriber)
        drop(subscriber, byTester: true)
        let mayPass = ErrorCode(rawValue: code)?.isRetryable ?? false
        // What was refused for its anchor may be let in without.
        subscriber.forgets = subscriber.after != nil && !mayPass
        guard mayPass || subscriber.forgets else {
            losses.note(.refused(code), of: subscriber.number, at: now)
            return subscriber.script.finish()
        }
        retryLater(subscriber, at: now)
    }

    /// The daemon has no room, or does not want what was asked for at all.
    private static func failure(_ error: JSONValue?, _ code: String) -> ProgramFailure {
        let mayPass = ErrorCode(rawValue: code).map { $0.isRetryable || $0 == .historyBudget }
        let reason = error?["reason"]?.text ?? code
        let suggestion = error?["suggestion"]?.text.map { " \($0)" } ?? ""
        return ProgramFailure(
            mayPass ?? true ? .unavailable : .refused,
            "the daemon refused the first subscriber: \(reason)\(suggestion)")
    }

    private static func error(in bytes: UnsafeRawBufferPointer) -> JSONValue? {
        bytes.split(separator: UInt8(ascii: "\n")).lazy.compactMap { JSONValue(line: $0) }
            .first { $0.type == .error }
    }

    private mutating func dismiss(_ subscriber: LoadSubscriber, _ code: String, at now: Int64) {
        tally.counts.byes += 1
        subscriber.isDismissed = true
        guard !subscriber.script.asks(forBye: code) else { return }
        losses.note(.bye(code), of: subscriber.number, at: now)
    }
}
