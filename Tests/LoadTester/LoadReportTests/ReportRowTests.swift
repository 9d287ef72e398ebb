import PlainText
import Testing

@testable import LoadReport

@Suite struct ReportRowTests {
    private func lines(_ row: ReportRow, width: Int) -> [String] {
        row.lines(width: width) { $0 == nil ? "\($1)" : "<\($1)>" }.map(\.text)
    }

    @Test func `items that do not fit go on below, and nil is left out`() {
        let row = ReportRow("rate", ["abcdef", nil, "ghi", "jkl"])
        #expect(lines(row, width: 40) == ["rate         abcdef   ghi   jkl"])
        #expect(lines(row, width: 25) == ["rate         abcdef   ghi", "             jkl"])
    }

    @Test func `an item that no line holds is broken, each piece painted`() {
        let row = ReportRow("a", items: [ReportRow.Item("one two three", .bad)])
        #expect(lines(row, width: 21) == ["a            <one two>", "             <three>"])
    }

    @Test func `a row without items has no line`() {
        #expect(lines(ReportRow("truth", []), width: 80) == [])
    }
}
