import TestSupport
import Testing
import Vocabulary

@testable import DaemonCore

@Suite struct LoadMeterTests {
    private func meter(_ seconds: Int, each time: Duration) -> LoadMeter {
        var meter = LoadMeter(since: .zero)
        for tick in 1...(seconds * 50) {
            meter.record(time, at: .zero + .milliseconds(20) * tick)
        }
        return meter
    }

    @Test func `ticks of 5 ms every 20 ms are a quarter of a processor`() {
        for seconds in [1, 3, 10, 100] {
            var meter = meter(seconds, each: .milliseconds(5))
            let share = meter.share(at: .zero + .seconds(seconds))
            #expect(abs(share - 0.25) < 0.01, "\(seconds) s")
        }
    }

    @Test func `what was is forgotten after ten seconds`() {
        var meter = meter(20, each: .milliseconds(10))
        #expect(meter.share(at: 20_000_000) > 0.48)
        #expect(meter.share(at: 23_000_000, ofLast: 2) == 0)
        #expect(abs(meter.share(at: 25_000_000) - 0.25) < 0.06)
        #expect(meter.share(at: 32_000_000) == 0)
        #expect(meter.share(at: .last) == 0)
    }

    @Test func `a tick of seconds counts whole, and one that is not over a second counts too`() {
        var meter = LoadMeter(since: .zero)
        meter.record(.milliseconds(300), at: 400_000)
        #expect(abs(meter.share(at: 500_000) - 0.3) < 0.001)
        meter.record(.seconds(4), at: 5_000_000)
        #expect(meter.share(at: 6_000_000) > 0.7)
    }

    @Test func `the most that was promised is remembered as long as the time that it took`() {
        var meter = LoadMeter(since: .zero)
        for second in 1...4 {
            meter.record(
                .milliseconds(100), promised: second * 1000,
                at: .zero + .milliseconds(second * 1000 - 500))
        }
        meter.record(.milliseconds(1), promised: 7, at: 4_500_000)
        // The fifth second is not over.
        #expect(meter.promised(at: 4_600_000) == 4000)
        #expect(meter.promised(at: 6_000_000, ofLast: 2) == 7)
        #expect(meter.promised(at: 6_000_000) == 4000)
        #expect(meter.promised(at: 13_500_000) == 4000)
        #expect(meter.promised(at: 14_100_000) == 7)
        #expect(meter.promised(at: 16_000_000) == 0)
    }

    @Test func `a clock that stands or goes back traps nowhere`() {
        var meter = LoadMeter(since: 10_000_000)
        meter.record(.milliseconds(10), at: 0)
        #expect(meter.share(at: 0) <= 0.01)
        #expect(meter.share(at: 10_000_000) <= 0.01)
    }
}
