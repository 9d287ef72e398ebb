import LinuxIO
import StreamServer
import Vocabulary
import WireProtocol

/// An outbox between a ledger and a scripted kernel.
struct OutboxBench {
    var outbox: Outbox
    var ledger = OutboxLedger()
    let kernel: ScriptedKernel
    /// What the outbox may hold of the memory for all.
    var outboxRoom = Int.max
    /// Live lines whose last byte has left; see ``deliver(_:padding:due:)``.
    var delivered = Delivered()

    init(lines: Int = 1000, bytes: Int = 1 << 20, room: Int? = nil) {
        outbox = Outbox(OutboxRules(OutboxLedger.identity, lines: lines, bytes: bytes))
        kernel = ScriptedKernel(room: room)
    }

    mutating func open(_ number: Int) {
        let (position, prefix) = ledger.openSubscription(number)
        outbox.open(subscription: number, after: position, prefix: prefix)
    }

    mutating func close(_ number: Int) {
        outbox.close(subscription: number)
        ledger.closeSubscription(number)
    }

    /// Delivers one line for each number, in this order; nil is a control line.
    ///
    /// - Parameter due: nil for a catch-up.
    @discardableResult
    mutating func deliver(
        _ numbers: [Int?], padding: Int = 0, due: MonotonicInstant? = nil
    ) -> Outbox.FlushOutcome {
        let offer = offer(numbers, padding: padding)
        let kernel = kernel
        let room = outboxRoom
        let outcome = offer.bytes.withUnsafeBytes {
            outbox.deliver(
                Delivery($0, offer.lines, due: due), room: room, noting: &delivered,
                send: kernel.send)
        }
        if outcome == .drained {
            delivered.add(offer.lines.count { $0.subscription != nil }, due: due)
        }
        return outcome
    }

    @discardableResult
    mutating func flush() -> Outbox.FlushOutcome {
        outbox.flush(noting: &delivered, send: kernel.send)
    }

    /// Lets everything through and returns what is wrong with what the reader got in all.
    mutating func faults() -> [String] {
        kernel.room = nil
        kernel.shares = []
        let outcome = flush()
        var faults = ledger.faults(in: kernel.taken)
        if outcome != .drained || !outbox.isEmpty || outbox.byteCount != 0 {
            faults.append("not drained: \(outcome), \(outbox.byteCount) bytes left")
        }
        let lost = ledger.gaps(in: kernel.taken).reduce(0, +)
        if outbox.counts.linesLost != lost {
            faults.append("\(outbox.counts.linesLost) lost, \(lost) told")
        }
        return faults
    }

    private mutating func offer(_ numbers: [Int?], padding: Int) -> OutboxLedger.Offer {
        var offer = OutboxLedger.Offer()
        for number in numbers {
            if let number {
                ledger.addData(subscription: number, padding: padding, to: &offer)
            } else {
                ledger.addControl(padding: padding, to: &offer)
            }
        }
        return offer
    }
}
