import Vocabulary

/// Whole lines that are sent together: in one write, if the kernel accepts all of it.
package struct Delivery<Lines: RandomAccessCollection<Outbox.Line>> {
    /// The lines, side by side.
    let bytes: UnsafeRawBufferPointer
    /// One for each line in `bytes`, in order.
    var lines: Lines
    /// When the lines of subscriptions were due; nil for a catch-up, and if there are none.
    let due: MonotonicInstant?

    @inline(__always)
    package init(_ bytes: UnsafeRawBufferPointer, _ lines: Lines, due: MonotonicInstant? = nil) {
        self.bytes = bytes
        self.lines = lines
        self.due = due
    }

    /// The same delivery, in a form from which lines can be removed at the front.
    var whole: Delivery<Lines.SubSequence> { Delivery<_>(bytes, lines[...], due: due) }
}

extension Delivery where Lines.SubSequence == Lines {
    /// Removes the first line and returns it. Traps if there is none.
    mutating func removeFirst() -> Delivery<CollectionOfOne<Outbox.Line>> {
        let line = lines[lines.startIndex]
        let (first, rest) = (bytes[..<line.length], bytes[line.length...])
        self = Delivery(UnsafeRawBufferPointer(rebasing: rest), lines.dropFirst(), due: due)
        return Delivery<_>(
            UnsafeRawBufferPointer(rebasing: first), CollectionOfOne(line),
            due: line.subscription == nil ? nil : due)
    }
}

extension Delivery<CollectionOfOne<Outbox.Line>> {
    var line: Outbox.Line { lines[0] }
}

/// The lines of a delivery: one by one, and together for the case that all have left.
package protocol OutgoingLines: RandomAccessCollection where Element == Outbox.Line {
    /// Notes that all lines have left.
    func noteSent(in tracks: inout SubscriptionTracks)
}

extension Array: OutgoingLines where Element == Outbox.Line {
    package func noteSent(in tracks: inout SubscriptionTracks) {
        for line in self { tracks.sent(line) }
    }
}

extension Outbox {
    /// One line that waits, or is about to be sent.
    package struct Line: Sendable {
        package var length: Int
        /// The number of its subscription; nil for a control line, which is never dropped.
        package var subscription: Int?
        /// The low bits of the session's lap.
        // Two laps that are alike in these bits are 65,536 sessions apart. Each has an `end` line,
        // which is never replaced, and fewer lines than that can wait: 16 bits are unambiguous.
        package var lap: UInt16
        package var position: StreamPosition

        package init(length: Int, subscription: Int?, lap: UInt16 = 0, position: StreamPosition) {
            self.length = length
            self.subscription = subscription
            self.lap = lap
            self.position = position
        }

        /// Whether a newer line of the same session and kind may replace it: it is a measurement,
        /// not an event.
        var isReplaceable: Bool {
            switch StreamPosition.Rank(rawValue: position.rank) {
            case .sample, .truth, .stat: true
            case .resume, .phase, .advisory, .pause, .end, .start, .dayEnd, .entry, .summary,
                .manual, .dayTruth, .last, nil:
                false
            }
        }
    }
}

/// Live lines whose last byte the kernel has accepted, for the histogram of lateness.
///
/// One reading of the clock serves many lines: the hub records them after every ``portion`` of
/// lines that leave at once, and after every flush of lines that have waited.
package struct Delivered {
    /// Lines that were due at the same time.
    package struct Run: Equatable, Sendable {
        package internal(set) var lines: Int
        package let due: MonotonicInstant

        /// The run with one more line; all its lines count as due with the oldest.
        func adding(due other: MonotonicInstant) -> Run {
            Run(lines: lines + 1, due: min(due, other))
        }
    }

    package private(set) var runs: [Run] = []
    private var lines = 0

    /// Lines that are recorded with one reading of the clock.
    static var portion: Int { 256 }

    package init() {}

    var isEmpty: Bool { runs.isEmpty }
    /// Whether it is time to record the lines.
    var isPortion: Bool { lines >= Self.portion }

    /// Adds lines; lines of a catch-up, which are due at no time, are left out. O(1) amortised.
    package mutating func add(_ lines: Int, due: MonotonicInstant?) {
        guard lines > 0, let due else { return }
        add(Run(lines: lines, due: due))
    }

    mutating func add(_ run: Run?) {
        guard let run else { return }
        lines += run.lines
        guard let last = runs.indices.last, runs[last].due == run.due else {
            return runs.append(run)
        }
        runs[last].lines += run.lines
    }

    /// Forgets the lines, and keeps the memory of a portion.
    mutating func removeAll() {
        runs.removeAll(keepingCapacity: runs.count <= Self.portion)
        lines = 0
    }
}

/// What the hub has to do for the lines of a tick until all have been delivered.
struct OutgoingTick {
    /// When the oldest of the lines is due.
    var due: MonotonicInstant?
    /// Connections with several subscriptions, whose lines leave in one write.
    var gathering: [ConnectionTable.Token] = []
    /// Connections of which the kernel has not accepted everything: ``StreamHub/settleAll()`` acts
    /// on the outcomes once all lines, or beats, have been delivered.
    var unsettled: [(ConnectionTable.Token, Outbox.FlushOutcome)] = []
}
