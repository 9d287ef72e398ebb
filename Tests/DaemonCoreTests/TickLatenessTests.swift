import Statistics
import Testing

@testable import DaemonCore

@Suite struct TickLatenessTests {
    private func latenesses(_ began: [Int64], origin: Int64 = 1_000) -> [Int64] {
        var sums: [Int64] = []
        var lateness = TickLateness(origin: origin, period: 20)
        for instant in began {
            let before = lateness.histogram.sum
            lateness.record(began: instant)
            sums.append(lateness.histogram.sum - before)
        }
        return sums
    }

    @Test func `a tick is late by what has passed since it was due`() {
        #expect(latenesses([1_000, 1_021, 1_040, 1_079]) == [0, 1, 0, 19])
    }

    @Test func `the first tick may come at any time`() {
        #expect(latenesses([5_003]) == [3])
        #expect(latenesses([1_005]) == [5])
        #expect(latenesses([990], origin: 1_000) == [10])
    }

    @Test func `merged periods are one tick, late by the oldest of them`() {
        #expect(latenesses([1_000, 1_095, 1_100, 1_121]) == [0, 75, 0, 1])
    }

    @Test func `a second tick within one period is on time`() {
        #expect(latenesses([1_000, 1_005, 1_010, 1_020]) == [0, 0, 0, 0])
    }

    @Test func `every tick is counted`() {
        var lateness = TickLateness(origin: 0, period: 20)
        for instant in stride(from: Int64(0), to: 2_000, by: 7) { lateness.record(began: instant) }
        #expect(lateness.histogram.count == 286)
    }
}
