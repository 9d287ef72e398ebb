import Vocabulary
import WireProtocol

/// When a batch is full, or old enough to be handed on.
package struct BatchLimits: Hashable, Sendable {
    package let lines: Int
    /// A batch may exceed it by its last line.
    package let bytes: Int
    /// How long the first line of a batch waits for others.
    package let age: Duration

    package init(lines: Int, bytes: Int, age: Duration) {
        self.lines = lines
        self.bytes = bytes
        self.age = age
    }
}

/// What is known of a batch beside its bytes.
package struct BatchLabel: Hashable, Sendable {
    package var lines = 0
    package var bytes = 0
    /// Every line up to here is in this batch or in one before it; nil in an empty batch.
    package var last: AnchorText?
    /// When its first line came.
    package var began = MonotonicInstant.zero

    package init() {}
}

/// Collects lines to batches.
package struct Batcher: ~Copyable, LineSink {
    private let limits: BatchLimits
    private var output: LineBuffer
    private var label = BatchLabel()

    package init(_ limits: BatchLimits) {
        self.limits = limits
        output = LineBuffer(capacity: min(limits.bytes, 1 << 20))
    }

    package var isEmpty: Bool { label.lines == 0 }
    package var lines: Int { label.lines }

    package var hasRoom: Bool { label.lines < limits.lines && output.count < limits.bytes }

    package mutating func add(
        _ line: UnsafeRawBufferPointer, _ head: LineHead, _ form: RelayForm,
        at now: MonotonicInstant
    ) -> Bool {
        guard form.append(line, head, to: &output) != nil else { return false }
        if label.lines == 0 { label.began = now }
        label.lines += 1
        label.last = head.anchor
        return true
    }

    package mutating func pass(_ anchor: AnchorText, at now: MonotonicInstant) {
        label.last = anchor
    }

    /// When the batch is to be handed on: now if it is full; nil while it is empty.
    package var due: MonotonicInstant? {
        guard !isEmpty else { return nil }
        return hasRoom ? label.began + limits.age : label.began
    }

    /// The anchor of an empty batch, which nothing has to be sent for; nil without one.
    package mutating func takePassed() -> AnchorText? {
        guard isEmpty else { return nil }
        defer { label.last = nil }
        return label.last
    }

    /// Reads the bytes of the batch in place.
    package borrowing func withBytes<Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try output.withUnsafeBytes(body)
    }

    /// Ends the batch, and begins an empty one.
    package mutating func close() -> BatchLabel {
        var closed = label
        closed.bytes = output.count
        label = BatchLabel()
        output.removeAll()
        return closed
    }
}
