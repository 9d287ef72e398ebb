import Terminal
import Testing

@Suite struct ScreenTests {
    private let style = CellStyle(foreground: .green)

    @Test(arguments: [(-1, 3), (0, 3), (3, 0), (3, -1)])
    func `a screen without cells takes everything and shows nothing`(columns: Int, rows: Int) {
        var screen = Screen(columns: columns, rows: rows)
        screen.put("text", row: 0, column: 0)
        screen.putRight("text", row: 0, endColumn: 2)
        screen.putCentered("text", row: 0, area: screen.area)
        screen.fill(ScreenArea(row: -1, column: -1, rows: 9, columns: 9), "x")
        let box = ScreenArea(row: -1, column: -1, rows: 9, columns: 9)
        screen.drawBox(box, title: "t", symbols: .ascii, style)
        Graph.draw([1], in: 0...1, on: &screen, area: box, symbols: .block) { _, _ in .plain }
        #expect(screen == Screen(columns: columns, rows: rows))
        #expect(screen.text == Array(repeating: "", count: max(0, rows)))
    }

    @Test func `a screen is not larger than its bound`() {
        let screen = Screen(columns: .max, rows: 1)
        #expect(screen.columns == Screen.sideMax)
        #expect(Screen(columns: 1, rows: .max).rows == Screen.sideMax)
    }

    @Test func `outside, cells are blank and stay so`() {
        var screen = Screen(columns: 2, rows: 2)
        for (row, column) in [(-1, 0), (0, -1), (2, 0), (0, 2), (.max, .min)] {
            screen[row, column] = Cell(scalar: "x")
            #expect(screen[row, column] == .blank)
        }
        #expect(screen == Screen(columns: 2, rows: 2))
    }

    @Test func `text has its style, and nothing else has`() {
        var screen = Screen(columns: 4, rows: 2)
        #expect(screen.put("ab", row: 1, column: 1, style) == 3)
        #expect(screen[1, 1] == Cell(scalar: "a", style: style))
        #expect(screen[1, 2] == Cell(scalar: "b", style: style))
        #expect(screen[1, 0] == .blank && screen[1, 3] == .blank && screen[0, 1] == .blank)
    }

    @Test(arguments: [
        (0, nil, "abcdef", 6), (4, nil, "    ab", 6), (0, 3, "abc", 3), (4, 9, "    ab", 6),
        (0, 0, "", 0), (2, -1, "", 2), (6, nil, "", 6), (99, 2, "", 99), (-2, nil, "cdef", 4),
        (-2, 4, "cd", 2), (-9, nil, "", -3), (-9, .max, "", -3), (.max, .max, "", .max),
    ])
    func `text is cut at the row's ends and at its width`(
        column: Int, width: Int?, row: String, end: Int
    ) {
        var screen = Screen(columns: 6, rows: 1)
        #expect(screen.put("abcdef", row: 0, column: column, width: width) == end)
        #expect(screen.text == [row])
    }

    @Test func `text beside the screen has an end all the same`() {
        var screen = Screen(columns: 6, rows: 1)
        #expect(screen.put("ab", row: 1, column: 1) == 3)
        #expect(screen.text == [""])
    }

    @Test(arguments: [
        ("ab", 6, "    ab"), ("ab", 2, "ab"), ("ab", 1, "b"), ("e\u{301}x", 3, " ex"),
    ])
    func `text ends before a column`(text: String, endColumn: Int, row: String) {
        var screen = Screen(columns: 6, rows: 1)
        screen.putRight(text, row: 0, endColumn: endColumn)
        #expect(screen.text == [row])
    }

    @Test(arguments: [
        ("ab", 8, "     ab"), ("abc", 8, "    abc"), ("abcdefghi", 8, "  abcdefgh"),
        ("ab", 1, "  a"),
        ("ab", 0, ""),
    ])
    func `text stands in the middle, and is cut at the right`(
        text: String, columns: Int, row: String
    ) {
        var screen = Screen(columns: 12, rows: 1)
        let area = ScreenArea(row: 0, column: 2, rows: 1, columns: columns)
        screen.putCentered(text, row: 0, area: area)
        #expect(screen.text == [row])
    }

    @Test func `what reaches beyond the screen is filled as far as it goes`() {
        var screen = Screen(columns: 4, rows: 3)
        screen.fill(ScreenArea(row: 1, column: 2, rows: 9, columns: 9), "x")
        screen.fill(ScreenArea(row: -1, column: -1, rows: 2, columns: 2), "y")
        screen.fill(ScreenArea(row: 7, column: 7, rows: 2, columns: 2), "z")
        screen.fill(ScreenArea(row: 0, column: 0, rows: -2, columns: 2), "z")
        #expect(screen.text == ["y", "  xx", "  xx"])
    }

