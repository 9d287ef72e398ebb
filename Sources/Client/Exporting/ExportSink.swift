import LinuxIO
import WireProtocol

/// Takes a file piece by piece and hands on some tens of kilobytes at a time, so that a file of any
/// length takes no more memory.
///
/// After a piece that could not be handed on, all others are passed over: the writer looks at
/// ``isOpen`` now and then to end early.
package final class ExportSink {
    private var lines = LineBuffer(capacity: pieceBytes)
    private var outcome = WriteOutcome.written
    private let deliver: ([UInt8]) -> WriteOutcome

    private static let pieceBytes = 1 << 16

    /// - Parameter deliver: takes a piece; a piece of a text consists of whole lines.
    package init(_ deliver: @escaping ([UInt8]) -> WriteOutcome) { self.deliver = deliver }

    /// Whether pieces are still handed on.
    package var isOpen: Bool { outcome == .written }

    /// Takes whole lines, and empties the buffer that they are in.
    package func take(_ more: inout LineBuffer) {
        take(more)
        more.removeAll()
    }

    /// Takes whole lines.
    package func take(_ more: borrowing LineBuffer) {
        lines.append(more, range: 0..<more.count)
        if lines.count >= Self.pieceBytes { flush() }
    }

    /// Takes bytes; those of a text are whole lines.
    package func take(_ more: [UInt8]) {
        guard more.count < Self.pieceBytes else {
            flush()
            if isOpen { outcome = deliver(more) }
            return
        }
        lines.append(bytes: more)
        if lines.count >= Self.pieceBytes { flush() }
    }

    /// Hands on what has been taken so far, so that a writer whose lines are few learns in time
    /// whether ``isOpen`` still holds.
    package func handOn() { flush() }

    /// Hands on the remaining bytes.
    ///
    /// - Returns: the outcome of the first piece that was not written, or `written`.
    package func finish() -> WriteOutcome {
        flush()
        return outcome
    }

    private func flush() {
        if isOpen, !lines.isEmpty { outcome = deliver(lines.bytes) }
        lines.removeAll()
    }
}
