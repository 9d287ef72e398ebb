import Vocabulary

/// Whole lines that are handed over together: what one write sends if the kernel takes all of it.
package struct Delivery<Lines: RandomAccessCollection<Outbox.Line>> {
    /// The lines, side by side.
    let bytes: UnsafeRawBufferPointer
    /// One for each line in `bytes`, in order.
    var lines: Lines
    /// When the lines of subscriptions were due, microseconds of the monotonic clock; nil if they
    /// are replayed, or if there are none.
    let due: Int64?

    @inline(__always)
    package init(_ bytes: UnsafeRawBufferPointer, _ lines: Lines, due: Int64? = nil) {
        self.bytes = bytes
        self.lines = lines
        self.due = due
    }

    /// The same, so that lines can be taken off.
    var whole: Delivery<Lines.SubSequence> { Delivery<_>(bytes, lines[...], due: due) }
}

extension Delivery where Lines.SubSequence == Lines {
    /// Takes the first line off. Traps if there is none.
    mutating func removeFirst() -> Delivery<CollectionOfOne<Outbox.Line>> {
        let line = lines[lines.startIndex]
        let (first, rest) = (bytes[..<line.length], bytes[line.length...])
        self = Delivery(UnsafeRawBufferPointer(rebasing: rest), lines.dropFirst(), due: due)
        return Delivery<_>(
            UnsafeRawBufferPointer(rebasing: first), CollectionOfOne(line),
            due: line.slot == nil ? nil : due)
    }
}

extension Delivery<CollectionOfOne<Outbox.Line>> {
    var line: Outbox.Line { lines[0] }
}

/// The lines of a delivery, one by one, and all at once for the case that all have left.
package protocol OutgoingLines: RandomAccessCollection where Element == Outbox.Line {
    /// How many belong to a subscription.
    var dataCount: Int { get }

    /// Notes that all have left.
    func noteSent(in tracks: inout SubscriptionTracks)
}

extension Array: OutgoingLines where Element == Outbox.Line {
    /// O(lines).
    package var dataCount: Int { count { $0.slot != nil } }

    package func noteSent(in tracks: inout SubscriptionTracks) {
        for line in self { tracks.sent(line) }
    }
}

extension Outbox {
    /// One line waiting, or about to.
    package struct Line: Sendable {
        package var length: Int
        /// The connection's slot of the subscription; nil for a line that is never dropped.
        package var slot: Int?
        /// The low bits of the session's lap. Between two laps of a lane that are alike in them lie
        /// more ends of sessions, which are never replaced, than lines can wait.
        package var lap: UInt16
        package var position: StreamPosition

        package init(length: Int, slot: Int?, lap: UInt16 = 0, position: StreamPosition) {
            self.length = length
            self.slot = slot
            self.lap = lap
            self.position = position
        }

        /// Whether a newer one of the same session and kind makes it dispensable: it is a
        /// measurement, and nothing that happened once.
        var isReplaceable: Bool {
            switch StreamPosition.Rank(rawValue: position.rank) {
            case .sample, .truth, .stat: true
            case .resume, .phase, .advisory, .pause, .end, .start, .last, nil: false
            }
        }
    }
}

/// Live lines whose last byte the kernel has taken, for the histogram of how late that was.
///
/// They are noted with one reading of the clock for many of them: after every portion of those
/// that are taken at once, and after every flush of those that have waited.
package struct Delivered {
    /// Lines that were due at the same time.
    package struct Run: Equatable, Sendable {
        package internal(set) var lines: Int
        /// Microseconds of the monotonic clock.
        package let due: Int64

        /// The same and one more; all count as due with the oldest.
        func adding(due other: Int64) -> Run { Run(lines: lines + 1, due: min(due, other)) }
    }

    package private(set) var runs: [Run] = []
    private var lines = 0

    /// So many lines are noted with one reading of the clock.
    static var portion: Int { 256 }

    package init() {}

    var isEmpty: Bool { runs.isEmpty }
    /// Whether it is time to note them.
    var isPortion: Bool { lines >= Self.portion }

    /// Adds lines, unless they are replayed ones, which are due at no time. O(1) amortised.
    package mutating func add(_ lines: Int, due: Int64?) {
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
