import StreamAudit
import Vocabulary
import WireProtocol

/// When a batch is full, or old enough to be delivered.
package struct BatchLimits: Hashable, Sendable {
    package let lines: Int
    /// The most bytes of a batch; its last line may exceed them.
    package let bytes: Int
    /// How long the first line of a batch waits for others.
    package let age: Duration

    package init(lines: Int, bytes: Int, age: Duration) {
        self.lines = lines
        self.bytes = bytes
        self.age = age
    }
}

/// The facts of a batch besides its bytes.
package struct BatchLabel: Hashable, Sendable {
    package var lines = 0
    package var bytes = 0
    /// Every line up to this anchor is in this batch or an earlier one; nil in an empty batch.
    package var last: AnchorText?
    /// When the batch's first line arrived.
    package var began = MonotonicInstant.zero

    package init() {}
}

/// Collects lines into batches. It holds the bytes of a batch until its owner takes them, at any
/// time and any number of times.
package struct Batcher: ~Copyable, LineSink {
    private let limits: BatchLimits
    /// The bytes that the owner has not taken yet.
    private var output: LineBuffer
    private var taken = 0
    private var label = BatchLabel()
    /// Every line up to this anchor came before this batch; nil if that anchor is not known.
    private var passed: AnchorText?

    package init(_ limits: BatchLimits) {
        self.limits = limits
        output = LineBuffer(capacity: min(limits.bytes, 1 << 18))
    }

    package var isEmpty: Bool { label.lines == 0 }
    package var lines: Int { label.lines }
    private var bytes: Int { taken + output.count }

    package var hasRoom: Bool { label.lines < limits.lines && bytes < limits.bytes }

    package mutating func add(
        _ line: UnsafeRawBufferPointer, _ head: LineHead, _ form: RelayForm,
        at now: MonotonicInstant
    ) -> Bool {
        guard form.append(line, head, to: &output) != nil else { return false }
        if label.lines == 0 { label.began = now }
        label.lines += 1
        label.last = AnchorText(line, head.anchor)
        return true
    }

    package mutating func pass(_ anchor: AnchorText, at now: MonotonicInstant) {
        if isEmpty { passed = anchor } else { label.last = anchor }
    }

    /// When to deliver the batch: now if it is full; nil while it is empty.
    package var due: MonotonicInstant? {
        guard !isEmpty else { return nil }
        return hasRoom ? label.began + limits.age : label.began
    }

    /// The anchor before the batch, up to which no line is left to send; nil without one, and from
    /// the second call on. It holds once all earlier batches are acknowledged.
    package mutating func takePassed() -> AnchorText? { passed.take() }

    /// The number of bytes that wait for their owner.
    package var waiting: Int { output.count }

    /// Hands over the bytes added since the last call. They are forgotten, even if `body` throws.
    package mutating func takeBytes<Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        defer { output.removeAll() }
        taken += output.count
        try output.withUnsafeBytes(body)
    }

    /// Ends the batch and begins an empty one. Traps unless all bytes of the batch were taken.
    package mutating func close() -> BatchLabel {
        precondition(output.isEmpty, "\(output.count) bytes of a batch would be lost")
        var closed = label
        closed.bytes = taken
        label = BatchLabel()
        (taken, passed) = (0, nil)
        return closed
    }
}
