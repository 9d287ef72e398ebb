import Statistics
import Testing
import Vocabulary

@Suite struct TrailingSpanTests {
    @Test func `a span is open at its old end and never reaches before the start`() {
        let span = TrailingSpan(.seconds(2))
        #expect(span.edge(at: 130) == 30)
        #expect(span.edge(at: 100) == 0)
        #expect(span.length(at: 130) == 100)
        #expect(span.length(at: 100) == 100)
        #expect(span.length(at: 40) == 40)
        #expect(!span.isSession)
    }

    @Test func `a session lets nothing go`() {
        let span = TrailingSpan(.session)
        #expect(span == TrailingSpan.session)
        #expect(span.isSession)
        for now in [0, 1, 4_320_000, Int32.max - 1] {
            #expect(span.edge(at: now) < 0)
            #expect(span.length(at: now) == now)
        }
        #expect(span.samples(periodTicks: 1) == 0)
    }

    @Test func `a span holds a sample for every period that ends in it`() {
        for ticks in 1...120 as ClosedRange<Int64> {
            for period in 1...60 as ClosedRange<Int32> {
                let span = TrailingSpan(.span(FleetDuration(ticks: ticks)))
                // The most instants on a grid that fit into (0, ticks], wherever the grid lies.
                let most = stride(from: ticks, to: 0, by: -Int64.Stride(period)).reduce(0) {
                    sum, _ in
                    sum + 1
                }
                #expect(span.samples(periodTicks: period) == most)
            }
        }
    }

    @Test func `a span without length stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = TrailingSpan(.zero) }
    }
}
