import PlainText

/// Rows of text in columns as wide as their widest entry. Scalars of an entry that are not plain
/// are escaped, and its width is that of the escaped text.
package struct TextTable: Sendable {
    private let alignments: [TextAlignment]
    private var rows: [[String]]

    /// - Parameter columns: the headings, which are the first row, and the alignment of each
    ///   column.
    package init(_ columns: [(head: String, alignment: TextAlignment)]) {
        alignments = columns.map(\.alignment)
        rows = [columns.map(\.head)]
    }

    /// Traps unless the row has an entry for each column.
    package mutating func add(_ row: [String]) {
        precondition(row.count == alignments.count, "\(row.count) cells for \(alignments.count)")
        rows.append(row.map(\.plain))
    }

    /// All lines, without trailing spaces.
    package var lines: [String] { lines(fitting: nil) }

    /// The lines that fit into a terminal: whole columns are dropped from the right, and `…` after
    /// the headings shows it. The first column is always kept.
    ///
    /// - Parameter room: the width of the terminal in columns; nil for unlimited.
    package func lines(fitting room: Int?) -> [String] {
        let widths = alignments.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let kept = Self.kept(of: widths, in: room)
        let lines = rows.map { row in
            let cells = row.prefix(kept).indices.map {
                row[$0].padded(to: widths[$0], alignments[$0])
            }
            return cells.joined(separator: "  ")
        }
        let rest = kept < widths.count ? ["  …"] : []
        return zip(lines, rest + Array(repeating: "", count: lines.count)).map {
            ($0 + $1).trimmingTrailingSpaces
        }
    }

    /// How many columns fit.
    private static func kept(of widths: [Int], in room: Int?) -> Int {
        guard let room, widths.reduce(-2, { $0 + $1 + 2 }) > room else { return widths.count }
        var (kept, width) = (0, 1)
        for next in widths {
            width += next + 2
            guard width <= room else { break }
            kept += 1
        }
        return max(1, kept)
    }
}
