import Statistics

/// The latencies of one read: lines in a row that were due together are entered together.
struct LatencyBatch {
    /// When the bytes had been read, and when the tester began the turn in which it read them.
    private let received: Int64
    private let woken: Int64
    private var due: Int64 = 0
    private var late: Int64 = 0
    private var times = 0

    init(received: Int64, woken: Int64) {
        self.received = received
        self.woken = woken
    }

    @inline(__always)
    mutating func add(due: Int64, late: Int64, into tally: inout LoadTally) {
        if due != self.due || late != self.late {
            enter(into: &tally)
            self.due = due
            self.late = late
        }
        times += 1
    }

    /// Enters what has been added since the last time.
    mutating func enter(into tally: inout LoadTally) {
        guard times > 0 else { return }
        let total = max(received - due, 0)
        let generator = max(late, 0)
        let delivery = max(total - generator, 0)
        let tester = max(min(delivery, received - woken), 0)
        tally.latency.total.record(total, times: times)
        tally.latency.generator.record(generator, times: times)
        tally.latency.delivery.record(delivery, times: times)
        tally.latency.tester.record(tester, times: times)
        tally.secondTotal.record(total, times: times)
        tally.secondGenerator.record(generator, times: times)
        tally.stageTotal?.record(total, times: times)
        times = 0
    }
}
