import PlainText
import Terminal

/// The place to which an open help is scrolled.
package struct HelpScroll: Equatable, Sendable {
    /// The first line on the screen.
    fileprivate var top = 0

    package init() {}

    /// Handles a key; false for one that closes the help.
    package mutating func take(
        _ key: Key, _ sections: [HelpSection], _ size: (columns: Int, rows: Int)
    ) -> Bool {
        let page = HelpBox.pageRows(rows: size.rows)
        switch key {
        case .down, .character("j"): scroll(by: 1, sections, size)
        case .up, .character("k"): scroll(by: -1, sections, size)
        case .pageDown, .character(" "): scroll(by: page, sections, size)
        case .pageUp, .character("b"): scroll(by: -page, sections, size)
        case _: return false
        }
        return true
    }

    /// Scrolls by some lines, at most to the beginning or the end.
    mutating func scroll(
        by lines: Int, _ sections: [HelpSection], _ size: (columns: Int, rows: Int)
    ) {
        let area = HelpBox.area(columns: size.columns, rows: size.rows)
        let count = HelpLines(sections, columns: area.columns - 4).all.count
        top = max(0, min(top + lines, count - HelpBox.pageRows(rows: size.rows)))
    }
}

/// Draws a help, with as many lines as the box has room for.
package enum HelpBox {
    private static let columnsMax = 78

    package static func draw(
        _ sections: [HelpSection], _ scroll: HelpScroll, _ symbols: Symbols,
        on screen: inout Screen
    ) {
        let area = area(columns: screen.columns, rows: screen.rows)
        let lines = HelpLines(sections, columns: area.columns - 4)
        let room = pageRows(rows: screen.rows)
        let top = min(scroll.top, max(0, lines.all.count - room))
        screen.fill(area)
        screen.drawBox(area, title: "Help: any other key closes it", symbols: symbols, Theme.label)
        let shown = lines.all[top...].prefix(room)
        for (offset, line) in shown.enumerated() {
            draw(line, row: area.row + 1 + offset, area, on: &screen)
        }
        drawPlace(
            top..<top + shown.count, of: lines.all.count, Marks(symbols), area, on: &screen)
    }

    /// The number of lines on the screen.
    fileprivate static func pageRows(rows: Int) -> Int { max(1, rows - 2) }

    fileprivate static func area(columns: Int, rows: Int) -> ScreenArea {
        // A narrow strip of the view beside the box would only distract.
        let width = columns < columnsMax + 12 ? columns : columnsMax
        return ScreenArea(row: 0, column: (columns - width) / 2, rows: rows, columns: width)
    }

    private static func draw(
        _ line: HelpLines.Line, row: Int, _ area: ScreenArea, on screen: inout Screen
    ) {
        let start = area.column + 2
        switch line {
        case .blank: break
        case .title(let title):
            screen.put(title, row: row, column: start, Theme.heading, width: area.columns - 4)
        case .text(let term, let text):
            let isNarrow = text.isEmpty || area.columns - 4 < HelpLines.columnsMin
            let indent = isNarrow ? 2 : HelpLines.termWidth
            screen.put(term, row: row, column: start, Theme.title, width: area.columns - 4)
            screen.put(
                text, row: row, column: start + indent, width: area.columns - 4 - indent)
        }
    }

    /// Draws, in the lower edge, which lines are visible and where more lines are.
    private static func drawPlace(
        _ shown: Range<Int>, of count: Int, _ marks: Marks, _ area: ScreenArea,
        on screen: inout Screen
    ) {
        guard shown.count < count else { return }
        let up = shown.lowerBound > 0 ? marks.up : " "
        let down = shown.upperBound < count ? marks.down : " "
        let text = " \(up)\(down) \(shown.lowerBound + 1)-\(shown.upperBound) of \(count) "
        screen.putRight(text, row: area.endRow - 1, endColumn: area.endColumn - 2, Theme.label)
    }
}

/// The lines of the help, wrapped to a width.
private struct HelpLines {
    enum Line: Equatable {
        case title(String)
        /// Only the first line of an entry has a term.
        case text(term: String, text: String)
        case blank
    }

    private(set) var all: [Line] = []

    /// The columns of the terms; in a narrow box each has a line of its own.
    static let termWidth = 19
    static let columnsMin = 56

    /// - Parameter columns: the width inside the box.
    init(_ sections: [HelpSection], columns: Int) {
        let isNarrow = columns < Self.columnsMin
        let width = max(10, columns - (isNarrow ? 2 : Self.termWidth))
        for section in sections {
            if !all.isEmpty { all.append(.blank) }
            all.append(.title(section.title))
            for entry in section.entries { add(entry, width: width, isNarrow: isNarrow) }
        }
    }

    private mutating func add(_ entry: HelpSection.Entry, width: Int, isNarrow: Bool) {
        if isNarrow { all.append(.text(term: entry.term, text: "")) }
        for (index, text) in entry.text.wrapped(atColumn: width).enumerated() {
            all.append(.text(term: index == 0 && !isNarrow ? entry.term : "", text: text))
        }
    }
}
