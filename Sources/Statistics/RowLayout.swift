import Vocabulary

/// Where the time and the values of a sample lie in a row of 16-bit cells.
///
/// A span up to 2^16 ticks tells its instants apart by their lower 16 bits, which take one cell. A
/// state takes one cell as long as it lies in 0..<65,535; totals, and in wide rows everything, take
/// two.
struct RowLayout: Sendable {
    /// Cells of a row.
    let cells: Int
    /// Columns whose values take one cell; they come before those that take two.
    let slimColumns: Int
    private let timeCells: Int

    /// - Parameters:
    ///   - metrics: a column each, in the order of ``Metric``, in which totals come last.
    ///   - isWide: whether states take two cells.
    init(_ metrics: [Metric], span: TrailingSpan, isWide: Bool) {
        let states = metrics.prefix { !$0.isCumulative }.count
        precondition(
            metrics.dropFirst(states).allSatisfy(\.isCumulative),
            "columns \(metrics) with a total before a state")
        slimColumns = isWide ? 0 : states
        timeCells = span.fitsSixteenBits ? 1 : 2
        cells = timeCells + 2 * metrics.count - slimColumns
    }

    /// The first cell of a column's value, counted from the beginning of the row.
    @inline(__always)
    func place(of column: Int) -> Int {
        timeCells + (column < slimColumns ? column : 2 * column - slimColumns)
    }

    var hasSlimTime: Bool { timeCells == 1 }

    /// Whether a value can be told in one cell.
    @inline(__always)
    static func isSlim(_ value: Int64) -> Bool { (0..<Int64(slimAbsent)).contains(value) }

    /// Stands for the lack of a value in two cells; no metric reaches it.
    static let absent = Int32.min
    /// The same in one cell.
    static let slimAbsent = UInt16.max
}
