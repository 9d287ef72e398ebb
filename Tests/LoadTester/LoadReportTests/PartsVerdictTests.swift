import StreamAudit
import TestSupport
import Testing

@testable import LoadReport

@Suite struct PartsVerdictTests {
    private typealias Standing = LoadVerdict.Standing

    private func parts(_ standings: [Standing], of count: Int? = nil) -> LoadResult {
        var result = SyntheticResult.lively(seconds: 5)
        result.tester.saturatedSeconds = 0
        result.parts = standings.enumerated().map { index, standing in
            var part = LoadPart()
            part.setup.run = "\(index)"
            part.setup.share = LoadShare(parsing: "\(index)/\(count ?? standings.count)")
            part.verdict.standing = standing
            part.span = LoadSpan(from: 0, to: 5_000_000)
            part.verdict.lacks = standing == .incomplete ? ["2 links lost"] : []
            part.verdict.violations = standing == .violated ? [.duplicates: 3] : [:]
            return part
        }
        return result
    }

    @Test func `it is no better than the worst run, whatever the others are`() {
        let order: [Standing] = [.passed, .failed, .incomplete, .violated]
        for first in order.indices {
            for second in order.indices {
                let verdict = LoadVerdict(of: parts([order[first], order[second]]))
                #expect(verdict.standing == order[max(first, second)])
            }
        }
    }

    @Test func `an assertion on all together can fail where each run passed`() throws {
        let assertion = try LoadAssertion(parsing: "p50<1us")
        let verdict = LoadVerdict(of: parts([.passed, .passed]), assertions: [assertion])
        #expect(verdict.standing == .failed)
        #expect(verdict.text == "FAIL (1 of 1)")
        let both = LoadVerdict(of: parts([.failed, .passed]), assertions: [assertion])
        #expect(both.text == "FAIL (1 of 1; 1 of 2 runs failed)")
        #expect(LoadVerdict(of: parts([.failed, .passed])).text == "FAIL (1 of 2 runs failed)")
    }

    @Test func `nothing passes while a run is incomplete`() throws {
        let assertion = try LoadAssertion(parsing: "p50<1s")
        let verdict = LoadVerdict(of: parts([.incomplete, .passed]), assertions: [assertion])
        #expect(verdict.text == "INCOMPLETE (1 of 2 runs incomplete)")
        #expect(verdict.assertions.map(verdict.word) == ["HELD"])
        #expect(verdict.lacks == ["part 0/2: 2 links lost"])
    }

    @Test func `parts that are missing are named`() {
        let verdict = LoadVerdict(of: parts([.passed, .passed], of: 12))
        #expect(verdict.standing == .incomplete)
        #expect(
            verdict.text == "INCOMPLETE (part 2/12, part 3/12, part 4/12, part 5/12, part 6/12, "
                + "part 7/12, part 8/12, part 9/12, … are missing)")
    }

    @Test func `defects are those that the runs were blamed for`() {
        let verdict = LoadVerdict(of: parts([.violated, .passed]))
        #expect(verdict.text == "VIOLATED (duplicates 3)")
    }

    @Test func `a tester that was the bottleneck is named`() {
        var result = parts([.passed, .passed])
        result.parts[1].verdict.bottleneck = "the tester was the bottleneck"
        let verdict = LoadVerdict(of: result)
        #expect(verdict.invalidity == "part 1/2: the tester was the bottleneck")
        #expect(verdict.standing == .passed)
    }
}

extension PartsVerdictTests {
    /// The first part measured from 0 to 5 s.
    private func apart(from: Int64, shared: Bool) -> LoadResult {
        var result = parts([.passed, .passed])
        result.parts[1].span = LoadSpan(from: from, to: from + 5_000_000)
        if !shared { for index in result.parts.indices { result.parts[index].setup.share = nil } }
        return result
    }

    @Test(arguments: [(0, true), (250_000, true), (300_000, false), (86_400_000_000, false)])
    func `parts that were not there together are no load test`(from: Int64, isWhole: Bool) {
        let verdict = LoadVerdict(of: apart(from: from, shared: true))
        #expect(verdict.standing == (isWhole ? .passed : .incomplete))
        #expect(verdict.isValid == isWhole)
        #expect(verdict.lacks.count == (isWhole ? 0 : 1))
        let others = LoadVerdict(of: apart(from: from, shared: false))
        #expect(others.standing == .passed && others.isValid == isWhole)
    }
}
