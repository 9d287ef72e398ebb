import StreamAudit
import Testing

@testable import LoadReport

@Suite struct LoadVerdictTests {
    private func verdict(_ result: LoadResult, _ texts: [String] = []) throws -> LoadVerdict {
        LoadVerdict(of: result, assertions: try texts.map { try LoadAssertion(parsing: $0) })
    }

    @Test func `all assertions must hold`() throws {
        let result = SyntheticResult.lively
        let held = try verdict(result, ["unaccounted==0", "lines>1"])
        #expect(held.standing == .passed)
        #expect(held.text == "PASS (2 of 2)")
        let failed = try verdict(result, ["unaccounted==0", "lines<1", "lines<2"])
        #expect(failed.standing == .failed)
        #expect(failed.text == "FAIL (2 of 3)")
        #expect(failed.failedCount == 2)
    }

    @Test func `a violation outranks what was asserted`() throws {
        var result = SyntheticResult.lively
        result.counts[.unaccounted] = 1300
        result.counts[.outOfOrder] = 1
        let verdict = try verdict(result, ["lines<1"])
        #expect(verdict.standing == .violated)
        #expect(verdict.text == "VIOLATED (unaccounted 1 300, out of order 1)")
        #expect(verdict.violations.map(\.defect) == [.unaccounted, .outOfOrder])
    }

    @Test func `without assertions only the protocol counts`() throws {
        #expect(
            try verdict(SyntheticResult.lively).text == "PASS (no defect; nothing was asserted)")
    }

    @Test func `what cannot be measured does not pass`() throws {
        let verdict = try verdict(SyntheticResult.lively, ["garbage_answered>1"])
        #expect(verdict.standing == .failed)
        #expect(verdict.failedCount == 0)
        #expect(verdict.unmeasurable.count == 1)
    }

    @Test(arguments: [(5, true), (6, false)])
    func `a tester that was busy in more than a twentieth of the seconds is no measure`(
        saturated: Int, isValid: Bool
    ) throws {
        var result = SyntheticResult.lively(seconds: 100)
        result.tester.saturatedSeconds = saturated
        let plain = try verdict(result)
        #expect(plain.isValid == isValid)
        #expect(plain.standing == .passed)
        let asserted = try verdict(result, ["tester.saturated_s<6"])
        #expect(asserted.standing == (isValid ? .passed : .failed))
    }

    /// What the text, the colour and the JSON say of the first assertion, which holds.
    private func told(_ result: LoadResult, _ texts: [String]) throws -> [String] {
        let verdict = try verdict(result, texts)
        let first = try #require(verdict.assertions.first)
        let json = LoadJSON.text(of: result, verdict)
        let isPassed = json.contains(#""assertion":"lines>1","passed":true,"held":true"#)
        return [
            verdict.word(for: first), "\(verdict.tone(of: first))", isPassed ? "true" : "false",
        ]
    }

    @Test func `an assertion that holds has one standing in words, colours and JSON`() throws {
        let whole = SyntheticResult.lively
        let (passed, held) = (["PASS", "good", "true"], ["HELD", "doubtful", "false"])
        #expect(try told(whole, ["lines>1"]) == passed)
        #expect(try told(whole, ["lines>1", "lines<1"]) == passed)
        var lacking = whole
        lacking.notReceived?.count = 3
        #expect(try told(lacking, ["lines>1"]) == held)
        #expect(try told(lacking, ["lines>1", "lines<1"]) == held)
        var violated = whole
        violated.counts[.duplicates] = 1
        #expect(try told(violated, ["lines>1"]) == held)
    }

    @Test func `a measurement without a line is none`() throws {
        let verdict = try verdict(SyntheticResult.empty)
        #expect(verdict.invalidity == "no line came within the measurement")
        #expect(verdict.standing == .incomplete)
        #expect(verdict.text == "INCOMPLETE (no line came within the measurement)")
    }
}
