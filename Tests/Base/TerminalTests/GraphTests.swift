import Terminal
import Testing

@Suite struct GraphTests {
    /// A rise and a fall, a gap, a fall to the lowest level, and jumps.
    private static let run: [Double?] = [0, 2, 4, 6, 8, 10, 9, 7, nil, 3, 1, 0, 5, 10, 0, 10]

    private func rows(
        _ values: [Double?], in range: ClosedRange<Double> = 0...10, columns: Int, rows: Int,
        _ symbols: Symbols
    ) -> [String] {
        var screen = Screen(columns: columns, rows: rows)
        Graph.draw(values, in: range, on: &screen, area: screen.area, symbols: symbols) { _, _ in
            .plain
        }
        return screen.text
    }

    @Test(arguments: [
        (8, ["⠀⢀⠎⠢⠀⠀⡸⣾", "⡠⠃⠀⠀⠐⢄⠇⡿"]),
        (10, ["⠀⠀⠀⢀⠎⠢⠀⠀⡸⣾", "⠀⠀⡠⠃⠀⠀⠐⢄⠇⡿"]),
        (4, ["⢀⠖⠀⣄", "⠜⠀⢀⠇"]),
    ])
    func `braille is a line`(columns: Int, wanted: [String]) {
        let found = rows(Self.run, columns: columns, rows: 2, .braille)
        #expect(found == wanted.map { $0.withoutBlankBraille })
    }

    @Test(arguments: [
        (16, ["    ▃█▆▁     █ █", "  ▂▇████    ▅█ █", "▁▆██████ █▃▁██▁█"]),
        (18, ["      ▃█▆▁     █ █", "    ▂▇████    ▅█ █", "  ▁▆██████ █▃▁██▁█"]),
    ])
    func `blocks fill columns from below`(columns: Int, wanted: [String]) {
        #expect(rows(Self.run, columns: columns, rows: 3, .block) == wanted)
    }

    @Test(arguments: [
        (16, ["    .**.     *|*", "  .*     .  * ||", ".*        *.| .|"]),
        (18, ["      .**.     *|*", "    .*     .  * ||", "  .*        *.| .|"]),
    ])
    func `ASCII marks the values and joins the rows`(columns: Int, wanted: [String]) {
        #expect(rows(Self.run, columns: columns, rows: 3, .ascii) == wanted)
    }

    /// Whether anything is drawn in a value's column.
    private func isDrawn(_ values: [Double?], _ place: Int, _ symbols: Symbols) -> Bool {
        let width = symbols == .braille ? 2 : 1
        let columns = (values.count + width - 1) / width
        let shift = columns * width - values.count
        let column = (place + shift) / width
        let isLeft = (place + shift) % width == 0
        let dots: UInt32 = symbols != .braille ? .max : isLeft ? 0x47 : 0xB8
        return rows(values, columns: columns, rows: 3, symbols).contains { row in
            let scalars = Array(row.unicodeScalars)
            guard column < scalars.count, scalars[column] != " " else { return false }
            return symbols != .braille || scalars[column].value & 0xFF & dots != 0
        }
    }

    @Test(arguments: Symbols.allCases)
    func `a value is drawn in its place, and a gap never`(symbols: Symbols) {
        for mask in 0..<128 {
            let values = (0..<7).map { mask >> $0 & 1 == 1 ? Double($0 * 37 % 11) : nil }
            for place in 0..<7 {
                let isDrawn = isDrawn(values, place, symbols)
                #expect(isDrawn == (values[place] != nil), "\(values) at \(place)")
            }
        }
    }

    @Test(arguments: Symbols.allCases)
    func `values out of the range stand at its ends`(symbols: Symbols) {
        let inside: [Double?] = [0, 10, 0, 10, 5]
        let outside: [Double?] = [-1, 11, -.infinity, .infinity, 5]
        let wanted = rows(inside, columns: 5, rows: 3, symbols)
        #expect(rows(outside, columns: 5, rows: 3, symbols) == wanted)
    }

    @Test(arguments: Symbols.allCases)
    func `what is not a number is a gap`(symbols: Symbols) {
        let wanted = rows([1, nil, 9], columns: 3, rows: 2, symbols)
        #expect(rows([1, .nan, 9], columns: 3, rows: 2, symbols) == wanted)
    }

