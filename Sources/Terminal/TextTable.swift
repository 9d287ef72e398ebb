import PlainText

/// Rows of cells in columns as wide as their widest cell. What is not plain in a cell stands as an
/// escape, and counts as such.
package struct TextTable: Sendable {
    package enum Alignment: Sendable {
        case left, right
    }

    private let alignments: [Alignment]
    private var rows: [[String]]

    /// - Parameter columns: the heads, which are the first row, and how their columns align.
    package init(_ columns: [(head: String, alignment: Alignment)]) {
        alignments = columns.map(\.alignment)
        rows = [columns.map(\.head)]
    }

    /// Traps unless the row has a cell for each column.
    package mutating func add(_ row: [String]) {
        precondition(row.count == alignments.count, "\(row.count) cells for \(alignments.count)")
        rows.append(row.map(\.plain))
    }

    /// The lines, without spaces at their ends.
    package var lines: [String] {
        let widths = alignments.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.indices.map { row[$0].padded(to: widths[$0], alignments[$0]) }
            return cells.joined(separator: "  ").trimmingTrailingSpaces
        }
    }
}

extension String {
    /// The text with spaces up to `width` characters.
    package func padded(to width: Int, _ alignment: TextTable.Alignment) -> String {
        let spaces = String(repeating: " ", count: Swift.max(0, width - count))
        return alignment == .left ? self + spaces : spaces + self
    }

    fileprivate var trimmingTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
