import CommandLine
import LinuxIO
import StreamAudit
import Vocabulary

/// One turn of the run's event loop: wait, read, and act on what is due.
extension LoadRun {
    /// Waits for events, at most until something is due.
    mutating func wait(_ turn: inout LoadTurn) throws(ProgramFailure) {
        do throws(SystemFailure) {
            try poll.wait(into: &events, timeout: .zero)
            let slept = events.count == 0
            isCaughtUp = slept
            if slept {
                try poll.wait(into: &events, timeout: timeLeft)
                isCaughtUp = events.count == 0
            }
            turn.begin(
                at: MonotonicClock.now, slept: slept, isFull: events.count == events.capacity)
        } catch {
            throw ProgramFailure(.failure, "cannot wait for connections: \(error)")
        }
    }

    /// The time until something is due.
    private var timeLeft: Duration {
        let due = [dues.next, attendance.due, progress.due, control.due].compactMap(\.self)
            .reduce(course.due, min)
        return max(.zero, due - MonotonicClock.now)
    }

    /// Reads once. Bytes that are left make the next wait return at once.
    mutating func read(
        _ subscriber: LoadSubscriber, _ buffer: UnsafeMutableRawBufferPointer,
        woken: MonotonicInstant
    ) throws(ProgramFailure) {
        // The event may be older than its removal from the poll set.
        guard subscriber.link.isWatched else { return }
        let room = UnsafeMutableRawBufferPointer(
            rebasing: buffer[..<min(buffer.count, subscriber.script.allowance)])
        switch StreamSocket.receive(from: subscriber.link.raw, into: room) {
        case .wouldBlock: return
        case .endOfStream, .failed: lose(subscriber)
        case .received(let count):
            let now = MonotonicClock.now
            let bytes = UnsafeRawBufferPointer(rebasing: room[..<count])
            subscriber.receive(bytes, received: now, woken: woken, into: &tally)
            if !subscriber.news.isEmpty { try handleNews(of: subscriber, bytes, at: now) }
            guard subscriber.script.read(count, at: now) else { return }
            subscriber.link.unwatch(in: poll)
            schedule(subscriber)
        }
    }

    /// Performs the due steps of all scripts.
    mutating func actDue() throws(ProgramFailure) {
        while let next = dues.next {
            let now = MonotonicClock.now
            guard next <= now, let entry = dues.removeDue(at: now) else { return }
            let subscriber = subscribers[entry.subscriber]
            guard subscriber.enteredFor == entry.due else { continue }
            subscriber.enteredFor = nil
            try act(subscriber, at: now)
            schedule(subscriber)
        }
    }

    private mutating func act(
        _ subscriber: LoadSubscriber, at now: MonotonicInstant
    ) throws(ProgramFailure) {
        let unanswered = subscriber.script.unanswered(at: now)
        switch subscriber.script.step(at: now) {
        case nil: return
        case .connect: try connect(subscriber, at: now)
        case .stopReading: subscriber.link.unwatch(in: poll)
        case .read: try watch(subscriber, at: now)
        case .leave:
            tally.counts[.unanswered] += unanswered
            drop(subscriber, byTester: true)
        case .depart:
            tally.counts[.unanswered] += unanswered
            drop(subscriber, byTester: true)
            subscriber.forgets = true
        case .send(let garbage): send(garbage, of: subscriber)
        }
    }

    /// Enters a subscriber into the queue of due subscribers for its next step.
    mutating func schedule(_ subscriber: LoadSubscriber) {
        guard let due = subscriber.script.due, due != subscriber.enteredFor else { return }
        subscriber.enteredFor = due
        dues.enter(subscriber.number, at: due)
    }
}

/// When the tester woke for the turn in which it reads. The time from then to the read is latency
/// that the tester may have caused.
struct LoadTurn: Hashable {
    /// No event of this turn is older.
    private(set) var woken = MonotonicInstant.zero
    private var began = MonotonicInstant.zero
    private var wasFull = false

    /// Notes that a wait has ended.
    ///
    /// - Parameters:
    ///   - slept: whether there was nothing to report when the wait began. Else its events may have
    ///     been there since the turn before began, and longer if that turn did not bring all
    ///     events.
    ///   - isFull: whether there may be more events to report.
    mutating func begin(at now: MonotonicInstant, slept: Bool, isFull: Bool) {
        woken = slept ? now : wasFull ? woken : began
        began = now
        wasFull = isFull
    }
}
