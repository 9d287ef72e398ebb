import LoadReport
import Statistics
import StreamAudit
import Testing

@Suite struct LoadFigureTests {
    @Test func `names are unique, and such that assertions can hold them`() {
        let names = LoadFigure.all.map(\.name)
        #expect(Set(names).count == names.count)
        for name in names {
            #expect(
                name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._".contains($0)) })
        }
    }

    @Test func `every figure of a lively run has a value`() {
        let result = SyntheticResult.lively
        let without = LoadFigure.all.filter { $0.value(in: result) == nil }.map(\.name)
        // It is of one run, and nobody sent garbage.
        #expect(without == ["together_s", "runs", "garbage_answered"])
    }

    @Test func `an empty run has no latencies, no rates and no proof of anything`() {
        let result = SyntheticResult.empty
        let known = LoadFigure.all.filter { $0.value(in: result) != nil }.map(\.name)
        #expect(
            known == [
                "lines", "bytes", "replayed", "beats", "parsed_in_full", "measured_s",
                "subscribers", "connects", "refused", "byes", "links_lost", "resumes", "garbage",
            ])
    }

    @Test(arguments: Defect.allCases)
    func `a defect is a figure by its name, and a violation`(defect: Defect) throws {
        var result = SyntheticResult.lively
        let figure = try #require(LoadFigure.named(defect.rawValue))
        #expect(figure.value(in: result) == 0)
        result.counts[defect] = 3
        #expect(figure.value(in: result) == 3)
        #expect(LoadFigure.named("violations")?.value(in: result) == 3)
        // What was found is told even if no line came.
        var empty = SyntheticResult.empty
        empty.counts[defect] = 2
        #expect(figure.value(in: empty) == 2)
        #expect(LoadFigure.named("violations")?.value(in: empty) == 2)
    }

    @Test func `figures are what the result says`() throws {
        var result = LoadResult(setup: LoadSetup())
        for latency in Int64(1)...100 { result.latency.total.record(latency) }
        result.latency.delivery.record(60)
        result.counts.lines = 990
        result.counts.announcedLost = 10
        result.measured.seconds = 4
        result.measured.lines = 800
        result.measured.bytes = 8000
        result.tester.processorTime = .seconds(2)
        result.daemon = DaemonUsage()
        result.daemon?.processor = 0.25
        result.daemon?.residentBytesAfter = 5
        let expected = [
            "p50": 50, "p90": 90, "p99": 99, "p99.9": 100, "max": 100, "min": 1, "mean": 50.5,
            "delivery.p99": 60, "lines_per_s": 200, "bytes_per_s": 2000, "loss": 0.01,
            "tester.cpu": 0.5, "tester.cpu_us_per_line": 2500, "daemon.cpu_us_per_line": 1250,
            "daemon.rss": 5, "measured_s": 4,
        ]
        for (name, value) in expected {
            #expect(LoadFigure.named(name)?.value(in: result) == value, "\(name)")
        }
        // Without the memory before there is no growth.
        #expect(LoadFigure.named("daemon.rss_growth")?.value(in: result) == nil)
        #expect(LoadFigure.named("generator.p50")?.value(in: result) == nil)
    }

    @Test func `no figure is infinite or no number`() {
        var result = SyntheticResult.lively
        result.daemon?.processor = .nan
        result.truth?.errorBPM = .infinity
        #expect(LoadFigure.named("daemon.cpu")?.value(in: result) == nil)
        #expect(LoadFigure.named("truth.error")?.value(in: result) == nil)
    }

    @Test func `the list for manuals has a line for each`() {
        let lines = LoadFigure.listing.split(separator: "\n")
        #expect(lines.count == LoadFigure.all.count)
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(lines[0].hasPrefix("  p50 "))
    }
}
