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
