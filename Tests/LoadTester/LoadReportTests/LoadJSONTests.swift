import LoadReport
import Statistics
import StreamAudit
import Testing
import WireProtocol

@Suite struct LoadJSONTests {
    private static let assertions = [
        "p99.9<5ms", "unaccounted==0", "max < 5 ms", "garbage_answered>1",
    ]

    private func report(
        _ result: LoadResult, _ texts: [String] = assertions
    ) throws -> JSONValue {
        let verdict = LoadVerdict(
            of: result, assertions: try texts.map { try LoadAssertion(parsing: $0) })
        let text = LoadJSON.text(of: result, verdict)
        #expect(text.split(separator: "\n").count == 1)
        return try #require(JSONValue(line: text.utf8))
    }

    @Test func `every figure that can be told is in it with its unit`() throws {
        let result = SyntheticResult.lively
        let figures = try #require(try report(result)["figures"])
        let units = try #require(try report(result)["units"])
        for figure in LoadFigure.all {
            let told = figures[figure.name]?.double
            let value = figure.value(in: result)
            #expect((told == nil) == (value == nil), "\(figure.name)")
            #expect(abs((told ?? 0) - (value ?? 0)) < 1e-5, "\(figure.name)")
            #expect(units[figure.name]?.text == figure.unit.rawValue)
        }
    }

    @Test func `verdicts say what true means`() throws {
        let report = try report(SyntheticResult.lively)
        #expect(report["version"]?.integer == 1)
        #expect(report["passed"] == .boolean(false))
        #expect(report["valid"] == .boolean(true))
        #expect(report["interrupted"] == .boolean(false))
        let assertions = try #require(report["assertions"]).items
        #expect(
            assertions.map { $0["passed"] } == [false, true, false, false].map { .boolean($0) })
        #expect(assertions[3]["measured"] == .boolean(false))
        #expect(assertions[3]["value"] == nil)
        #expect(assertions[2]["assertion"]?.text == "max<5ms")
        #expect(assertions[2]["bound"]?.double == 5000)
        #expect(assertions[2]["unit"]?.text == "us")
    }

    @Test func `an invalid result says why`() throws {
        var result = SyntheticResult.lively
        result.tester.saturatedSeconds = 60
        result.counts[.cutLines] = 2
        let report = try report(result)
        #expect(report["valid"] == .boolean(false))
        #expect(report["invalid_reason"]?.text?.hasPrefix("the tester was the bottleneck") == true)
        #expect(report["verdict"]?.text == "violated")
        #expect(report["violations"] == .object(["cut_lines": .number(2)]))
    }

    @Test func `buckets hold every latency once`() throws {
        let result = SyntheticResult.lively
        let total = try #require(try report(result)["latency"]?["total"])
        let buckets = try #require(total["buckets"]).items.map(\.items)
        let counts = buckets.compactMap { $0[2].integer }
        #expect(counts.reduce(0, +) == Int(result.latency.total.count))
        #expect(buckets.allSatisfy { $0.count == 3 && ($0[0].double ?? 0) <= ($0[1].double ?? -1) })
        #expect(
            total["percentiles"]?["99.9"]?.double == LoadFigure.named("p99.9")?.value(in: result))
        #expect(total["count"]?.integer == Int(result.latency.total.count))
    }

    @Test func `what repeats the run is in it`() throws {
        let setup = try #require(try report(SyntheticResult.lively)["setup"])
        #expect(setup["dice"]?.text == "14208350123355012345")
        #expect(
            setup["classes"]
                == .object(["steady": .number(180), "slow": .number(10), "resume": .number(10)]))
        #expect(setup["fleet"]?["identity"]?.text == "8nnnm0ae")
        #expect(setup["machine"]?["processors"]?.integer == 2)
        #expect(setup["command"]?.text?.contains("--assert 'p99.9<5ms'") == true)
        #expect(setup["warm_up_excluded"] == .boolean(true))
    }

    @Test func `an empty result has neither null nor any word for no number`() throws {
        let result = SyntheticResult.empty
        let text = LoadJSON.text(of: result, LoadVerdict(of: result))
        for word in [":null", ":nan", ":inf", ":-inf"] { #expect(!text.contains(word)) }
        let report = try report(result)
        #expect(report["valid"] == .boolean(false))
        #expect(report["figures"]?["p99"] == nil)
        #expect(report["latency"]?["total"]?["buckets"]?.items == [])
    }

    @Test func `a hostile name comes back as it was`() throws {
        var result = SyntheticResult.lively
        result.setup.fleet.server = "\"},{<\\\u{1B}\n"
        #expect(try report(result)["setup"]?["fleet"]?["server"]?.text == "\"},{<\\\u{1B}\n")
    }

    @Test func `a search brings its curve`() throws {
        let result = try SyntheticResult.lively.searched(capacity: 700)
        let capacity = try #require(try report(result)["capacity"])
        #expect(capacity["raised"]?.text == "subscribers")
        let limit = try #require(capacity["limit"]?.double)
        #expect((665.0...700).contains(limit))
        let steps = try #require(capacity["steps"]).items
        #expect(steps[0]["load"]?.integer == 100)
        #expect(steps[0]["held"] == .boolean(true))
    }
}
