import StreamAudit
import Vocabulary
import WireProtocol

/// The target of a relay's lines: a batch, or the window of a command that acknowledges line by
/// line.
package protocol LineSink: ~Copyable {
    /// Whether another line may be added.
    var hasRoom: Bool { get }

    /// Adds a line in its form; false if the line is not JSON.
    mutating func add(
        _ line: UnsafeRawBufferPointer, _ head: LineHead, _ form: RelayForm,
        at now: MonotonicInstant
    ) -> Bool

    /// Notes that every line up to an anchor has been added, or that there was none.
    mutating func pass(_ anchor: AnchorText, at now: MonotonicInstant)
}

/// Splits blocks of bytes from a daemon into lines.
package struct Intake {
    /// Why the intake stopped.
    package enum Stop: Equatable {
        /// The block holds no further whole line.
        case end
        /// The sink has no room.
        case full
        /// A line without a number, at these offsets, which has been consumed.
        case other(Range<Int>)
        /// A line that cannot be read, at these offsets.
        case unreadable(Range<Int>)
        /// A line at or after ``until``.
        case past
    }

    private let form: RelayForm
    /// Lines at or after this instant are not wanted.
    package var until: FleetInstant? {
        didSet { limit = until.map { Array($0.text.utf8) } }
    }
    /// ``until`` as text in the form of lines: times with four-digit years sort as text.
    private var limit: [UInt8]?

    package init(_ form: RelayForm) { self.form = form }

    /// Hands the numbered lines of a block to a sink. Linear in the consumed bytes.
    ///
    /// - Returns: the number of consumed bytes, and the last anchor among them; nil without one.
    package func take<Sink: LineSink & ~Copyable>(
        _ block: UnsafeRawBufferPointer, into sink: inout Sink, at now: MonotonicInstant
    ) -> (consumed: Int, last: AnchorText?, stop: Stop) {
        var (start, last) = (0, nil as AnchorText?)
        while let end = Newline.offset(in: block, from: start) {
            let line = UnsafeRawBufferPointer(rebasing: block[start..<end])
            guard let head = LineHead(line) else {
                return (end + 1, last, .other(start..<end))
            }
            if let limit, !Self.isBefore(limit, line, head.time) { return (start, last, .past) }
            guard sink.hasRoom else { return (start, last, .full) }
            guard sink.add(line, head, form, at: now) else {
                return (start, last, .unreadable(start..<end))
            }
            last = AnchorText(line, head.anchor)
            start = end + 1
        }
        return (start, last, .end)
    }

    /// Whether the time of a line sorts before the limit.
    private static func isBefore(
        _ limit: [UInt8], _ line: UnsafeRawBufferPointer, _ time: Range<Int>
    ) -> Bool {
        let time = UnsafeRawBufferPointer(rebasing: line[time])
        return limit.withUnsafeBytes { limit in
            var index = 0
            // Eight bytes in the order of their weight compare as a number.
            while index &+ 8 <= min(time.count, limit.count) {
                let (left, right) = (word(time, index), word(limit, index))
                if left != right { return left < right }
                index &+= 8
            }
            return time[index...].lexicographicallyPrecedes(limit[index...])
        }
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
}
