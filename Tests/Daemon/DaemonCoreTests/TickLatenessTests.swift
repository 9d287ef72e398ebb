import Statistics
import TestSupport
import Testing
import Vocabulary

@testable import DaemonCore

@Suite struct TickLatenessTests {
    private func latenesses(_ began: [MonotonicInstant], origin: MonotonicInstant = 1_000)
        -> [Int64]
    {
        var sums: [Int64] = []
        var lateness = TickLateness(TickGrid(origin: origin, period: .microseconds(20)))
        for instant in began {
            let before = lateness.histogram.sum
            let late = lateness.record(began: instant)
            sums.append(lateness.histogram.sum - before)
            #expect(max(0, late.wholeMicroseconds) == sums.last)
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

    @Test func `on another grid a tick is late by what has passed since its instants`() {
        var lateness = TickLateness(TickGrid(origin: 1_000, period: .microseconds(20)))
        lateness.record(began: 1_021)
        let first = lateness.change(
            to: TickGrid(origin: 1_020, period: .microseconds(40)), at: 1_021)
        #expect(first == 1_060)
        for instant in [1_062, 1_100, 1_190] as [MonotonicInstant] {
            lateness.record(began: instant)
        }
        #expect(lateness.histogram.sum == 1 + 2 + 0 + 50)
        #expect(
            lateness.change(to: TickGrid(origin: 1_000, period: .microseconds(20)), at: 1_190)
                == 1_200)
        lateness.record(began: 1_203)
        #expect(lateness.histogram.sum == 1 + 2 + 0 + 50 + 3)
        #expect(lateness.histogram.count == 5)
    }

    @Test func `every tick is counted`() {
        var lateness = TickLateness(TickGrid(origin: 0, period: .microseconds(20)))
        for instant in stride(from: Int64(0), to: 2_000, by: 7) {
            lateness.record(began: MonotonicInstant(microseconds: instant))
        }
        #expect(lateness.histogram.count == 286)
    }
}
