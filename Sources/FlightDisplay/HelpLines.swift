/// The lines of the help at a width.
struct HelpLines {
    enum Line: Equatable {
        case title(String)
        /// The first line of a row has its term, the others none.
        case text(term: String, text: String)
        case blank
    }

    private(set) var all: [Line] = []

    /// Columns of the terms; in a narrow box they stand on a line of their own.
    static let termWidth = 19
    static let columnsMin = 56

    /// - Parameter columns: inside of the box.
    init(_ text: HelpText, columns: Int) {
        let isNarrow = columns < Self.columnsMin
        let width = max(10, columns - (isNarrow ? 2 : Self.termWidth))
        for section in text.sections {
            if !all.isEmpty { all.append(.blank) }
            all.append(.title(section.title))
            for row in section.rows { add(row, width: width, isNarrow: isNarrow) }
        }
    }

    private mutating func add(_ row: KeyTable.Row, width: Int, isNarrow: Bool) {
        if isNarrow { all.append(.text(term: row.keys, text: "")) }
        for (place, text) in Self.wrapped(row.text, to: width).enumerated() {
            all.append(.text(term: place == 0 && !isNarrow ? row.keys : "", text: text))
        }
    }

    /// Lines of at most `width` characters, broken at spaces; a longer word is left whole.
    private static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
