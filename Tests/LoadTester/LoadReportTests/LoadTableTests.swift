import LoadReport
import PlainText
import StreamAudit
import Testing

@Suite struct LoadTableTests {
    private func verdict(_ result: LoadResult) throws -> LoadVerdict {
        let texts = ["p99.9<5ms", "unaccounted==0", "max<5ms"]
        return LoadVerdict(
            of: result, assertions: try texts.map { try LoadAssertion(parsing: $0) })
    }

    private func lines(
        _ result: LoadResult, width: Int = 100, isASCII: Bool = false
    ) throws -> [String] {
        LoadTable(result, try verdict(result), width: width, isASCII: isASCII).text
            .split(separator: "\n").map(String.init)
    }

    /// The line with the label.
    private func line(_ label: String, _ lines: [String]) throws -> String {
        try #require(lines.first { $0.hasPrefix("\(label) ") }, "\(label)")
    }

    @Test func `every part of the report has its line`() throws {
        let lines = try lines(SyntheticResult.lively)
        for label in [
            "runway load", "against", "lines", "rate", "connections", "latency", " total",
            " generator", " delivery", " tester", "histogram", "thresholds", "daemon", "tester",
            "truth", "verdict",
        ] {
            _ = try line(label, lines)
        }
        #expect(lines[0].contains("seed 42   200 subscribers (180 steady, 10 slow, 10 resume)"))
        #expect(
            try line("lines", lines).contains("announced lost 1 204   0 due, not received   unacc"))
        #expect(try line("connections", lines).contains("resumes 231 (231 exact)"))
        #expect(
            try line("daemon", lines).contains("rss 38.1 MB (flat)   worst queue 512/512 lines"))
        #expect(try line("verdict", lines).contains("FAIL (2 of 3)"))
        let text = lines.joined(separator: " ")
        #expect(text.contains("coordinated omission"))
        #expect(text.contains("warm-up (excluded)"))
        #expect(text.contains("PASS unaccounted==0 (0)"))
    }

    @Test(arguments: [80, 100, 140], [false, true])
    func `no line is wider than the terminal, nor than a hundred columns`(
        width: Int, isASCII: Bool
    ) throws {
        var result = try SyntheticResult.lively.searched(capacity: 333)
        for defect in Defect.allCases { result.counts[defect] = 1_000_000 }
        result.tester.saturatedSeconds = 60
        result.isInterrupted = true
        for line in try lines(result, width: width, isASCII: isASCII) {
            #expect(line.count <= min(width, 100), "\(line)")
            #expect(!isASCII || line.allSatisfy(\.isASCII), "\(line)")
        }
    }

    @Test func `what makes the figures worthless stands first`() throws {
        var result = SyntheticResult.lively
        result.tester.saturatedSeconds = 60
        result.isInterrupted = true
        let lines = try lines(result)
        #expect(lines[0].hasPrefix("INVALID      the tester was the bottleneck"))
        #expect(lines[2].hasPrefix("INTERRUPTED"))
        #expect(try line("verdict", lines).contains("INVALID"))
    }

    @Test func `an empty result has a report without strange numbers`() throws {
        let lines = try lines(SyntheticResult.empty)
        #expect(lines[0].hasPrefix("INVALID      no line came"))
        #expect(try line("latency", lines).contains("no live line came"))
        for line in lines {
            #expect(
                !line.contains("nan") && !line.contains("inf ") && !line.contains("?"), "\(line)")
        }
    }

    @Test func `text from outside cannot move the cursor`() throws {
        var result = try SyntheticResult.lively.searched(capacity: 10)
        result.setup.fleet.server = "runwayd\u{1B}[2J\u{7}"
        result.setup.fleet.seed = "4\n2"
        let text = LoadTable(result, try verdict(result)).text
        #expect(
            text.unicodeScalars.allSatisfy {
                $0 == "\n" || $0.properties.generalCategory != .control
            })
        #expect(text.contains("runwayd?[2J?"))
    }

    @Test func `tones are painted, and count nothing for the width`() throws {
        let result = SyntheticResult.lively
        let plain = LoadTable(result, try verdict(result), width: 80).text
        let painted = LoadTable(result, try verdict(result), width: 80) { tone, text in
            tone == .good ? "{\(text)}" : "[\(text)]"
        }.text
        #expect(painted.contains("{PASS unaccounted==0 (0)}"))
        #expect(painted.contains("[FAIL (2 of 3)]"))
        #expect(painted.filter { !"{}[]".contains($0) } == plain)
    }

    @Test func `a search shows its curve`() throws {
        let result = try SyntheticResult.lively.searched(capacity: 700)
        let lines = try lines(result)
        #expect(try line("capacity", lines).contains("p99<10ms holds up to "))
        #expect(lines.contains { $0.contains("100 subscribers") && $0.hasSuffix("held") })
        #expect(lines.contains { $0.contains("800 subscribers") && $0.hasSuffix("failed") })
    }
}
