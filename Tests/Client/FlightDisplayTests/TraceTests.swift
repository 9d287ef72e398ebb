import FlightDisplay
import Testing
import Vocabulary

@Suite struct TraceTests {
    private let start = FleetInstant(ticks: 1000)

    private func instant(_ seconds: Int64) -> FleetInstant { start + .seconds(seconds) }

    private func trace(_ values: [(Int64, Double)]) -> Trace {
        var trace = Trace(start: start, step: .seconds(5))
        for (second, value) in values { trace.note(value, at: instant(second)) }
        return trace
    }

    @Test func `the newest value is the last, and a missing step is a gap`() {
        let trace = trace([(5, 1), (10, 2), (20, 4)])
        #expect(trace.last(.seconds(25), upTo: instant(20)) == [nil, 1, 2, nil, 4])
    }

    @Test func `the step in progress is no gap, a passed one is`() {
        let trace = trace([(5, 1), (10, 2)])
        #expect(trace.last(.seconds(10), upTo: instant(14)) == [1, 2])
        #expect(trace.last(.seconds(10), upTo: instant(19)) == [1, 2])
        #expect(trace.last(.seconds(10), upTo: instant(20)) == [2, nil])
    }

    @Test func `values may come in any order, the last of a step counts`() {
        var trace = trace([(5, 1), (20, 4)])
        trace.note(3, at: instant(15))
        trace.note(9, at: instant(7))
        #expect(trace.last(.seconds(20), upTo: instant(20)) == [9, nil, 3, 4])
    }

    @Test func `an empty trace is one gap`() {
        #expect(trace([]).last(.seconds(15), upTo: instant(100)) == [nil, nil, nil])
    }

    @Test func `a value before the oldest step is ignored`() {
        var trace = trace([(50, 1)])
        trace.note(7, at: instant(5))
        #expect(trace.last(.seconds(50), upTo: instant(50)).compactMap(\.self) == [1])
    }

    @Test func `a very long trace forgets its beginning and keeps its end`() {
        var trace = Trace(start: start, step: .seconds(5))
        let count = Trace.limit * 2 + 100
        for index in 0..<count {
            trace.note(Double(index), at: instant(Int64(index) * 5))
        }
        let last = trace.last(.seconds(Int64(Trace.limit) * 10), upTo: instant(Int64(count) * 5))
        let kept = last.compactMap(\.self)
        #expect((Trace.limit...2 * Trace.limit).contains(kept.count))
        #expect(kept == (count - kept.count..<count).map(Double.init))
    }

    @Test func `a leap in time costs no memory`() {
        var trace = trace([(5, 1)])
        trace.note(2, at: instant(5_000_000_000))
        #expect(trace.last(.seconds(10), upTo: instant(5_000_000_000)) == [nil, 2])
    }
}
