import Simulation
import TestSupport
import Vocabulary

/// A recorded run as a test knows it: the rows, and what follows from them by the book.
///
/// Times are ticks. Nothing here is taken from the sources but the names of the metrics.
struct ReferenceRecording {
    struct Row {
        var time: Int64
        /// Heart rate, speed, cadence, stride and contact in units of their last place.
        var cells: [Int64?]
    }

    static let metrics: [Metric] = [.heartRate, .speed, .cadence, .stride, .contact]
    private static let header =
        "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms"

    var rows: [Row]
    /// The nominal sample period.
    var period: Int64 = 50

    /// A run with drop-outs, pauses, silent sensors and rows between the seconds.
    init(seed: UInt64, rows count: Int, from first: Int64 = 0) {
        var dice = Dice(seed: seed, case: count)
        var time = first
        var silences = [Int64](repeating: 0, count: Self.metrics.count)
        var effort: Int64 = 0
        rows = []
        for index in 0..<count {
            if index > 0 { time += Self.step(&dice) }
            effort = min(max(effort + dice.within(-60...75), 0), 1000)
            let cells = Self.metrics.indices.map { cell -> Int64? in
                if silences[cell] == 0, dice.chance(3) { silences[cell] = dice.within(1...15) }
                let value = Self.value(of: Self.metrics[cell], effort: effort, &dice)
                guard silences[cell] > 0 else { return value }
                silences[cell] -= 1
                return nil
            }
            rows.append(Row(time: time, cells: cells))
        }
    }

    /// Mostly a second; sometimes less, sometimes a drop-out, now and then a pause.
    private static func step(_ dice: inout Dice) -> Int64 {
        switch dice.within(0...99) {
        case 0..<5: dice.within(100...149)
        case 5: 150
        case 6: 151
        case 7, 8: dice.within(152...700)
        case 9..<22: dice.within(1...120)
        default: 50
        }
    }

    private static func value(of metric: Metric, effort: Int64, _ dice: inout Dice) -> Int64? {
        let jitter = dice.within(0...40)
        return switch metric {
        case .heartRate: 70 + effort / 9 + jitter / 20
        case .speed: effort < 50 ? 0 : 1500 + effort * 3 + jitter * 7
        case .cadence: effort < 50 ? 0 : 1500 + effort / 3 + jitter
        case .stride: effort < 50 ? nil : 700 + effort / 2 + jitter
        case .contact: effort < 50 ? nil : 3400 - effort - jitter
        case .distance, .steps, .energy, .altitude, .ascent, .latitude, .longitude: nil
        }
    }

    var csv: [UInt8] {
        let lines = rows.map { row in
            let cells = zip(Self.metrics, row.cells).map { metric, cell in
                cell.map { "\(Decimal64(units: $0, decimals: metric.decimals))" } ?? ""
            }
            let time = "\(Decimal64(units: row.time * 2, decimals: 2))"
            return ([time] + cells).joined(separator: ",")
        }
        return Array(([Self.header] + lines).map { $0 + "\n" }.joined().utf8)
    }

    func recording() throws(RecordingError) -> Recording {
        try Recording(csv: csv, name: "course.csv")
    }
}

/// Session time by the book.
extension ReferenceRecording {
    /// From the row before, the pause included; the first row stands for a period.
    func elapsed(_ row: Int) -> Int64 {
        row == 0 ? period : rows[row].time - rows[row - 1].time
    }

    /// Whether the time before the row is a pause.
    func isAfterPause(_ row: Int) -> Bool { elapsed(row) > 150 }

    /// Ticks for which the row's values stand in a window.
    func weight(_ row: Int) -> Int64 { min(elapsed(row), period) }

    /// Ticks of session time for which distance and steps follow from the row.
    func standing(_ row: Int) -> Int64 { isAfterPause(row) ? period : elapsed(row) }

    /// Ticks from the session's start to the row.
    func offset(_ row: Int) -> Int64 { rows[row].time - rows[0].time + period }

    /// Offsets of the pauses' beginnings and ends.
    var pauses: [(from: Int64, to: Int64)] {
        rows.indices.filter(isAfterPause).map { (offset($0 - 1), offset($0) - period) }
    }

    /// Session time of every row.
    var sessionTimes: [Int64] {
        var time: Int64 = 0
        return rows.indices.map { row in
            time += isAfterPause(row) ? period : elapsed(row)
            return time
        }
    }

    var end: Int64 { offset(rows.count - 1) }

    /// Values of a metric by row, totals derived as far as the cells allow it.
    func values(of metric: Metric) -> [Int64?] {
        switch metric {
        case .heartRate, .speed, .cadence, .stride, .contact:
            let cell = Self.metrics.firstIndex(of: metric) ?? 0
            return rows.map { $0.cells[cell] }
        case .distance:
            // mm/s times fiftieths of a second; five hundred of them are a centimetre.
            return totals(of: .speed) { Rounding.toEven($0, over: 500) }
        case .steps:
            // Tenths of steps a minute times fiftieths of a second.
            return totals(of: .cadence) { $0 / 30_000 }
        case .energy, .altitude, .ascent, .latitude, .longitude:
            return rows.map { _ in nil }
        }
    }

    private func totals(of metric: Metric, _ rounded: (Int64) -> Int64) -> [Int64?] {
        var total: Int64 = 0
        return zip(rows.indices, values(of: metric)).map { row, value in
            guard let value else { return nil }
            total += value * standing(row)
            return rounded(total)
        }
    }
}
