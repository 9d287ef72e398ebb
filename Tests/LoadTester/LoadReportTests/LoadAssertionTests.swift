import LoadReport
import Statistics
import StreamAudit
import Testing

@Suite struct LoadAssertionTests {
    private func bound(_ text: String) throws -> Double { try LoadAssertion(parsing: text).bound }

    private func fault(_ text: String) -> AssertionFault? {
        do {
            _ = try LoadAssertion(parsing: text)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("p99<5us", 5), ("p99<5µs", 5), ("p99<5\u{3BC}s", 5), ("p99<5ms", 5000), ("p99<5s", 5e6),
        ("p99<1.5ms", 1500), ("measured_s>=30", 30), ("measured_s>=30s", 30),
        ("truth.lag<500ms", 0.5), ("loss<0.1%", 0.001), ("loss<0.1", 0.1), ("loss==0", 0),
        ("tester.cpu<90%", 0.9), ("daemon.cpu<1.5", 1.5), ("daemon.rss<200MB", 200e6),
        ("daemon.rss<1kB", 1000), ("daemon.rss<2GB", 2e9), ("daemon.rss<7B", 7),
        ("daemon.rss<2KiB", 2048), ("daemon.rss<1MiB", 1_048_576),
        ("daemon.rss<1GiB", 1_073_741_824), ("lines_per_s>=40000", 40_000),
        ("lines_per_s>=40000/s", 40_000), ("lines_per_s>=1lines/s", 1),
        ("bytes_per_s>9MB/s", 9e6), ("bytes_per_s>9", 9), ("truth.mean_error>-1.5bpm", -1.5),
        ("tester.cpu_us_per_line<2us", 2), ("unaccounted==0", 0),
    ])
    func `a bound is read in the unit of its figure`(text: String, value: Double) throws {
        #expect(try bound(text) == value)
    }

    @Test(arguments: Comparison.allCases, [4999.0, 5000, 5001])
    func `every comparison compares, with spaces or without`(
        comparison: Comparison, value: Double
    ) throws {
        let sign = comparison.rawValue
        let close = try LoadAssertion(parsing: "max\(sign)5ms")
        let wide = try LoadAssertion(parsing: "  max  \(sign) 5 ms ")
        #expect(close.text == "max\(sign)5ms")
        #expect(wide.text == close.text)
        var result = SyntheticResult.empty
        result.latency.total.record(Int64(value))
        let holds =
            switch comparison {
            case .atMost: value <= 5000
            case .atLeast: value >= 5000
            case .equal: value == 5000
            case .unequal: value != 5000
            case .below: value < 5000
            case .above: value > 5000
            }
        for assertion in [close, wide] {
            let verdict = assertion.verdict(of: result)
            #expect(verdict.outcome == (holds ? .held : .failed), "\(assertion.text)")
            #expect(verdict.value == value)
            #expect(verdict.distance == value - 5000)
        }
    }

    @Test func `an assertion may be made on every figure`() throws {
        let result = SyntheticResult.lively
        for figure in LoadFigure.all {
            let units = ["", "us", "B"].filter {
                (try? LoadAssertion(parsing: "\(figure.name)>=0\($0)")) != nil
            }
            let unit = try #require(units.first, "\(figure.name)")
            let least = try LoadAssertion(parsing: "\(figure.name)>=-999999999\(unit)")
            let most = try LoadAssertion(parsing: "\(figure.name)<-999999999\(unit)")
            guard figure.value(in: result) != nil else {
                #expect(least.verdict(of: result).outcome == .unmeasurable)
                continue
            }
            #expect(least.verdict(of: result).outcome == .held, "\(figure.name)")
            #expect(most.verdict(of: result).outcome == .failed, "\(figure.name)")
        }
    }

    @Test func `without a sample nothing is asserted`() throws {
        for text in ["p99<5ms", "unaccounted==0", "loss<1%", "daemon.rss<1GB", "lines_per_s<9"] {
            let verdict = try LoadAssertion(parsing: text).verdict(of: SyntheticResult.empty)
            #expect(verdict.outcome == .unmeasurable)
            #expect(try told(text, of: SyntheticResult.empty) == "NO SAMPLE \(text) (no sample)")
        }
    }

    @Test func `a failed one says how far it is off`() throws {
        var result = SyntheticResult.empty
        result.latency.total.record(7310)
        result.measured.lines = 1
        let expected = [
            "max<5ms": "FAIL max<5ms (7 310 µs, 2 310 µs above)",
            "max>0.01s": "FAIL max>0.01s (7 310 µs, 2 690 µs below)",
            "max!=7310us": "FAIL max!=7310us (7 310 µs)", "max<8ms": "PASS max<8ms (7 310 µs)",
        ]
        for (text, line) in expected { #expect(try told(text, of: result) == line) }
    }

    /// What a report says of an assertion.
    private func told(_ text: String, of result: LoadResult) throws -> String {
        let verdict = LoadVerdict(of: result, assertions: [try LoadAssertion(parsing: text)])
        return verdict.text(of: verdict.assertions[0])
    }

    @Test(arguments: [
        ("p99", "\"p99\" compares nothing"), ("", "\"\" compares nothing"),
        ("p99=5ms", "\"p99=5ms\" compares nothing"), ("p99!5ms", "\"p99!5ms\" compares nothing"),
        ("<5ms", "there is no figure \"\""), ("p98<5ms", "there is no figure \"p98\""),
        ("p99<", "\"\" is no number that p99 could be compared with"),
        ("p99<=>5ms", "\">5ms\" is no number that p99 could be compared with"),
        ("p99<5.ms", "\"5.ms\" is no number that p99 could be compared with"),
        ("p99<1e3us", "\"e3us\" is no unit of p99"), ("p99<5", "the bound of p99 needs a unit"),
        ("p99<5%", "\"%\" is no unit of p99"),
        ("daemon.rss<9", "the bound of daemon.rss needs a unit"),
        ("unaccounted==0ms", "\"ms\" is no unit of unaccounted"),
        ("loss<5ms", "\"ms\" is no unit of loss"), ("p99<5 m s", "\"m s\" is no unit of p99"),
        ("p\u{1B}[2J<1ms", "there is no figure \"p?[2J\""),
    ])
    func `what is no assertion says why`(text: String, reason: String) {
        #expect(fault(text)?.reason == reason)
    }

    @Test func `a wrong unit is told the right ones`() {
        #expect(fault("p99<5")?.suggestion == "give one of us, µs, ms, s")
        #expect(fault("loss<5s")?.suggestion == "write a bare number, or % behind it")
        #expect(fault("gaps<5s")?.suggestion == "write a bare number")
    }
}
