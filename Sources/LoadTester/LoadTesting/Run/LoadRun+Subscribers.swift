import CommandLine
import LinuxIO
import LoadReport
import StreamAudit
import StreamClient
import Vocabulary
import WireProtocol

/// The connections of the subscribers.
extension LoadRun {
    /// The pause before another attempt while the daemon's queue of connections is full.
    private static var fullQueuePause: Duration { .milliseconds(10) }

    mutating func connect(
        _ subscriber: LoadSubscriber, at now: MonotonicInstant
    ) throws(ProgramFailure) {
        do throws(SystemFailure) {
            let descriptor = try newConnection()
            subscriber.connect(descriptor, beginning: plan.options.beginning)
            try subscriber.link.watch(in: poll, token: UInt64(subscriber.number), at: now)
        } catch {
            if error.isWouldBlock {
                return subscriber.script.lose(comingBackAt: now + Self.fullQueuePause, at: now)
            }
            guard error.isNotFound || error.isConnectionRefused else {
                throw ProgramFailure(.unavailable, "cannot connect: \(error)")
            }
            retryLater(subscriber, at: now)
        }
    }

    private func newConnection() throws(SystemFailure) -> Descriptor {
        for path in paths.dropLast() {
            do throws(SystemFailure) {
                return try StreamSocket.connect(to: path, nonBlocking: true)
            } catch {
                guard error.isNotFound || error.isConnectionRefused else { throw error }
            }
        }
        return try StreamSocket.connect(to: paths[paths.count - 1], nonBlocking: true)
    }

    mutating func watch(
        _ subscriber: LoadSubscriber, at now: MonotonicInstant
    ) throws(ProgramFailure) {
        do throws(SystemFailure) {
            try subscriber.link.watch(in: poll, token: UInt64(subscriber.number), at: now)
        } catch {
            throw ProgramFailure(.failure, "cannot wait for a connection: \(error)")
        }
    }

    /// Ends a connection without counting a loss.
    mutating func drop(_ subscriber: LoadSubscriber, byTester: Bool) {
        attendance.leave(subscriber)
        subscriber.disconnect(byTester: byTester, into: &tally)
    }

    /// Handles a connection that the daemon has ended.
    mutating func lose(_ subscriber: LoadSubscriber) {
        let now = MonotonicClock.now
        if !subscriber.link.isDismissed {
            tally.counts.links.lost += 1
            losses.note(.linkLost, of: plan.options.number(of: subscriber.number), at: now)
        }
        drop(subscriber, byTester: false)
        retryLater(subscriber, at: now)
        schedule(subscriber)
    }

    /// Schedules its reconnect, with back-off until a subscription is live.
    mutating func retryLater(_ subscriber: LoadSubscriber, at now: MonotonicInstant) {
        let wait = subscriber.delay.next(chance: SystemRandom.bits())
        subscriber.script.lose(comingBackAt: now + wait, at: now)
    }

    /// Sends a request. The socket of a daemon that has greeted has room for a few requests; if it
    /// has not, the connection fails and the next read reports it.
    func send(_ line: [UInt8], to subscriber: LoadSubscriber) {
        _ = StreamSocket.send(to: subscriber.link.raw, line.span.bytes)
    }

    mutating func send(_ garbage: Garbage, of subscriber: LoadSubscriber) {
        let limit = control.greeting["limits"]?["request_line"]?.integer
        tally.counts.garbage += 1
        send(
            garbage.line(
                chance: SystemRandom.bits(), limit: limit ?? ProtocolLimits.requestLineBytes),
            to: subscriber)
    }
}

/// The reaction to what the daemon sends a subscriber, besides lines that are only counted.
extension LoadRun {
    /// - Parameter bytes: the read that brought the news, for the text of an error.
    mutating func handleNews(
        of subscriber: LoadSubscriber, _ bytes: UnsafeRawBufferPointer, at now: MonotonicInstant
    ) throws(ProgramFailure) {
        let news = subscriber.news
        subscriber.news.removeAll(keepingCapacity: true)
        for item in news where subscriber.link.raw >= 0 {
            switch item {
            case .greeted: try greet(subscriber, at: now)
            case .strange: throw LoadControl.strangeFleet
            case .subscribed:
                attendance.accept(subscriber)
                if subscriber.link.resumes { tally.counts.links.resumes += 1 }
            case .live: goLive(subscriber, at: now)
            case .refused(let code): refuse(subscriber, code, bytes, at: now)
            case .dismissed(let code): dismiss(subscriber, code, at: now)
            }
        }
        schedule(subscriber)
    }

    private mutating func greet(
        _ subscriber: LoadSubscriber, at now: MonotonicInstant
    ) throws(ProgramFailure) {
        guard !subscriber.link.isGreeted else { return }
        attendance.enter(subscriber)
        tally.counts.links.connects += 1
        send(
            try plan.request(of: subscriber.number, after: subscriber.link.after),
            to: subscriber)
        subscriber.script.greet(at: now)
    }

    private mutating func goLive(_ subscriber: LoadSubscriber, at now: MonotonicInstant) {
        subscriber.delay.succeed()
        subscriber.script.goLive(at: now)
        attendance.settle(subscriber)
    }

    /// Handles an `error`. One with an accepted subscription can only be the answer to garbage.
    private mutating func refuse(
        _ subscriber: LoadSubscriber, _ code: String, _ bytes: UnsafeRawBufferPointer,
        at now: MonotonicInstant
    ) {
        guard !subscriber.link.isSubscribed else {
            guard subscriber.script.subscriberClass == .hostile else { return }
            tally.counts.garbageAnswered += 1
            return subscriber.script.answer()
        }
        tally.counts.links.refused += 1
        let error = Self.error(in: bytes)
        if subscriber.number == 0, !attendance.hasBeenAccepted {
            ending.reached = .failed(Self.failure(error, code))
        }
        attendance.settle(subscriber)
        let mayPass = ErrorCode(rawValue: code)?.isRetryable ?? false
        // A subscription that was refused for its anchor may be accepted without it.
        subscriber.forgets = subscriber.link.after != nil && !mayPass
        drop(subscriber, byTester: true)
        guard mayPass || subscriber.forgets else {
            losses.note(.refused(code), of: plan.options.number(of: subscriber.number), at: now)
            return subscriber.script.finish()
        }
        retryLater(subscriber, at: now)
    }

    /// The failure of a run whose first subscription is refused.
    private static func failure(_ error: JSONValue?, _ code: String) -> ProgramFailure {
        let mayPass = ErrorCode(rawValue: code)?.isRetryable
        let reason = error?["reason"]?.text ?? code
        let suggestion = error?["suggestion"]?.text.map { " \($0)" } ?? ""
        return ProgramFailure(
            mayPass ?? true ? .unavailable : .refusal(code: code),
            "the daemon refused the first subscriber: \(reason)\(suggestion)")
    }

    private static func error(in bytes: UnsafeRawBufferPointer) -> JSONValue? {
        bytes.split(separator: UInt8(ascii: "\n")).lazy.compactMap { JSONValue(line: $0) }
            .first { $0.type == .error }
    }

    private mutating func dismiss(
        _ subscriber: LoadSubscriber, _ code: String, at now: MonotonicInstant
    ) {
        tally.counts.links.byes += 1
        subscriber.link.isDismissed = true
        guard !subscriber.script.asks(forBye: code) else { return }
        losses.note(.bye(code), of: plan.options.number(of: subscriber.number), at: now)
    }
}
