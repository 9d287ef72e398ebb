import Vocabulary

/// Where the time and the values of a sample lie in a row of 16-bit cells.
///
/// Slim rows are for instants one period apart, which need no time, and for states in 0..<65,535,
/// which take one cell; totals, and in wide rows the time and everything, take two.
struct RowLayout: Sendable {
    /// Cells of a row.
    let cells: Int
    /// Cells before the first row, which hold the sums.
    let sumCells: Int
    /// Columns whose values take one cell; they come before those that take two.
    let narrowColumns: Int
    private let timeCells: Int

    /// - Parameters:
    ///   - metrics: a column each, in the order of ``Metric``, in which totals come last.
    ///   - sums: how many of them lie before the rows.
    init(_ metrics: [Metric], isWide: Bool, sums: Int = 0) {
        let discrete = metrics.prefix { !$0.isCumulative }.count
        precondition(
            metrics.dropFirst(discrete).allSatisfy(\.isCumulative),
            "columns \(metrics) with a total before a state")
        narrowColumns = isWide ? 0 : discrete
        timeCells = isWide ? 2 : 0
        cells = timeCells + 2 * metrics.count - narrowColumns
        sumCells = sums * MemoryLayout<MetricSums>.stride / MemoryLayout<UInt16>.stride
    }

    /// The first cell of a column's value, counted from the beginning of the row.
    @inline(__always)
    func firstCell(of column: Int) -> Int {
        timeCells + (column < narrowColumns ? column : 2 * column - narrowColumns)
    }

    /// A column's value in the row that begins with cell `start`; nil if the sample lacked it.
    ///
    /// - Parameter bytes: of the cells from the first on, that row among them, unchecked.
    @inline(__always)
    func value(_ column: Int, at start: Int, in bytes: UnsafeRawBufferPointer) -> Int32? {
        let offset = (start + firstCell(of: column)) * MemoryLayout<UInt16>.stride
        if column < narrowColumns {
            let cell = bytes.load(fromByteOffset: offset, as: UInt16.self)
            return cell == Self.narrowAbsent ? nil : Int32(cell)
        }
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
        return value == Self.absent ? nil : value
    }

    var hasTime: Bool { timeCells > 0 }

    /// Whether a value can be told in one cell.
    @inline(__always)
    static func isNarrow(_ value: Int64) -> Bool { (0..<Int64(narrowAbsent)).contains(value) }

    /// Stands for the lack of a value in two cells; no metric reaches it.
    static let absent = Int32.min
    /// The same in one cell.
    static let narrowAbsent = UInt16.max
}
