import TestSupport
import Testing
import Vocabulary

@testable import Statistics

@Suite struct SampleRowsTests {
    private struct Row: Equatable {
        var ticks: Int32
        var values: [Int32?]
    }

    private static let metrics: [Metric] = [.heartRate, .contact, .steps]

    private func rows(
        _ rows: SampleRows, _ layout: RowLayout, newest: Int32
    ) -> [Row] {
        (0..<rows.count).map { row in
            let start = rows.start(of: row, layout)
            return Row(
                ticks: rows.ticks(of: row, newest: newest, period: 50, layout),
                values: Self.metrics.indices.map { rows.value($0, at: start, layout) })
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>, [false, true])
    func `rows come out as they went in, oldest first, also in another layout`(
        seed: UInt64, isWide: Bool
    ) {
        var dice = Dice(seed: seed)
        let layout = RowLayout(Self.metrics, isWide: isWide)
        let wide = RowLayout(Self.metrics, isWide: true)
        var queue = SampleRows(capacity: Int(dice.within(0...5)), layout)
        var model: [Row] = []
        var newest: Int32 = 0
        for step in 0..<200 {
            if dice.chance(45), !model.isEmpty {
                queue.removeFirst()
                model.removeFirst()
            } else {
                newest += isWide ? Int32(dice.within(1...100)) : 50
                let row = Row(
                    ticks: newest,
                    values: [
                        dice.chance(20) ? nil : Int32(dice.within(0...65_534)),
                        dice.chance(20) ? nil : Int32(dice.within(0...65_534)),
                        dice.chance(20) ? nil : Int32(dice.within(0...2_000_000_000)),
                    ])
                let start = queue.append(at: row.ticks, layout)
                queue.update(row: start, layout) { cells in
                    for (column, value) in row.values.enumerated() {
                        cells.set(column, to: value, at: start, layout)
                    }
                }
                model.append(row)
            }
            #expect(rows(queue, layout, newest: newest) == model, "seed \(seed), step \(step)")
            let other = queue.laidOut(
                wide, from: layout, columns: Self.metrics.count, newest: newest, period: 50)
            #expect(rows(other, wide, newest: newest) == model, "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: [0, 3], [false, true])
    func `sums stay as they are while rows come and go and are laid out anew`(
        capacity: Int, isWide: Bool
    ) {
        let layout = RowLayout(Self.metrics, isWide: isWide, sums: 3)
        let wide = RowLayout(Self.metrics, isWide: true, sums: 3)
        var queue = SampleRows(capacity: capacity, layout)
        #expect((0..<3).allSatisfy { queue.sums(at: $0).count == 0 })
        for row in 1...40 as ClosedRange<Int32> {
            queue.update(row: nil, layout) { cells in
                for index in 0..<3 {
                    cells.updateSums(at: index) {
                        $0.enter(row * Int32(index + 1), ticks: 50, hasMean: true)
                    }
                }
            }
            let start = queue.append(at: row * 50, layout)
            queue.update(row: start, layout) { cells in
                for column in Self.metrics.indices { cells.set(column, to: row, at: start, layout) }
            }
            if row % 3 == 0 { queue.removeFirst() }
            let other = queue.laidOut(
                wide, from: layout, columns: Self.metrics.count, newest: row * 50, period: 50)
            for index in 0..<3 {
                let sums = [queue.sums(at: index), other.sums(at: index)]
                #expect(sums.allSatisfy { $0.count == row && $0.ticks == 50 * row })
                let values = Int64(50 * row * (row + 1) / 2) * Int64(index + 1)
                #expect(sums.allSatisfy { $0.values == values }, "row \(row), sums \(index)")
                #expect(sums.allSatisfy { $0.newest == row * Int32(index + 1) })
            }
        }
    }

    @Test func `a slim state takes one cell and a total two, and wide rows tell the time`() {
        #expect(RowLayout(Self.metrics, isWide: false).cells == 4)
        #expect(RowLayout(Self.metrics, isWide: true).cells == 8)
    }
}
