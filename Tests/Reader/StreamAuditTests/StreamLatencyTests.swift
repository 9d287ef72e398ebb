import Statistics
import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamAudit

@Suite struct StreamLatencyTests {
    private func lines(_ numbers: ClosedRange<Int64>, late: Int64?) -> [[UInt8]] {
        var maker = StreamLines()
        return numbers.map {
            maker.data(.stat, SessionName(lane: 0, lap: 0), $0, tick: $0, late: late).bytes
        }
    }

    private func exactly(_ values: [Int64]) -> LatencyHistogram {
        var histogram = LatencyHistogram()
        for value in values { histogram.record(value) }
        return histogram
    }

    private func live() -> Auditor {
        var auditor = Auditor()
        auditor.connect()
        auditor.hear(StreamLines.live(StreamLines.position(0)))
        return auditor
    }

    @Test func `a line's latency has its parts`() {
        var auditor = live()
        // Line n is due 20 ms times n after the origin.
        auditor.received = StreamLines.origin + .microseconds(20_900)
        auditor.woken = auditor.received - .microseconds(100)
        auditor.hear(lines(1...1, late: 250))
        auditor.received = StreamLines.origin + .microseconds(40_300)
        auditor.woken = auditor.received - .milliseconds(5)
        auditor.hear(lines(2...2, late: 10))
        let latency = auditor.tally.latency
        #expect(latency.total == exactly([900, 300]))
        #expect(latency.generator == exactly([250, 10]))
        #expect(latency.delivery == exactly([650, 290]))
        #expect(latency.tester == exactly([100, 290]))
        #expect(auditor.tally.secondTotal == latency.total)
        #expect(auditor.tally.secondGenerator == latency.generator)
    }

    @Test func `no part is negative, whatever the clocks say`() {
        var auditor = live()
        auditor.received = StreamLines.origin
        auditor.woken = auditor.received + .microseconds(7)
        auditor.hear(lines(1...1, late: 250))
        let latency = auditor.tally.latency
        #expect(latency.total == exactly([0]))
        #expect(latency.generator == exactly([250]))
        #expect(latency.delivery == exactly([0]))
        #expect(latency.tester == exactly([0]))
    }

    @Test func `lines of one read are entered each`() {
        var auditor = live()
        auditor.received = StreamLines.origin + .seconds(1)
        auditor.woken = auditor.received
        let bytes = (lines(1...9, late: 5) + lines(10...12, late: nil)).map { $0 + [10] }
        auditor.read(Array(bytes.joined()))
        #expect(
            auditor.tally.latency.total == exactly((1...9).map { 1_000_000 - 20_000 * $0 }))
    }

    @Test func `replayed lines have no latency, and are counted`() {
        var auditor = Auditor()
        auditor.connect()
        auditor.hear(lines(1...4, late: nil))
        auditor.hear(StreamLines.live(StreamLines.position(4)))
        auditor.hear(lines(5...7, late: 3))
        #expect(auditor.counts.replayed == 4)
        #expect(auditor.counts.lines == 7)
        #expect(auditor.tally.latency.total.count == 3)
    }

    @Test func `nothing is entered before the measurement`() {
        var account = StreamAccount(identity: StreamLines.identity.description)
        var tally = AuditTally()
        account.connect(resuming: false)
        let lines = [StreamLines.live(StreamLines.position(0))] + lines(1...3, late: 1)
        Array(lines.map { $0 + [10] }.joined()).withUnsafeBytes {
            account.receive($0, received: 1, woken: 0, into: &tally) { _ in }
        }
        #expect(tally.counts.lines == 3)
        #expect(tally.latency == LatencyParts())
        #expect(tally.secondTotal.count == 0)
    }
}
