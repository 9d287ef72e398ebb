import CommandLine
import LinuxIO
import LoadReport
import StreamAudit
import StreamClient
import WireProtocol

/// The connections of the subscribers.
extension LoadRun {
    /// What is asked of a daemon whose queue of connections is full waits so long.
    private static var fullQueueMicroseconds: Int64 { 10_000 }

    mutating func connect(_ subscriber: LoadSubscriber, at now: Int64) throws(ProgramFailure) {
        do throws(SystemFailure) {
            let descriptor = try newConnection()
            subscriber.connect(
                descriptor, beginning: plan.options.beginning, at: now)
            try poll.add(subscriber.raw, .read, token: UInt64(subscriber.number))
            subscriber.isWatched = true
        } catch {
            if error.isWouldBlock {
                return subscriber.script.lose(
                    comingBackAt: now + Self.fullQueueMicroseconds, at: now)
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

    mutating func watch(_ subscriber: LoadSubscriber, at now: Int64) throws(ProgramFailure) {
        guard subscriber.raw >= 0, !subscriber.isWatched else { return }
        do throws(SystemFailure) {
            try poll.add(subscriber.raw, .read, token: UInt64(subscriber.number))
        } catch {
            throw ProgramFailure(.failure, "cannot wait for a connection: \(error)")
        }
        subscriber.isWatched = true
        subscriber.heardAt = now
    }

    /// Takes it out of the poll, which would tell of what is not read again and again, and of a
    /// hang-up even unasked.
    mutating func unwatch(_ subscriber: LoadSubscriber) {
        guard subscriber.isWatched else { return }
        subscriber.isWatched = false
        try? poll.remove(subscriber.raw)
    }

    /// Ends a connection and counts nothing.
    mutating func drop(_ subscriber: LoadSubscriber, byTester: Bool) {
        if subscriber.isGreeted { connected -= 1 }
        subscriber.disconnect(byTester: byTester, into: &tally)
    }

    /// Takes that the daemon has ended a connection.
    mutating func lose(_ subscriber: LoadSubscriber) {
        let now = MonotonicClock.nowMicroseconds
        if !subscriber.isDismissed {
            tally.counts.linksLost += 1
            losses.note(.linkLost, of: subscriber.number, at: now)
        }
        drop(subscriber, byTester: false)
        retryLater(subscriber, at: now)
        schedule(subscriber)
    }

    /// Lets it come back, later each time that it does not get as far as a subscription.
    mutating func retryLater(_ subscriber: LoadSubscriber, at now: Int64) {
        let wait = subscriber.delay.next(chance: SystemRandom.bits())
        subscriber.script.lose(comingBackAt: now + wait * 1000, at: now)
    }

    /// Sends lines to a daemon that has greeted, which always has room for a few of them; if not,
    /// the connection is as good as lost and will tell.
    func send(_ line: [UInt8], to subscriber: LoadSubscriber) {
        _ = StreamSocket.send(to: subscriber.raw, line.span.bytes)
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
