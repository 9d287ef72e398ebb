import Readout
import Testing
import Vocabulary

@testable import ClientCore

/// The search against a fleet that has a line at each of some instants back.
@Suite struct LastLinesTests {
    /// What a search asks for, and what it shows at its end.
    private func search(
        _ wanted: Int, _ lines: [FleetDuration], refusedFrom limit: FleetDuration? = nil,
        samples: Int? = nil
    ) -> (spans: [FleetDuration], shown: [Int]) {
        var search = LastLines(wanted)
        if let samples { search.limit(samples: samples, of: 10, at: 5) }
        var spans: [FleetDuration] = []
        while true {
            spans.append(search.span)
            if let limit, search.span >= limit {
                guard search.refuse() else { return (spans, []) }
                continue
            }
            search.keep(snapshot: [0])
            for (number, back) in lines.enumerated().reversed() where back <= search.span {
                search.keep([UInt8(number + 1)])
            }
            guard search.finish() == .ask else { break }
        }
        #expect(search.lines.first == [0])
        return (spans, search.lines.dropFirst().map { Int($0[0]) })
    }

    @Test func `a search ends whatever samples a daemon has`() {
        for samples in [Int.min, -1, 0, Int.max] {
            #expect(search(1, everySecond(200), samples: samples).shown == [1])
        }
    }

    private func everySecond(_ count: Int) -> [FleetDuration] {
        (0..<count).map { .seconds(Int64($0)) }
    }

    @Test(arguments: [1, 5, 11, 12, 20, 100])
    func `the last lines are shown in their order, however far back they begin`(wanted: Int) {
        let (spans, shown) = search(wanted, everySecond(200))
        #expect(shown == Array((1...wanted).reversed()))
        #expect(zip(spans, spans.dropFirst()).allSatisfy { $1 == $0 * 2 })
    }

    @Test func `where the daemon computes no more, those of the longest span are shown`() {
        let (spans, shown) = search(100, everySecond(200), refusedFrom: .seconds(80))
        #expect(spans == [10, 20, 40, 80, 40].map { .seconds($0) })
        #expect(shown == Array((1...41).reversed()))
    }

    @Test(arguments: [(0, 1), (499, 1), (1000, 2), (4000, 4), (7999, 4)])
    func `no span is asked for that has more samples than is computed at a time`(
        samples: Int, tries: Int
    ) {
        let (spans, shown) = search(100, everySecond(200), samples: samples)
        #expect(spans == [10, 20, 40, 80].prefix(tries).map { .seconds($0) })
        #expect(shown.count == [11, 21, 41, 81][tries - 1])
    }

    @Test func `a first span that is refused is told`() {
        let (spans, shown) = search(3, everySecond(9), refusedFrom: .seconds(10))
        #expect(spans == [.seconds(10)])
        #expect(shown == [])
    }

    @Test func `two days that bring no more end the search`() {
        let (spans, shown) = search(9, everySecond(3))
        #expect(shown == [3, 2, 1])
        #expect(spans[spans.count - 1] >= .seconds(2 * 86_400))
        #expect(spans.count == 16)
    }

    @Test func `on another connection the span begins again`() {
        var search = LastLines(2)
        search.keep([1])
        search.restart()
        for number in UInt8(2)...4 { search.keep([number]) }
        #expect(search.finish() == .show)
        #expect(search.lines == [[3], [4]])
    }
}
