import LoadReport
import StreamAudit
import TestSupport
import Testing

@Suite struct LoadPageTests {
    /// Long enough for several seconds to share a point.
    private static var long: LoadResult {
        var result = SyntheticResult.lively
        result.seconds = (0..<3000).map { second in
            var copy = result.seconds[second % result.seconds.count]
            copy.second = second
            return copy
        }
        return result
    }

    private func page(_ result: LoadResult, _ texts: [String] = ["p99.9<5ms"]) throws -> String {
        let assertions = try texts.map { try LoadAssertion(parsing: $0) }
        return LoadPage(result, LoadVerdict(of: result, assertions: assertions)).text
    }

    @Test func `every element of the page is closed`() throws {
        for result in [
            SyntheticResult.lively, Self.long, SyntheticResult.empty,
            try SyntheticResult.lively.searched(capacity: 700),
            try SyntheticResult.empty.searched(capacity: 1),
        ] {
            #expect(TagBalance.fault(in: try page(result)) == nil)
        }
    }

    @Test func `the page needs nothing from elsewhere`() throws {
        let page = try page(SyntheticResult.lively.searched(capacity: 700))
        for word in ["http", "<script", "url(", "@import", "src=", "href="] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(page.contains("name=\"viewport\""))
        #expect(page.contains("prefers-color-scheme: dark"))
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    }

    @Test func `four charts of a run and one of a search are pictures with a name and hints`()
        throws
    {
        let plain = try page(SyntheticResult.lively)
        #expect(plain.split(separator: "<svg ").count == 5)
        let searched = try page(SyntheticResult.lively.searched(capacity: 700))
        #expect(searched.split(separator: "<svg ").count == 6)
        #expect(plain.split(separator: "role=\"img\" aria-label=\"").count == 5)
        #expect(plain.contains("<title>second 71\np50 "))
        for title in [
            "Latency by percentile", "Latency over time", "Throughput and subscribers over time",
            "Processor time over time",
        ] {
            #expect(plain.contains("<figcaption>\(title)</figcaption>"))
        }
        #expect(plain.contains(">99.99</text>"))
    }

    @Test func `an empty result has no charts and no strange numbers`() throws {
        let page = try page(SyntheticResult.empty)
        #expect(!page.contains("<svg"))
        #expect(!page.contains("nan") && !page.contains("NaN") && !page.contains("inf "))
        #expect(page.contains("no line came within the measurement"))
        #expect(page.contains(">NO SAMPLE</strong>"))
    }

    @Test func `coordinates are numbers, even of strange values`() throws {
        var result = SyntheticResult.lively(seconds: 2)
        result.seconds[3].daemonProcessor = .nan
        result.seconds[4].testerProcessor = .infinity
        result.seconds[5].maximum = .max
        result.seconds[6].lines = 0
        let page = try page(result)
        #expect(TagBalance.fault(in: page) == nil)
        for word in ["nan ", "nan\"", "inf"] { #expect(!page.contains(word), "\(word)") }
    }

    @Test func `hostile text stays text`() throws {
        var result = SyntheticResult.lively(seconds: 2)
        let hostile = "\"><script>alert(1)</script><x y='"
        result.setup.command = hostile
        result.setup.began = hostile
        result.setup.fleet.server = hostile
        result.setup.fleet.speed = hostile
        result.setup.machine.kernel = hostile
        let page = try page(result)
        #expect(TagBalance.fault(in: page) == nil)
        #expect(!page.contains("<script"))
        #expect(page.contains("&quot;&gt;&lt;script&gt;alert(1)"))
    }

    @Test func `verdict and defects stand out`() throws {
        var result = SyntheticResult.lively
        result.counts[.duplicates] = 7
        result.tester.saturatedSeconds = 90
        result.isInterrupted = true
        let page = try page(result, ["max<5ms", "lines>0"])
        #expect(page.contains("<span class=\"badge bad\">VIOLATED (duplicates 7)</span>"))
        #expect(page.contains("<strong class=\"bad\">7</strong>"))
        #expect(page.contains("<strong>Invalid</strong>"))
        #expect(page.contains("<strong>Interrupted</strong>"))
        #expect(page.contains("<strong class=\"doubtful\">HELD</strong>"))
        #expect(!page.contains("PASS"))
    }
}
