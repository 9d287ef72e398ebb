/// A ring of the samples in a span, one row each, behind the sums of the metrics, in one array.
///
/// It allocates when it is made and when it must grow; then it doubles. Its layout is an argument
/// of every call, so that the windows of many sessions share one.
// One array for rows and sums, because the header of a second one costs 32 bytes in every session.
struct SampleRows: Sendable {
    private var cells: [UInt16]
    /// The position of the oldest row in the ring.
    private var head: Int32 = 0
    private var length: Int32 = 0
    private var capacity: Int32

    init(capacity: Int, _ layout: RowLayout) {
        cells = [UInt16](repeating: 0, count: layout.sumCells + capacity * layout.cells)
        self.capacity = Int32(capacity)
    }

    @inline(__always) var count: Int { Int(length) }
    @inline(__always) var isEmpty: Bool { length == 0 }

    /// Bytes on the heap, without what the allocator adds.
    var heapBytes: Int { Self.heapBytes(cells: cells.count) }

    static func heapBytes(cells: Int) -> Int {
        cells > 0 ? TimedRing.arrayHeaderBytes + cells * MemoryLayout<UInt16>.stride : 0
    }

    /// The first cell of a row; rows count from the oldest.
    @inline(__always)
    func start(of row: Int, _ layout: RowLayout) -> Int {
        let index = Int(head) + row
        let position = index < capacity ? index : index - Int(capacity)
        return layout.sumCells + position * layout.cells
    }

    /// The tick of a row; rows count from the oldest.
    ///
    /// - Parameters:
    ///   - newest: the tick of the newest row.
    ///   - period: the ticks from row to row, for a layout without time.
    @inline(__always)
    func ticks(
        of row: Int, newest: Int32, period: Int32, _ layout: RowLayout
    ) -> Int32 {
        guard layout.hasTime else { return newest - Int32(count - 1 - row) * period }
        let start = start(of: row, layout)
        checkRow(at: start, layout)
        return cells.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: start * MemoryLayout<UInt16>.stride, as: Int32.self)
        }
    }

    /// A column's value in the row at cell `start`; nil if the sample lacked it. Traps outside the
    /// cells.
    @inline(__always)
    func value(_ column: Int, at start: Int, _ layout: RowLayout) -> Int32? {
        checkRow(at: start, layout)
        return cells.withUnsafeBytes { layout.value(column, at: start, in: $0) }
    }

    /// Adds a row without values and returns its first cell.
    mutating func append(at ticks: Int32, _ layout: RowLayout) -> Int {
        if length == capacity { grow(layout) }
        let start = start(of: count, layout)
        length += 1
        if layout.hasTime { update(row: start, layout) { $0.setTime(ticks, at: start) } }
        return start
    }

    /// Calls `body` with the cells, to change the row at cell `start` and the sums. Traps if the
    /// row does not lie within the cells.
    ///
    /// - Parameter start: nil to change sums only.
    @inline(__always)
    mutating func update(row start: Int?, _ layout: RowLayout, _ body: (SampleCells) -> Void) {
        if let start { checkRow(at: start, layout) }
        precondition(layout.sumCells <= cells.count, "no room for \(layout.sumCells) cells of sums")
        cells.withUnsafeMutableBytes { body(SampleCells($0)) }
    }

    @inline(__always)
    private func checkRow(at start: Int, _ layout: RowLayout) {
        precondition(
            start >= 0 && start + layout.cells <= cells.count,
            "row of \(layout.cells) at \(start) of \(cells.count) cells")
    }

    /// Traps if there is no row.
    mutating func removeFirst() {
        precondition(!isEmpty, "removal of the oldest of no rows")
        length -= 1
        head = head + 1 == capacity ? 0 : head + 1
    }

    /// Copies the rows and sums into another layout with as many sums. O(rows).
    func laidOut(
        _ new: RowLayout, from old: RowLayout, columns: Int, newest: Int32, period: Int32
    ) -> Self {
        var rows = Self(capacity: Int(capacity), new)
        rows.cells.replaceSubrange(..<new.sumCells, with: cells[..<old.sumCells])
        for row in 0..<count {
            let from = start(of: row, old)
            let ticks = ticks(of: row, newest: newest, period: period, old)
            let start = rows.append(at: ticks, new)
            rows.update(row: start, new) { cells in
                for column in 0..<columns {
                    cells.set(column, to: value(column, at: from, old), at: start, new)
                }
            }
        }
        return rows
    }

    private mutating func grow(_ layout: RowLayout) {
        var larger = Array(cells[..<layout.sumCells])
        larger.reserveCapacity(layout.sumCells + Self.grown(Int(capacity)) * layout.cells)
        for row in 0..<count {
            let start = start(of: row, layout)
            larger += cells[start..<start + layout.cells]
        }
        capacity = Int32(Self.grown(Int(capacity)))
        let vacant = layout.sumCells + Int(capacity) * layout.cells - larger.count
        larger += repeatElement(0, count: vacant)
        cells = larger
        head = 0
    }

    /// The next capacity after `rows`.
    static func grown(_ rows: Int) -> Int { max(2 * rows, 4) }
}

