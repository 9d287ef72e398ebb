import LoadReport
import LoadTesting
import TestSupport
import Testing

@Suite struct CapacitySearchTests {
    private func search(
        _ raised: CapacityCurve.Raised, from start: Double, upTo maximum: Double = 1e6
    ) throws -> CapacitySearch {
        let assertion = try LoadAssertion(parsing: "p99<10ms")
        return CapacitySearch(raised, holding: assertion, from: start, upTo: maximum)
    }

    /// How many different loads it takes, of which each failing one is tried twice.
    private func loads(_ curve: CapacityCurve) -> Int { Set(curve.steps.map(\.load)).count }

    @Test(arguments: UInt64(1)...60)
    func `the limit is found to a twentieth, in the steps that are promised`(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let raised = chance.pick(CapacityCurve.Raised.allCases)
        let start = Double(chance.number(1...2000))
        let isWhole = raised == .subscribers
        let capacity = Double(chance.number(1...200_000)) / (isWhole ? 1 : 64)
        var search = try search(raised, from: start)
        while let load = search.next {
            try #require(search.curve.steps.count < 100, "seed \(seed)")
            #expect(!isWhole || load == load.rounded(), "seed \(seed)")
            search.record(load <= capacity ? .held : .failed, value: load)
        }
        let limit = try #require(search.curve.limit, "seed \(seed)")
        #expect(limit <= capacity, "seed \(seed)")
        let distance = max(0.051 * capacity / 0.95, isWhole ? 1 : 0)
        #expect(capacity - limit <= distance, "seed \(seed): \(limit) for \(capacity)")
        #expect(search.curve.ending == .failed, "seed \(seed)")
        var doublings = 0
        while start * Double(1 << doublings) < max(capacity, start * start / capacity) {
            doublings += 1
        }
        #expect(loads(search.curve) <= doublings + 7, "seed \(seed): \(search.curve.steps)")
        let failed = search.curve.steps.filter { $0.outcome == .failed }
        #expect(failed.count == 2 * Set(failed.map(\.load)).count, "seed \(seed)")
    }

    @Test func `one bad moment is no limit`() throws {
        var search = try search(.subscribers, from: 100)
        search.record(.held)
        search.record(.failed, value: 12_000)
        #expect(search.next == 200)
        search.record(.held, value: 900)
        #expect(search.next == 400)
        #expect(search.curve.limit == 200)
        #expect(search.curve.steps.map(\.outcome) == [.held, .failed, .held])
    }

    @Test func `a load that the machine cannot hold is not tried twice and ends the rise`() throws {
        var search = try search(.subscribers, from: 1000)
        while let load = search.next {
            search.record(load <= 2500 ? .held : .impossible("2 500 fit"))
        }
        #expect((2375.0...2500).contains(search.curve.limit ?? 0))
        #expect(search.curve.ending == .impossible("2 500 fit"))
        #expect(search.curve.steps.count == loads(search.curve))
        #expect(search.curve.summary.hasSuffix("more could not be tried: 2 500 fit"))
    }

    @Test func `it stops at the highest load that may be asked for`() throws {
        var search = try search(.subscribers, from: 100, upTo: 350)
        var tried: [Double] = []
        while let load = search.next {
            tried.append(load)
            search.record(.held)
        }
        #expect(tried == [100, 200, 350])
        #expect(search.curve.limit == 350)
        #expect(search.curve.ending == .atMaximum)
    }

    @Test(arguments: CapacityCurve.Raised.allCases)
    func `what holds at no load has no limit`(raised: CapacityCurve.Raised) throws {
        var search = try search(raised, from: 100)
        while search.next != nil {
            try #require(search.curve.steps.count < 100)
            search.record(.failed)
        }
        #expect(search.curve.limit == nil)
        #expect(search.curve.summary.hasPrefix("p99<10ms held at no load"))
    }

    @Test func `a search that is left says so`() throws {
        var search = try search(.speed, from: 1)
        search.record(.held)
        #expect(search.curve.ending == .unfinished)
        #expect(search.curve.summary.hasSuffix("the search was not ended"))
    }
}