    @Test func `spaces at the end are no text, whatever their style`() {
        var screen = Screen(columns: 4, rows: 1)
        screen.put(" a  ", row: 0, column: 0, style)
        #expect(screen.text == [" a"])
    }

    @Test(arguments: [
        (Symbols.braille, ["╭─ HR ─╮", "│      │", "╰──────╯"]),
        (.block, ["┌─ HR ─┐", "│      │", "└──────┘"]),
        (.ascii, ["+- HR -+", "|      |", "+------+"]),
    ])
    func `a frame has its title in the upper edge`(symbols: Symbols, rows: [String]) {
        var screen = Screen(columns: 8, rows: 3)
        screen.drawBox(screen.area, title: "HR", symbols: symbols, style)
        #expect(screen.text == rows)
        #expect(screen[0, 3] == Cell(scalar: "H", style: style))
        #expect(screen[1, 3] == .blank)
    }

    @Test(arguments: [
        (nil, 8, "+------+"), ("", 8, "+------+"), ("HEART", 8, "+- HE -+"), ("HR", 7, "+- H -+"),
        ("HR", 6, "+----+"), (nil, 2, "++"), ("HR", 1, ""), ("\u{7}\u{301}", 9, "+- ? ---+"),
    ])
    func `a title is cut to its room`(title: String?, columns: Int, edge: String) {
        var screen = Screen(columns: 12, rows: 2)
        let area = ScreenArea(row: 0, column: 0, rows: 2, columns: columns)
        screen.drawBox(area, title: title, symbols: .ascii, style)
        #expect(screen.text[0] == edge)
    }

    @Test func `a frame beyond the edge shows the part that is inside`() {
        var screen = Screen(columns: 4, rows: 3)
        let area = ScreenArea(row: 1, column: 1, rows: 9, columns: 9)
        screen.drawBox(area, title: nil, symbols: .ascii, style)
        #expect(screen.text == ["", " +--", " |"])
        screen.drawBox(
            ScreenArea(row: 0, column: 0, rows: 1, columns: 4), title: "t", symbols: .ascii, style)
        #expect(screen.text[0] == "")
    }

    @Test func `what is drawn in an area never stands outside of it`() {
        var screen = Screen(columns: 8, rows: 4)
        screen.fill(screen.area, "~")
        let area = ScreenArea(row: 1, column: 2, rows: 2, columns: 4)
        screen.drawing(in: area) { screen in
            screen.fill(screen.area, ".")
            screen.put("abcdefgh", row: 1, column: 0)
            screen.putRight("xyz", row: 2, endColumn: 8)
            screen.putCentered("wide", row: 3, area: screen.area)
            screen.drawBox(screen.area, title: "t", symbols: .ascii, .plain)
            screen.drawing(in: ScreenArea(row: 0, column: 4, rows: 3, columns: 4)) {
                $0.fill($0.area, "#")
            }
        }
        #expect(screen.text == ["~~~~~~~~", "~~cd##~~", "~~..##~~", "~~~~~~~~"])
        screen[0, 0] = Cell(scalar: "!")
        #expect(screen.text[0] == "!~~~~~~~", "all is open again")
    }

    @Test func `areas beyond the screen, or apart, have nothing in common`() {
        var screen = Screen(columns: 3, rows: 1)
        screen.drawing(in: ScreenArea(row: -2, column: 2, rows: 9, columns: 9)) {
            $0.put("abc", row: 0, column: 0)
        }
        #expect(screen.text == ["  c"])
        let left = ScreenArea(row: 0, column: 0, rows: 2, columns: 2)
        let right = ScreenArea(row: 0, column: 5, rows: 2, columns: 2)
        #expect(left.common(with: right).columns == 0)
        screen.drawing(in: left.common(with: right)) { $0.fill($0.area, "#") }
        #expect(screen.text == ["  c"])
    }

    @Test(arguments: [(7, "flight"), (6, "flight"), (5, "flig~"), (1, "~"), (0, "")])
    func `text that is too wide ends in the mark`(width: Int, shown: String) {
        var screen = Screen(columns: 9, rows: 1)
        screen.put("flight", row: 0, column: 0, width: width, cutMark: "~")
        #expect(screen.text == [shown])
    }

    @Test func `text in the middle is cut by the mark, too`() {
        var screen = Screen(columns: 9, rows: 1)
        let area = ScreenArea(row: 0, column: 1, rows: 1, columns: 5)
        screen.putCentered("touchdown", row: 0, area: area, cutMark: "~")
        #expect(screen.text == [" touc~"])
    }
}
