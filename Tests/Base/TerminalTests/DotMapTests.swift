import Terminal
import Testing

@Suite struct DotMapTests {
    private func rows(
        _ symbols: Symbols, columns: Int, rows: Int, _ lines: [(DotMap.Dot, DotMap.Dot)]
    ) -> [String] {
        var screen = Screen(columns: columns, rows: rows)
        var map = DotMap(in: screen.area, symbols)
        for (start, end) in lines { map.draw(from: start, to: end, .plain) }
        map.draw(on: &screen)
        return screen.text
    }

    private func dot(_ column: Int, _ row: Int) -> DotMap.Dot {
        DotMap.Dot(column: column, row: row)
    }

    @Test(arguments: [
        (Symbols.braille, 7, ["⡏⠉⠉⢹", "⣇⣀⣀⣸"]),
        (.block, 3, ["█▀▀█", "█▄▄█"]), (.ascii, 3, [":'':", ":..:"]),
    ])
    func `a square of dots is twice as wide in columns as high in rows`(
        symbols: Symbols, last: Int, wanted: [String]
    ) {
        let corners = [dot(0, 0), dot(last, 0), dot(last, last), dot(0, last)]
        let sides = corners.indices.map { (corners[$0], corners[($0 + 1) % 4]) }
        #expect(rows(symbols, columns: 4, rows: 2, sides) == wanted)
    }

    @Test func `a line is the same both ways, and a line of no length is a dot`() {
        #expect(rows(.braille, columns: 4, rows: 2, [(dot(1, 5), dot(1, 5))]) == ["", "⠐"])
        #expect(
            rows(.braille, columns: 4, rows: 2, [(dot(0, 0), dot(7, 7))])
                == rows(.braille, columns: 4, rows: 2, [(dot(7, 7), dot(0, 0))]))
    }

    @Test func `what is outside is left out, and an empty picture takes dots too`() {
        #expect(
            rows(.block, columns: 3, rows: 2, [(dot(-2, 1), dot(5, 1)), (dot(1, -3), dot(1, 9))])
                == ["▄█▄", " █"])
        #expect(rows(.braille, columns: 0, rows: 0, [(dot(0, 0), dot(3, 3))]) == [])
    }

    @Test func `a cell has the style of its last dot, and cells without a dot stay`() {
        var screen = Screen(columns: 3, rows: 1)
        screen.put("abc", row: 0, column: 0)
        var map = DotMap(in: screen.area, .braille)
        let (first, second) = (CellStyle(foreground: .red), CellStyle(foreground: .green))
        map.draw(from: dot(0, 0), to: dot(3, 0), first)
        map.draw(from: dot(3, 1), to: dot(3, 1), second)
        map.draw(on: &screen)
        #expect(screen.text == ["⠉⠙c"])
        #expect([screen[0, 0].style, screen[0, 1].style] == [first, second])
        #expect(map.cell(of: dot(3, 1)) == (0, 1))
    }
}
