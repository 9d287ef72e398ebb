/// The cells of some rows and of the sums before them, to be changed one after the other.
///
/// An array that is changed asks at every cell whether it is shared: here it has been asked once.
/// Nothing is checked here: valid only where ``SampleRows/update(row:_:_:)`` hands it out, for the
/// row and the sums that it has checked.
struct SampleCells {
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

    /// A column's value in the row at `start`; nil if the sample lacked it.
    @inline(__always)
    func value(_ column: Int, at start: Int, _ layout: RowLayout) -> Int32? {
        layout.value(column, at: start, in: UnsafeRawBufferPointer(bytes))
    }

    /// Writes a column's value, or its lack, into the row at `start`. Traps if the value is too
    /// wide for the layout.
    @inline(__always)
    func set(_ column: Int, to value: Int32?, at start: Int, _ layout: RowLayout) {
        let offset = (start + layout.place(of: column)) * MemoryLayout<UInt16>.stride
        if column < layout.slimColumns {
            let cell = value.map { UInt16($0) } ?? RowLayout.slimAbsent
            bytes.storeBytes(of: cell, toByteOffset: offset, as: UInt16.self)
        } else {
            let value = value ?? RowLayout.absent
            bytes.storeBytes(of: value, toByteOffset: offset, as: Int32.self)
        }
    }

    /// Writes the time of the row at `start`, in a layout that has it.
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
    /// Enters a column's value into its sums.
    @inline(__always)
    func enter(_ value: Int32, _ column: Int, ticks weight: Int32, in plan: WindowPlan) {
        let isCumulative = plan.isCumulative(column)
        updateSums(at: column) { $0.enter(value, ticks: weight, isCumulative: isCumulative) }
        guard plan.hasSquares, !isCumulative else { return }
        updateSums(at: plan.metrics.count + column) { $0.enter(square: value, ticks: weight) }
    }

    /// Takes a column's value out of its sums.
    @inline(__always)
    func leave(_ value: Int32, _ column: Int, ticks weight: Int32, in plan: WindowPlan) {
        let isCumulative = plan.isCumulative(column)
        updateSums(at: column) { $0.leave(value, ticks: weight, isCumulative: isCumulative) }
        guard plan.hasSquares, !isCumulative else { return }
        updateSums(at: plan.metrics.count + column) { $0.enter(square: value, ticks: -weight) }
    }
}
