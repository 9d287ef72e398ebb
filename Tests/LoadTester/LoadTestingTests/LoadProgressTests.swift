import Terminal
import Testing

@testable import LoadTesting

@Suite struct LoadProgressTests {
    private static let facts = ["1 000 of 1 000 connected", "39 968 lines/s", "p99 640 µs"]

    private func line(_ columns: Int, _ symbols: Symbols = .ascii) -> String {
        LoadProgress.line(
            phase: "measurement", fraction: 0.5, facts: Self.facts, symbols: symbols,
            columns: columns)
    }

    @Test func `says the phase, how far it is, and how it goes`() {
        #expect(
            line(100)
                == "measurement [###############---------------]  1 000 of 1 000 connected"
                + "  39 968 lines/s  p99 640 µs")
    }

    @Test(arguments: 1...140, Symbols.allCases)
    func `never fills a line to its end`(columns: Int, symbols: Symbols) {
        #expect(line(columns, symbols).count < max(1, columns) || columns == 1)
        #expect(!line(columns, symbols).contains("\n"))
    }

    @Test func `facts go before the bar when there is no room`() {
        #expect(line(60).contains("connected") && !line(60).contains("lines/s"))
        #expect(line(24).contains("[") && !line(24).contains("connected"))
        #expect(line(13) == "measurement ")
    }
}
