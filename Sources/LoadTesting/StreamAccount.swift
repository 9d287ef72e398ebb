import WireProtocol

/// The account of one subscriber's stream: every line in, every defect found.
package struct StreamAccount: ~Copyable {
    /// What its holder must know of; everything else is only counted.
    package enum News: Hashable, Sendable {
        case greeted
        case subscribed
        case live
        /// An `error` line, with its code.
        case refused(String)
        /// A `bye` line, with its code.
        case dismissed(String)
    }

    /// - Parameters:
    ///   - identity: the hash that every anchor of the fleet carries, as the greeting writes it.
    ///   - parsesInFull: one line in so many is parsed as a whole, 1 parses all.
    package init(identity: String, parsesInFull: Int = 64) {}

    /// The text of the anchor of the last whole line that had one; nil before the first.
    package var anchor: String? { nil }

    /// Begins a connection: what came of the one before stays on the account only when resuming.
    package mutating func connect(resuming: Bool) {}

    /// Takes bytes as they came.
    ///
    /// - Parameters:
    ///   - received: when they had been read, microseconds of the monotonic clock.
    ///   - woken: when the tester began the turn in which it read them, of the same clock.
    ///   - news: is called for what the holder must know of, in order.
    package mutating func receive(
        _ bytes: UnsafeRawBufferPointer, received: Int64, woken: Int64, into tally: inout LoadTally,
        news: (News) -> Void
    ) {}

    /// Ends a connection; what is cut is a defect unless the tester itself has ended it.
    package mutating func disconnect(byTester: Bool, into tally: inout LoadTally) {}

    /// Settles the account at the end of the run: what is still missing is unaccounted.
    package mutating func close(into tally: inout LoadTally) {}
}
