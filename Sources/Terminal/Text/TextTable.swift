import PlainText

/// Rows of cells in columns as wide as their widest cell. What is not plain in a cell stands as an
/// escape, and counts as such.
package struct TextTable: Sendable {
    private let alignments: [TextAlignment]
    private var rows: [[String]]

    /// - Parameter columns: the heads, which are the first row, and how their columns align.
    package init(_ columns: [(head: String, alignment: TextAlignment)]) {
        alignments = columns.map(\.alignment)
        rows = [columns.map(\.head)]
    }

    /// Traps unless the row has a cell for each column.
    package mutating func add(_ row: [String]) {
        precondition(row.count == alignments.count, "\(row.count) cells for \(alignments.count)")
        rows.append(row.map(\.plain))
    }

    /// The lines, without spaces at their ends.
    package var lines: [String] { lines(fitting: nil) }

    /// The lines as far as a terminal has room: whole columns are left out from the right, and `…`
    /// behind the heads stands for them. The first column stays, however narrow the terminal is.
    ///
    /// - Parameter room: columns of the terminal; nil for all.
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

    /// How many of the columns there is room for.
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

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
