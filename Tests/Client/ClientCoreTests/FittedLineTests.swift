import PlainText
import Terminal
import Testing
import WireProtocol

@testable import ClientCore

/// Lines of `tail` on a terminal are not wider than it.
@Suite struct FittedLineTests {
    private static let line =
        #"{"type":"stat","session":"s0.0","t":"2026-11-20T23:31:05Z","phase":"cruise","#
        + #""heart_rate_bpm":{"average":151},"speed_mps":{"average":3.33333},"#
        + #""cadence_spm":{"average":171}}"#

    private func shown(_ columns: Int?, colored: Bool = false) throws -> String {
        var formatter = LineFormatter(
            palette: Palette(isColored: colored),
            times: LineTimes(.utc, now: 1_795_132_800_000_000))
        let value = try #require(JSONValue(line: Array(Self.line.utf8)))
        let shown = formatter.text(value, columns: columns)
        return try #require(shown).text
    }

    @Test(arguments: [
        (nil, "23:31:05  s0.0    cruise     151 bpm   5:00 /km  171 spm\n"),
        (56, "23:31:05  s0.0    cruise     151 bpm   5:00 /km  171 spm\n"),
        (55, "23:31:05  s0.0    cruise     151 bpm   5:00 /km  …\n"),
        (50, "23:31:05  s0.0    cruise     151 bpm   5:00 /km  …\n"),
        (49, "23:31:05  s0.0    cruise     151 bpm  …\n"),
        (20, "23:31:05  s0.0    …\n"), (3, "23:31:05  …\n"),
    ])
    func `cells that do not fit are left out from the right`(
        columns: Int?, expected: String
    ) throws {
        #expect(try shown(columns) == expected)
    }

    @Test(arguments: 11...70)
    func `no line is wider than the terminal, and colours take no room`(columns: Int) throws {
        let plain = try shown(columns)
        #expect(plain.dropLast().count <= columns)
        let colored = try shown(columns, colored: true)
        let rest = ["0", "32", "36"].reduce(colored) { $0.replacing("\u{1B}[\($1)m", with: "") }
        #expect(rest == plain)
    }

    @Test func `wide letters take two columns`() {
        let cells: [ShownText] = ["\("山川")", "ab"]
        #expect(cells.joined(fitting: 8).text == "山川  ab")
        #expect(cells.joined(fitting: 7).text == "山川  …")
    }
}
