import PlainText
import Terminal

extension [ShownText] {
    /// The cells with two spaces between them, as far as they fit.
    ///
    /// What does not fit is left out from the right by whole cells, and `…` stands for it. The
    /// first cell stays, however narrow the terminal is.
    ///
    /// - Parameter columns: of the terminal; nil for all cells.
    func joined(fitting columns: Int?) -> ShownText {
        guard let columns, total > columns else { return joined(separator: "  ") }
        var kept = self
        repeat { kept.removeLast() } while kept.count > 1 && kept.total + 3 > columns
        return (kept + ["…"]).joined(separator: "  ")
    }

    /// The columns of the cells and of the spaces between them.
    private var total: Int { reduce(0) { $0 + $1.columnCount + 2 } - 2 }
}

extension ShownText {
    /// The columns that the text takes on a terminal, its styles aside.
    fileprivate var columnCount: Int {
        let parts = text.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
        let rest = parts.dropFirst().map { $0.drop { $0 != "m" }.dropFirst().writtenColumnCount }
        return rest.reduce(parts.first?.writtenColumnCount ?? 0, +)
    }
}
