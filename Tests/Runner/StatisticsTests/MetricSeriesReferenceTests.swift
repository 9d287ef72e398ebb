import Statistics
import Testing
import Vocabulary

@Suite struct MetricSeriesReferenceTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `every report equals a walk through the ticks`(seed: UInt64) {
        for number in 0..<80 {
            let session = RandomSession(seed: seed, case: number)
            guard let difference = difference(in: session) else { continue }
            Issue.record("seed \(seed), case \(number), \(session.metric), \(difference)")
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a copy made half-way says the same, and what it is told stays with it`(seed: UInt64) {
        for number in 0..<10 {
            let session = RandomSession(seed: seed, case: 1000 + number)
            var original = series(of: session)
            var spoken: [MetricReport] = []
            let half = session.events.count / 2
            play(session.events[..<half], into: &original, spoken: &spoken)
            var copy = original
            var stray = original
            var said: [MetricReport] = []
            play(session.events[half...], into: &stray, adding: 7, spoken: &said)
            said = spoken
            play(session.events[half...], into: &original, spoken: &spoken)
            play(session.events[half...], into: &copy, spoken: &said)
            #expect(spoken == said, "seed \(seed), case \(number)")
            #expect(difference(in: session) == nil, "seed \(seed), case \(number)")
        }
    }

    /// The first report that differs from the reference, in words.
    private func difference(in session: RandomSession) -> String? {
        var series = series(of: session)
        var reference = TickReference(
            metric: session.metric, shape: session.shape, period: session.period)
        for (place, event) in session.events.enumerated() {
            switch event {
            case .sample(let value, let time):
                series.observe(value, at: time)
                reference.observe(value, at: time)
            case .emission(let time):
                let actual = series.report(at: time)
                guard place % 5 == 0 || place > session.events.count - 3 else { continue }
                let expected = reference.report(at: time)
                guard actual == expected else {
                    return "tick \(time.ticks) of \(session.shape): \(actual) not \(expected)"
                }
            }
        }
        return nil
    }

    private func series(of session: RandomSession) -> MetricSeries {
        MetricSeries(metric: session.metric, shape: session.shape, period: session.period)
    }

    private func play(
        _ events: ArraySlice<RandomSession.Event>, into series: inout MetricSeries,
        adding surplus: Int64 = 0, spoken: inout [MetricReport]
    ) {
        for event in events {
            switch event {
            case .sample(let value, let time): series.observe(value.map { $0 + surplus }, at: time)
            case .emission(let time): spoken.append(series.report(at: time))
            }
        }
    }
}
