import Vocabulary

/// The layout of a sample's time and values in a row of 16-bit cells.
///
/// Narrow rows hold samples exactly one period apart, so that they need no time, and discrete
/// metrics in 0..<65,535, one cell each. Totals and positions take two cells. In wide rows the time
/// and every value take two.
struct RowLayout: Sendable {
    /// The number of cells in a row.
    let cells: Int
    /// The number of cells before the first row; they hold the sums.
    let sumCells: Int
    /// The number of columns of one cell; they come before those of two.
    let narrowColumns: Int
    private let timeCells: Int

    /// - Parameters:
    ///   - metrics: a column each, in the order of ``Metric``, where discrete metrics come first.
    ///   - sums: the number of ``MetricSums`` before the rows.
    init(_ metrics: [Metric], isWide: Bool, sums: Int = 0) {
        let discrete = metrics.prefix(while: \.isDiscrete).count
        precondition(
            !metrics.dropFirst(discrete).contains(where: \.isDiscrete),
            "columns \(metrics) with a total or a position before a state")
        narrowColumns = isWide ? 0 : discrete
        timeCells = isWide ? 2 : 0
        cells = timeCells + 2 * metrics.count - narrowColumns
        sumCells = sums * MemoryLayout<MetricSums>.stride / MemoryLayout<UInt16>.stride
    }

    /// The index in the row of the first cell of a column's value.
    @inline(__always)
    func firstCell(of column: Int) -> Int {
        timeCells + (column < narrowColumns ? column : 2 * column - narrowColumns)
    }

    /// A column's value in the row that begins with cell `start`; nil if the sample lacked it.
    ///
    /// - Parameter bytes: the bytes of all cells. It is not checked that they contain the row.
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

    /// Whether a value fits in one cell.
    @inline(__always)
    static func isNarrow(_ value: Int64) -> Bool { (0..<Int64(narrowAbsent)).contains(value) }

    /// The mark of an absent value in two cells; no metric has this value.
    static let absent = Int32.min
    /// The mark of an absent value in one cell.
    static let narrowAbsent = UInt16.max
}