    @Test func `values that share a column are averaged`() {
        let values: [Double?] = [0, 10, 4, 6, 2, 2, 9, 11, 0, nil, nil, nil, nil, 5, 5, 5]
        let fitted: [Double?] = [5, 5, 2, 10, nil, nil, nil, 5]
        for symbols in [Symbols.block, .ascii] {
            let wanted = rows(fitted, columns: 8, rows: 2, symbols)
            #expect(rows(values, columns: 8, rows: 2, symbols) == wanted)
        }
    }

    @Test(arguments: 1...40)
    func `a gap as long as a column shows, wherever it begins`(columns: Int) {
        let count = 120
        let length = (count + columns - 1) / columns
        for start in 0...count - length {
            var values = [Double?](repeating: 5, count: count)
            values.replaceSubrange(start..<start + length, with: repeatElement(nil, count: length))
            let row = rows(values, columns: columns, rows: 1, .block)[0]
            #expect(row.count { $0 == "▅" } < columns, "from \(start): \(row)")
        }
    }

    @Test(arguments: Symbols.allCases)
    func `a range without extent, or without end, does not trap`(symbols: Symbols) {
        let level = rows([5, 5], in: 0...10, columns: 2, rows: 1, symbols)
        #expect(rows([7, -7], in: 3...3, columns: 2, rows: 1, symbols) == level)
        let greatest = Double.greatestFiniteMagnitude
        #expect(rows([0, 0], in: -greatest...greatest, columns: 2, rows: 1, symbols) == level)
        for range in [-Double.infinity...0, 0...Double.infinity, -.infinity ... .infinity] {
            let values: [Double?] = [0, 1, .infinity, -.infinity]
            #expect(rows(values, in: range, columns: 4, rows: 1, symbols) != [""])
        }
    }

    @Test(arguments: Symbols.allCases)
    func `the row of a value is the one that its curve is drawn in`(symbols: Symbols) {
        for count in 1...9 {
            for value in stride(from: 0.0, through: 10, by: 0.5) {
                let drawn = rows([value], columns: 1, rows: count, symbols)
                let row = Graph.row(of: value, in: 0...10, rows: count, symbols: symbols)
                // Blocks fill the rows below; the other symbols are in one row.
                #expect(drawn.firstIndex { !$0.isEmpty } == row, "\(value) of \(count)")
            }
        }
    }

    @Test func `each column of the area has its style, and the rest stays as it is`() {
        var screen = Screen(columns: 6, rows: 3)
        screen.fill(screen.area, "~")
        let area = ScreenArea(row: 1, column: 2, rows: 1, columns: 3)
        Graph.draw([1, nil, 1], in: 0...1, on: &screen, area: area, symbols: .block) {
            row, column in
            CellStyle(foreground: Color.allCases[row * 3 + column])
        }
        #expect(screen.text == ["~~~~~~", "~~█~█~", "~~~~~~"])
        #expect(screen[1, 2].style.foreground == .black)
        #expect(screen[1, 4].style.foreground == .green)
        #expect(screen[1, 3].style == .plain)
    }

    @Test(arguments: Symbols.allCases)
    func `an area beyond the screen is drawn as far as it goes`(symbols: Symbols) {
        let values = (0..<9).map { Double?.some(Double($0)) }
        var whole = Screen(columns: 9, rows: 6)
        var part = Screen(columns: 5, rows: 3)
        let area = ScreenArea(row: 1, column: 1, rows: 4, columns: 8)
        Graph.draw(values, in: 0...8, on: &whole, area: area, symbols: symbols) { _, _ in .plain }
        Graph.draw(values, in: 0...8, on: &part, area: area, symbols: symbols) { _, _ in .plain }
        for row in 0..<3 {
            for column in 0..<5 { #expect(part[row, column] == whole[row, column]) }
        }
    }
}

extension String {
    /// The source writes empty braille cells to keep columns visible; the screen has spaces there,
    /// and none at the end of a row.
    fileprivate var withoutBlankBraille: String {
        let row = replacing("\u{2800}", with: " ")
        return String(row.reversed().drop { $0 == " " }.reversed())
    }
}
