import Configuration
import LinuxIO
import PlainText
import StreamServer
import Synchronization
import Vocabulary
import WireProtocol

/// The daemon's log on standard error: with priorities for the journal, with times for people.
///
/// Every message is one line of plain text, whatever names and cells it quotes. No call waits until
/// its line is written, but for ``flush()``.
package struct Log: Sendable {
    private let shared: Shared
    private let stream: LogStream
    private let form: Form
    /// The users as they were when the daemon was started.
    private let users: UserNames

    /// How a line begins.
    private struct Form {
        let isJournal: Bool

        func line(_ level: LogLevel, _ text: String) -> ShownText {
            let time = CalendarTime(microseconds: WallClock.nowMicroseconds)
            return isJournal
                ? "<\(level.rawValue)>\(text)\n" : "\(time) \(level.name) \(text)\n"
        }
    }

    /// What all copies have in common.
    private final class Shared: Sendable {
        let throttle = Mutex(LogThrottle())
        let threshold: Mutex<LogLevel?>

        init(_ threshold: LogLevel?) { self.threshold = Mutex(threshold) }
    }

    /// - Parameters:
    ///   - threshold: the least important level that is written; nil writes nothing.
    ///   - write: writes a line, on standard error if left out; may block.
    package init(
        threshold: LogLevel?,
        write: @escaping @Sendable (ShownText) -> Void = { _ = StandardStream.error.write($0) }
    ) {
        shared = Shared(threshold)
        users = threshold == nil ? UserNames() : .ofMachine()
        let form = Form(isJournal: Environment.value("JOURNAL_STREAM") != nil)
        self.form = form
        let notice: LogStream.Notice = { lost in
            form.line(
                .warning, "\(lost.counted("line")) of the log lost: standard error was not read")
        }
        stream = LogStream(notice: notice, write: write)
    }

    /// The least important level that is written; nil writes nothing.
    var threshold: LogLevel? {
        get { shared.threshold.withLock { $0 } }
        nonmutating set { shared.threshold.withLock { $0 = newValue } }
    }

    package func callAsFunction(_ level: LogLevel, _ text: String) {
        guard let threshold, level <= threshold else { return }
        stream.append(form.line(level, text))
    }

    /// Waits until everything is written, or for half a second if standard error is not read.
    func flush() { stream.flush(within: .milliseconds(500)) }

    /// Writes a line of which peers or a broken machine can make thousands, unless there has been
    /// one of its topic lately; ``tellRepeats(at:)`` says how many were left out.
    func callAsFunction(
        _ level: LogLevel, _ topic: LogThrottle.Topic, _ text: String,
        at now: MonotonicInstant = MonotonicClock.now
    ) {
        let message = LogThrottle.Message(level: level, text: text)
        if shared.throttle.withLock({ $0.admits(message, topic, at: now) }) { self(level, text) }
    }

    /// Writes an event of the hub; a shortage of descriptors makes thousands.
    func callAsFunction(_ event: HubEvent) {
        switch event {
        case .acceptFailed(let failure):
            self(.warning, .accept, "a client could not be accepted: \(failure)")
        case .pollFailed(let failure): self(.error, .poll, "the event poll failed: \(failure)")
        case .command(let command, by: let peer, refused: let code):
            let who =
                peer.map { "user \(users.shown($0.userID)), process \($0.processID)" }
                ?? "somebody unknown"
            let outcome = code.map { ": refused, \($0.rawValue)" } ?? ""
            self(.info, .command, "\(who): \(command)\(outcome)")
        }
    }

    /// Writes how many lines were left out. Call it often; it costs a lock.
    func tellRepeats(at now: MonotonicInstant) {
        let messages = shared.throttle.withLock { $0.due(at: now) }
        for message in messages { self(message.level, message.text) }
    }
}

/// Limits the log lines that can come by the thousand: a value.
///
/// Of each topic one line is written at once. Lines that follow within ten seconds are counted, and
/// reported together when the ten seconds are over.
struct LogThrottle: Sendable {
    enum Topic: CaseIterable {
        /// Commands that could not be kept.
        case journal
        /// Clients that could not be accepted.
        case accept
        /// The event poll.
        case poll
        /// Commands and who gave them; the first of them are all written.
        case command
    }

    struct Message: Hashable, Sendable {
        let level: LogLevel
        let text: String
    }

    private struct Held {
        let since: MonotonicInstant
        var count = 0
        /// The last message that was left out.
        var last: Message?
    }

    private var held: [Topic: Held] = [:]
    /// Each command that people give is written; of a program's thousands, one a second is.
    private var commands = TokenBucket(perSecond: 1, burst: 64, at: .zero)

    /// The span in which one line of a topic is written.
    static let quiet = Duration.seconds(10)

    /// Whether a line is to be written now; else it is counted.
    mutating func admits(_ message: Message, _ topic: Topic, at now: MonotonicInstant) -> Bool {
        if topic == .command, commands.take(at: now) { return true }
        guard held[topic] != nil else {
            held[topic] = Held(since: now)
            return true
        }
        held[topic]?.count += 1
        held[topic]?.last = message
        return false
    }

    /// The messages about the lines that were left out, once their time is over.
    mutating func due(at now: MonotonicInstant) -> [Message] {
        guard !held.isEmpty else { return [] }
        var messages: [Message] = []
        for topic in Topic.allCases {
            guard let lines = held[topic], now - lines.since >= Self.quiet else {
                continue
            }
            held[topic] = lines.last == nil ? nil : Held(since: now)
            if let last = lines.last { messages.append(Self.summary(of: lines.count, last)) }
        }
        return messages
    }

    private static func summary(of count: Int, _ last: Message) -> Message {
        let seconds = quiet.components.seconds
        let text =
            count == 1
            ? last.text : "\(count) times within \(seconds) s, the last time: \(last.text)"
        return Message(level: last.level, text: text)
    }
}
