import LinuxIO
import StreamServer
import Vocabulary
import WireProtocol

/// An outbox with subscriptions of any policy, between a ledger and a scripted kernel.
struct PolicyBench {
    var outbox: Outbox
    var ledger = PolicyLedger()
    let kernel: ScriptedKernel
    var outboxRoom = Int.max
    /// Whether a line that may not be lost did not fit, and the goodbye has been said.
    private(set) var isFull = false
    var delivered = Delivered()

    init(lines: Int = 1000, bytes: Int = 1 << 20, room: Int? = nil) {
        outbox = Outbox(OutboxRules(PolicyLedger.identity, lines: lines, bytes: bytes))
        kernel = ScriptedKernel(room: room)
    }

    mutating func open(_ policy: QueuePolicy, isLive: Bool = true) {
        let number = ledger.tracks.count
        let (position, prefix) = ledger.open(policy)
        outbox.open(subscription: number, after: position, prefix: prefix, policy: policy)
        if isLive { outbox.goLive(subscription: number) }
    }

    /// Delivers a line for each, at the next instant, in the order of lane and rank.
    mutating func deliver(
        _ wanted: [(lane: LaneID, rank: StreamPosition.Rank)], to tracks: [Int], padding: Int = 0,
        due: MonotonicInstant? = nil
    ) {
        guard !isFull else { return }
        ledger.advance()
        var (bytes, lines) = ([UInt8](), [Outbox.Line]())
        for track in tracks {
            for (lane, rank) in wanted {
                let added = ledger.add(track, lane: lane, rank, padding: padding)
                bytes += added.bytes
                lines.append(added.line)
            }
        }
        for (lane, rank) in wanted where rank == .end { ledger.endSession(lane: lane) }
        let (kernel, room) = (kernel, outboxRoom)
        let outcome = bytes.withUnsafeBytes {
            outbox.deliver(
                Delivery($0, lines, due: due), room: room, noting: &delivered, send: kernel.send)
        }
        if outcome == .drained { delivered.add(lines.count { $0.subscription != nil }, due: due) }
        if outcome == .full { sayGoodbye() }
    }

    /// Does what a hub does when a line that may not be lost does not fit.
    private mutating func sayGoodbye() {
        isFull = true
        for number in ledger.tracks.indices { outbox.close(subscription: number) }
        var line = LineBuffer()
        line.appendBye(.slowConsumer, anchor: nil)
        let kernel = kernel
        _ = line.withUnsafeBytes {
            outbox.deliverLast($0, noting: &delivered, send: kernel.send)
        }
    }

    @discardableResult
    mutating func flush() -> Outbox.FlushOutcome {
        outbox.flush(noting: &delivered, send: kernel.send)
    }

    /// Lets everything through, and returns the lines that the reader got in all.
    mutating func drain() throws -> [JSONLine] {
        kernel.room = nil
        kernel.shares = []
        _ = flush()
        return try wholeLines(of: kernel.taken).lines.map { try JSONLine($0) }
    }

    func accounts(_ lines: [JSONLine]) -> [PolicyAccount] {
        ledger.tracks.enumerated().map { PolicyAccount($1, name: "q\($0)", lines) }
    }

    /// Lets everything through, and returns what is wrong with what the reader got in all.
    mutating func faults() throws -> [String] {
        let lines = try drain()
        let accounts = accounts(lines)
        var faults = accounts.flatMap { $0.finalFaults(isWhole: !isFull) }
        if !outbox.isEmpty || outbox.heldBytes != 0 { faults.append("not drained") }
        if wholeLines(of: kernel.taken).rest.isEmpty == false { faults.append("half a line") }
        if (lines.last?.type == "bye") != isFull { faults.append("goodbye is not the last word") }
        var counts = OutboxCounts()
        counts.linesSent = Int64(accounts.reduce(0) { $0 + $1.received })
        counts.linesLost = Int64(accounts.reduce(0) { $0 + $1.lost })
        counts.linesReplaced = Int64(accounts.reduce(0) { $0 + $1.skipped })
        counts.gaps = Int64(lines.count { $0.type == "gap" })
        counts.warnings = Int64(lines.count { $0.type == "warn" })
        counts.bytesSent = Int64(kernel.taken.count)
        if counts != outbox.counts { faults.append("counted \(outbox.counts), got \(counts)") }
        return faults
    }
}
