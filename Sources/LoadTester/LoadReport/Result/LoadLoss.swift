import PlainText
import Vocabulary

/// Losses that make a load test's result incomplete: connections that ended against the plan, and a
/// daemon that was gone at the end.
package struct LoadLoss: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// A connection ended without a `bye`.
        case linkLost
        /// The daemon ended a connection with a `bye` of that code.
        case bye(String)
        /// The control connection ended.
        case controlLost
        /// The daemon did not answer the last `status`.
        case unanswered
        /// A subscriber wanted to be live at the end, and was not.
        case notLive
        /// A subscriber was refused for good, by an error of that code.
        case refused(String)

        /// As JSON calls it.
        var name: String {
            switch self {
            case .linkLost: "link_lost"
            case .bye: "bye"
            case .controlLost: "control_link_lost"
            case .unanswered: "status_unanswered"
            case .notLive: "not_live"
            case .refused: "refused"
            }
        }

        /// What the daemon said; nil where it said nothing.
        var code: String? {
            switch self {
            case .bye(let code), .refused(let code): code
            case .linkLost, .controlLost, .unanswered, .notLive: nil
            }
        }
    }

    package internal(set) var cause: Cause
    package internal(set) var count: Int
    /// Seconds since the measurement began, negative before.
    package internal(set) var first: Double
    package internal(set) var last: Double
    /// The numbers of the first few subscribers concerned.
    package internal(set) var subscribers: [Int]

    static let namedSubscribers = 8

    /// Whether it shows that the whole daemon was gone.
    var isOfDaemon: Bool {
        switch cause {
        case .controlLost, .unanswered: true
        case .linkLost, .bye, .notLive, .refused: false
        }
    }

    /// The number and the kind of losses: `20 links lost`.
    package var summary: String {
        switch cause {
        case .linkLost: "\(QuantityText.counted(count, "link")) lost"
        case .bye(let code):
            "\(QuantityText.counted(count, "link")) ended by bye \"\(ReportText.shown(code))\""
        case .controlLost: "the link for status lost"
        case .unanswered: "the last status unanswered"
        case .notLive: "\(QuantityText.counted(count, "subscriber")) not live at the end"
        case .refused(let code):
            "\(QuantityText.counted(count, "subscriber")) refused, \(ReportText.shown(code))"
        }
    }

    /// The summary with the time and the subscribers.
    package var text: String {
        ([summary, when] + [who].compactMap(\.self)).joined(separator: ", ")
    }

    private var when: String {
        let (first, last) = (ReportText.fixed(first, 1), ReportText.fixed(last, 1))
        return first == last ? "at \(first) s" : "from \(first) s to \(last) s"
    }

    /// `subscribers 0, 1, 2`, as many as are named.
    private var who: String? {
        guard let only = subscribers.first else { return nil }
        if count == 1 { return "subscriber \(only)" }
        let more = count > subscribers.count ? ", …" : ""
        return "subscribers \(subscribers.map { "\($0)" }.joined(separator: ", "))\(more)"
    }
}

/// Collects losses while a load test runs, grouped by cause.
package struct LossLedger: Sendable {
    private struct Entry {
        let cause: LoadLoss.Cause
        var count = 0
        var first: MonotonicInstant
        var last: MonotonicInstant
        var subscribers: [Int] = []
    }

    private var entries: [Entry] = []

    package init() {}

    /// - Parameter subscriber: the number of the subscriber; nil for a loss of the whole run.
    package mutating func note(
        _ cause: LoadLoss.Cause, of subscriber: Int? = nil, at now: MonotonicInstant
    ) {
        let index = entries.firstIndex { $0.cause == cause } ?? entries.count
        if index == entries.count { entries.append(Entry(cause: cause, first: now, last: now)) }
        entries[index].count += 1
        entries[index].last = now
        if let subscriber, entries[index].subscribers.count < LoadLoss.namedSubscribers,
            !entries[index].subscribers.contains(subscriber)
        {
            entries[index].subscribers.append(subscriber)
        }
    }

    /// - Parameter origin: when the measurement began.
    package func losses(since origin: MonotonicInstant) -> [LoadLoss] {
        entries.map { entry in
            LoadLoss(
                cause: entry.cause, count: entry.count, first: (entry.first - origin).inSeconds,
                last: (entry.last - origin).inSeconds, subscribers: entry.subscribers)
        }
    }
}
