import StreamAudit
import Vocabulary
import WireProtocol

/// The lines that are in flight to a command or wait for it, without an acknowledgement.
///
/// Acknowledgements may come in any order: the anchor moves over the unbroken prefix only. A
/// restarted command gets every line without an acknowledgement again, in order.
package struct AckWindow: ~Copyable, LineSink {
    private struct Entry {
        /// The byte offset, counted from the first byte ever added.
        let start: Int
        let end: Int
        let id: Range<Int>
        var anchor: AnchorText
        var isAcknowledged = false
    }

    private let limits: BatchLimits
    private var output = LineBuffer(capacity: 1 << 16)
    /// The number of bytes forgotten before the first byte of `output`.
    private var forgotten = 0
    private var entries: [Entry] = []
    /// The number of leading entries that are acknowledged and not yet removed.
    private var done = 0
    /// The index of the first entry that has not been handed out.
    private var unsent = 0
    /// The anchor up to which everything is acknowledged; nil until it has moved.
    private var moved: AnchorText?

    package init(_ limits: BatchLimits) { self.limits = limits }

    /// The number of lines that wait for their acknowledgement, or for that of an earlier line.
    package var lines: Int { entries.count - done }
    package var bytes: Int { (entries.last?.end ?? forgotten) - (front?.start ?? endOfAll) }
    package var isEmpty: Bool { lines == 0 }
    package var hasRoom: Bool { lines < limits.lines && bytes < limits.bytes }
    /// Whether a line waits to be handed out.
    package var hasUnsent: Bool { unsent < entries.count }

    private var front: Entry? { done < entries.count ? entries[done] : nil }
    private var endOfAll: Int { entries.last?.end ?? forgotten }

    package mutating func add(
        _ line: UnsafeRawBufferPointer, _ head: LineHead, _ form: RelayForm,
        at now: MonotonicInstant
    ) -> Bool {
        let start = forgotten + output.count
        guard let id = form.append(line, head, to: &output) else { return false }
        entries.append(
            Entry(
                start: start, end: forgotten + output.count,
                id: id.lowerBound + forgotten..<id.upperBound + forgotten,
                anchor: AnchorText(line, head.anchor)))
        return true
    }

    package mutating func pass(_ anchor: AnchorText, at now: MonotonicInstant) {
        if isEmpty { moved = anchor } else { entries[entries.count - 1].anchor = anchor }
    }

    /// Adds the next lines to send to `target`, about `limit` bytes.
    package mutating func hand(_ limit: Int, to target: inout [UInt8]) {
        output.withUnsafeBytes { bytes in
            while unsent < entries.count, target.count < limit {
                let entry = entries[unsent]
                unsent += 1
                guard !entry.isAcknowledged else { continue }
                target.append(contentsOf: bytes[entry.start - forgotten..<entry.end - forgotten])
            }
        }
    }

    /// Starts again at the first line without an acknowledgement, for a new command.
    package mutating func restart() { unsent = done }

    /// Notes an acknowledgement. Cost: linear in the lines before it that have none yet.
    ///
    /// - Returns: whether a handed-out line waited for this acknowledgement.
    package mutating func acknowledge(_ id: UnsafeRawBufferPointer) -> Bool {
        let found = output.withUnsafeBytes { bytes in
            (done..<unsent).first { index in
                let entry = entries[index]
                guard !entry.isAcknowledged, entry.id.count == id.count else { return false }
                let start = entry.id.lowerBound - forgotten
                return (0..<id.count).allSatisfy { bytes[start + $0] == id[$0] }
            }
        }
        guard let found else { return false }
        entries[found].isAcknowledged = true
        while let front, front.isAcknowledged {
            moved = front.anchor
            done += 1
        }
        forget()
        return true
    }

    /// Removes the finished entries once they are more than half of all: so each line moves at most
    /// twice on average.
    private mutating func forget() {
        guard done > entries.count / 2, done >= 64 || done == entries.count else { return }
        let end = entries[done - 1].end
        let rest = output[end - forgotten..<output.count]
        output.removeAll()
        output.append(bytes: rest)
        forgotten = end
        entries.removeFirst(done)
        unsent -= done
        done = 0
    }

    /// The anchor up to which everything has been acknowledged, if it has moved since the last
    /// call.
    package mutating func takeMoved() -> AnchorText? {
        defer { moved = nil }
        return moved
    }
}
