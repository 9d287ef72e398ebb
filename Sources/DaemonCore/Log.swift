import Configuration
import LinuxIO
import PlainText
import StreamServer
import Synchronization
import Vocabulary

/// The daemon's log on standard error: with priorities for the journal, with times for people.
///
/// Every entry is one line of plain text, whatever names and cells it quotes.
package struct Log: Sendable {
    private let threshold: LogLevel?
    private let isJournal: Bool
    private let repeats = Repeats()

    private final class Repeats: Sendable {
        let throttle = Mutex(LogThrottle())
    }

    /// - Parameter threshold: the least important that is written; nil writes nothing.
    package init(threshold: LogLevel?) {
        self.threshold = threshold
        isJournal = Environment.value("JOURNAL_STREAM") != nil
    }

    package func callAsFunction(_ level: LogLevel, _ text: String) {
        guard let threshold, level <= threshold else { return }
        let time = CalendarTime(microseconds: WallClock.nowMicroseconds)
        let line: ShownText =
            isJournal ? "<\(level.rawValue)>\(text)\n" : "\(time) \(level.name) \(text)\n"
        _ = StandardStream.error.write(line)
    }

    /// Writes a line of which peers or a broken machine can make thousands, unless there has been
    /// one of its topic lately; ``tellRepeats(at:)`` says how many were left out.
    func callAsFunction(
        _ level: LogLevel, _ topic: LogThrottle.Topic, _ text: String,
        at now: Int64 = MonotonicClock.nowMicroseconds
    ) {
        let entry = LogThrottle.Entry(level: level, text: text)
        if repeats.throttle.withLock({ $0.admits(entry, topic, at: now) }) { self(level, text) }
    }

    /// Writes what happens to the hub, of which a shortage of descriptors makes a lot.
    func callAsFunction(_ event: HubEvent) {
        switch event {
        case .acceptFailed(let failure):
            self(.warning, .accept, "a client could not be accepted: \(failure)")
        case .pollFailed(let failure): self(.error, .poll, "the event poll failed: \(failure)")
        }
    }

    /// Says what was left out. Call it often; it costs a lock.
    ///
    /// - Parameter now: microseconds of the monotonic clock.
    func tellRepeats(at now: Int64) {
        let entries = repeats.throttle.withLock { $0.due(at: now) }
        for entry in entries { self(entry.level, entry.text) }
    }
}
