import TestSupport
import Testing

/// The table of the page Days is that of the generator.
@Suite struct PopulationTests {
    /// The first two cells of the table's rows: the name and the number.
    private static let table: [(name: String, value: Substring)] = {
        let lines = ((try? Checkout.page("Days", of: "Days")) ?? "").split(separator: "\n")
        guard let head = lines.firstIndex(where: { $0.hasPrefix("| what | model |") }) else {
            return []
        }
        return lines[(head + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmed }
            return (String(cells[0]), cells[1])
        }
    }()

    @Test func `the table has a row for each number, in order`() {
        #expect(Self.table.map(\.name) == PopulationRows.all.map(\.name))
    }

    @Test(arguments: PopulationRows.all.map(\.name))
    func `a number is what the days of 160 athletes give`(name: String) throws {
        let row = try #require(PopulationRows.all.first { $0.name == name })
        let text = try #require(Self.table.first { $0.name == name }).value
        let expected = try #require(Double(text))
        let decimals = text.split(separator: ".").dropFirst().first?.count ?? 0
        let rounding = (0..<decimals).reduce(1.0) { unit, _ in unit / 10 }
        let estimate = row.estimate(.shared)
        #expect(
            estimate.agrees(with: expected, rounding: rounding),
            "\(name): \(estimate) with seed \(SurveyedFleet.seed), \(expected) on the page")
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let front = drop { $0 == " " }
        return front.prefix(front.count - front.reversed().prefix { $0 == " " }.count)
    }
}
