import Testing

@testable import LoadReport

@Suite struct ReportTextTests {
    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1 000"), (-1000, "-1 000"), (-999, "-999"),
        (2_398_114, "2 398 114"),
    ])
    func `digits are grouped`(number: Int, text: String) {
        #expect(ReportText.fixed(Double(number), 0) == text)
    }

    @Test(arguments: [
        (0.0, "0 µs"), (180, "180 µs"), (9999, "9 999 µs"), (10_000, "10.0 ms"),
        (12_345, "12.3 ms"), (234_567, "235 ms"), (3.6e9, "3 600 000 ms"), (-2500, "-2 500 µs"),
    ])
    func `latencies are microseconds up to ten milliseconds`(value: Double, text: String) {
        #expect(ReportText.latency(value) == text)
    }

    @Test(arguments: [
        (0.0, "0 B"), (999, "999 B"), (999.6, "1.00 kB"), (1500, "1.50 kB"), (38.16e6, "38.2 MB"),
        (999_600, "1.00 MB"), (412e9, "412 GB"), (-1500, "-1.50 kB"), (5e18, "5 000 000 TB"),
    ])
    func `bytes have three digits`(value: Double, text: String) {
        #expect(ReportText.bytes(value) == text)
    }

    @Test(arguments: [
        (0.0, "0"), (0.000_001, "0.00000"), (0.0123, "0.0123"), (0.12, "0.120"), (1.25, "1.25"),
        (12.34, "12.3"), (1250.4, "1 250"),
    ])
    func `shares and rates have three digits`(value: Double, text: String) {
        #expect(ReportText.significant(value) == text)
    }

    @Test(arguments: [Double.nan, .infinity, 1e300])
    func `what is no number is a question`(value: Double) {
        #expect(ReportText.fixed(value, 2) == "?")
    }

    @Test func `text from outside cannot move the cursor`() {
        #expect(ReportText.shown("a\u{1B}[2J\n\u{202E}b\u{85}") == "a?[2J??b?")
    }

    @Test(arguments: FigureUnit.allCases)
    func `every unit can be read`(unit: FigureUnit) {
        #expect(unit.text(1.5).first?.isNumber == true)
        #expect(!unit.text(1.5).contains("?"))
    }
}