extension SampleRows {
    /// One of the sums before the rows, at first all 0.
    // Elements of an array begin at a multiple of 16 bytes, so that the sums are aligned.
    @inline(__always)
    func sums(at index: Int) -> MetricSums {
        cells.withUnsafeBytes {
            $0.load(fromByteOffset: index * MemoryLayout<MetricSums>.stride, as: MetricSums.self)
        }
    }
}

/// The cells of a ``SampleRows`` while they are changed, without checks.
///
/// It is valid only within ``SampleRows/update(row:_:_:)``, which has checked the row and the sums.
// An array checks at every change whether it is shared; through this buffer it checks once a
// sample.
struct SampleCells {
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

    /// A column's value in the row at `start`; nil if the sample lacked it.
    @inline(__always)
    func value(_ column: Int, at start: Int, _ layout: RowLayout) -> Int32? {
        layout.value(column, at: start, in: UnsafeRawBufferPointer(bytes))
    }

    /// Writes a column's value, or its absence, into the row at `start`. Traps if the value does
    /// not fit the layout.
    @inline(__always)
    func set(_ column: Int, to value: Int32?, at start: Int, _ layout: RowLayout) {
        let offset = (start + layout.firstCell(of: column)) * MemoryLayout<UInt16>.stride
        if column < layout.narrowColumns {
            let cell = value.map { UInt16($0) } ?? RowLayout.narrowAbsent
            bytes.storeBytes(of: cell, toByteOffset: offset, as: UInt16.self)
        } else {
            let value = value ?? RowLayout.absent
            bytes.storeBytes(of: value, toByteOffset: offset, as: Int32.self)
        }
    }

    /// Writes the time of the row at `start`, in a layout with time.
    @inline(__always)
    func setTime(_ ticks: Int32, at start: Int) {
        bytes.storeBytes(
            of: ticks, toByteOffset: start * MemoryLayout<UInt16>.stride, as: Int32.self)
    }

    /// Changes one of the sums before the rows.
    @inline(__always)
    func updateSums(at index: Int, _ change: (inout MetricSums) -> Void) {
        // Elements of an array begin at a multiple of 16 bytes, so that sums are aligned.
        let offset = index * MemoryLayout<MetricSums>.stride
        var sums = bytes.load(fromByteOffset: offset, as: MetricSums.self)
        change(&sums)
        bytes.storeBytes(of: sums, toByteOffset: offset, as: MetricSums.self)
    }
}

extension SampleCells {
    /// Adds a column's value to its sums.
    @inline(__always)
    func enter(_ value: Int32, _ column: Int, ticks weight: Int32, in plan: WindowPlan) {
        let hasMean = plan.hasMean(column)
        updateSums(at: column) { $0.enter(value, ticks: weight, hasMean: hasMean) }
        guard plan.hasSquares, hasMean else { return }
        updateSums(at: plan.metrics.count + column) { $0.enter(square: value, ticks: weight) }
    }

    /// Subtracts a column's value from its sums.
    @inline(__always)
    func leave(_ value: Int32, _ column: Int, ticks weight: Int32, in plan: WindowPlan) {
        let hasMean = plan.hasMean(column)
        updateSums(at: column) { $0.leave(value, ticks: weight, hasMean: hasMean) }
        guard plan.hasSquares, hasMean else { return }
        updateSums(at: plan.metrics.count + column) { $0.enter(square: value, ticks: -weight) }
    }
}
