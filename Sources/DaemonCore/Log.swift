import LinuxIO
import Vocabulary

/// The daemon's log on standard error: with priorities for the journal, with times for people.
package struct Log: Sendable {
    private let threshold: LogLevel?
    private let isJournal: Bool

    /// - Parameter threshold: the least important that is written; nil writes nothing.
    package init(threshold: LogLevel?) {
        self.threshold = threshold
        isJournal = Environment.value("JOURNAL_STREAM") != nil
    }

    package func callAsFunction(_ level: LogLevel, _ text: String) {
        guard let threshold, level <= threshold else { return }
        let time = CalendarTime(microseconds: WallClock.nowMicroseconds)
        let line = isJournal ? "<\(level.rawValue)>\(text)\n" : "\(time) \(level.name) \(text)\n"
        _ = StandardStream.error.write(line)
    }
}
